import { maskPhone } from '@noren/core/people/identity-numbers';
import { standingStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import type { OtpRequests } from '../../platform/db/tables/people.ts';

export type CodePurpose = OtpRequests['purpose'];

export interface SignInUser {
  readonly userId: string;
  readonly bizStatus: number;
  readonly maskedPhone: string;
}

const userColumns = ['user_id', 'onboarding_status', 'needs_contacts', 'masked_phone'] as const;
interface UserRow {
  user_id: string;
  onboarding_status: number;
  needs_contacts: boolean;
  masked_phone: string;
}
function signInUser(row: UserRow): SignInUser {
  const bizStatus = standingStatus(row.onboarding_status, row.needs_contacts);
  return { userId: row.user_id, bizStatus, maskedPhone: row.masked_phone };
}

/** The user with this phone, created as registered if new. Concurrent sign-ins create one user. */
export async function findOrCreateUser(
  tx: Tx | Db,
  crypto: FieldCrypto,
  input: { phone: string; language: string; now: number },
): Promise<SignInUser & { isNew: boolean }> {
  const phoneHash = crypto.hash('phone', input.phone);
  // The row lock waits for a running erasure, after which the phone is no longer found.
  const find = () =>
    tx.selectFrom('users').select(userColumns).where('phone_hash', '=', phoneHash).forNoKeyUpdate().executeTakeFirst();
  const found = await find();
  if (found) return { ...signInUser(found), isNew: false };
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(tx);
  const userId = rows[0]?.id ?? '';
  const made = await tx
    .insertInto('users')
    .values({
      user_id: userId,
      phone_hash: phoneHash,
      phone_enc: crypto.encrypt(input.phone, `users.phone_enc:${userId}`),
      masked_phone: maskPhone(input.phone),
      language: input.language,
      created_at: timestamp(input.now),
    })
    .onConflict((clash) => clash.column('phone_hash').doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (made) return { ...signInUser(made), isNew: true };
  const other = await find();
  if (!other) throw new Error('duplicate phone reported, but no user row found');
  return { ...signInUser(other), isNew: false };
}

export async function readSignInUser(db: Db | Tx, userId: string): Promise<SignInUser> {
  const row = await db.selectFrom('users').select(userColumns).where('user_id', '=', userId).executeTakeFirstOrThrow();
  return signInUser(row);
}

/** The user's phone number, decrypted. */
export async function readPhone(db: Db | Tx, crypto: FieldCrypto, userId: string): Promise<string> {
  const row = await db.selectFrom('users').select('phone_enc').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return crypto.decrypt(row.phone_enc, `users.phone_enc:${userId}`);
}

export async function hasConfirmed(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('first_confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.first_confirmed_at !== null;
}

export async function recordConfirmation(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ first_confirmed_at: timestamp(now) })
    .where('user_id', '=', userId)
    .where('first_confirmed_at', 'is', null)
    .execute();
}

export async function saveUserLanguage(tx: Tx, userId: string, language: string): Promise<void> {
  await tx.updateTable('users').set({ language }).where('user_id', '=', userId).execute();
}

interface CodeOwner {
  readonly phoneHash: Buffer;
  readonly deviceId: string;
  readonly purpose: CodePurpose;
  readonly userId: string | null;
}

/** Whether this device ever signed in with this phone by code. The device id is a secret of 122 random bits. */
export async function hasSignedInOnDevice(db: Db, input: Pick<CodeOwner, 'phoneHash' | 'deviceId'>): Promise<boolean> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('sessions as s', 's.user_id', 'u.user_id')
    .select('s.session_id')
    .where('u.phone_hash', '=', input.phoneHash)
    .where('s.device_id', '=', input.deviceId)
    .where('s.code_entered_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a code and expires earlier ones for the same phone, device and purpose. */
export async function saveCode(
  db: Db,
  owner: CodeOwner,
  code: { otpRef: string; hash: Buffer; now: number; expiresAt: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('otp_requests')
      .set({ expires_at: timestamp(code.now) })
      .where('phone_hash', '=', owner.phoneHash)
      .where('device_id', '=', owner.deviceId)
      .where('purpose', '=', owner.purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', instantValue(code.now))
      .execute();
    await tx
      .insertInto('otp_requests')
      .values({
        otp_ref: code.otpRef,
        phone_hash: owner.phoneHash,
        user_id: owner.userId,
        device_id: owner.deviceId,
        code_hash: code.hash,
        purpose: owner.purpose,
        created_at: timestamp(code.now),
        expires_at: timestamp(code.expiresAt),
      })
      .execute();
  });
}

/** The newest unused, unexpired code of this owner, or the one with the given reference. */
export async function findValidCode(
  db: Db | Tx,
  owner: CodeOwner,
  input: { otpRef: string | null; now: number },
): Promise<{ otpRef: string; hash: Buffer } | null> {
  let query = db
    .selectFrom('otp_requests')
    .select(['otp_ref', 'code_hash', 'user_id'])
    .where('phone_hash', '=', owner.phoneHash)
    .where('device_id', '=', owner.deviceId)
    .where('purpose', '=', owner.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantValue(input.now))
    .orderBy('created_at', 'desc');
  if (input.otpRef !== null) query = query.where('otp_ref', '=', input.otpRef);
  const row = await query.executeTakeFirst();
  return row && row.user_id === owner.userId ? { otpRef: row.otp_ref, hash: row.code_hash } : null;
}

/** @returns false when the code was already used */
export async function markCodeUsed(tx: Tx, otpRef: string, now: number): Promise<boolean> {
  const used = await tx
    .updateTable('otp_requests')
    .set({ used_at: timestamp(now) })
    .where('otp_ref', '=', otpRef)
    .where('used_at', 'is', null)
    .returning('otp_ref')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteExpiredCodes(db: Db, before: number): Promise<void> {
  await db.deleteFrom('otp_requests').where('expires_at', '<', instantValue(before)).execute();
}
