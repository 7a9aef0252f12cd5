import { maskPhone } from '@noren/core/people/identity-numbers';
import { standingStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import type { OtpRequests } from '../../platform/db/tables/people.ts';

export type CodePurpose = OtpRequests['purpose'];

/** A user as sign-in needs one. */
export interface SignInUser {
  readonly userId: string;
  readonly bizStatus: number;
  readonly maskedPhone: string;
}

const userColumns = ['user_id', 'biz_status', 'contacts_due', 'masked_phone'] as const;
interface UserRow {
  user_id: string;
  biz_status: number;
  contacts_due: boolean;
  masked_phone: string;
}
function signInUser(row: UserRow): SignInUser {
  const bizStatus = standingStatus(row.biz_status, row.contacts_due);
  return { userId: row.user_id, bizStatus, maskedPhone: row.masked_phone };
}

/** The user of a phone, made at status 10 when there is none; two sign-ins at once make one user. */
export async function findOrMakeUser(
  tx: Tx | Db,
  crypto: FieldCrypto,
  given: { phone: string; language: string; now: number },
): Promise<SignInUser & { isNew: boolean }> {
  const phoneHash = crypto.hash('phone', given.phone);
  // Held until the sign-in ends: a user who is being erased is waited for, and then found no more.
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
      phone_enc: crypto.encrypt(given.phone, `users.phone_enc:${userId}`),
      masked_phone: maskPhone(given.phone),
      language: given.language,
      created_at: timestamp(given.now),
    })
    .onConflict((clash) => clash.column('phone_hash').doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (made) return { ...signInUser(made), isNew: true };
  const other = await find();
  if (!other) throw new Error('a user that stood in the way is not there');
  return { ...signInUser(other), isNew: false };
}

export async function readSignInUser(db: Db | Tx, userId: string): Promise<SignInUser> {
  const row = await db.selectFrom('users').select(userColumns).where('user_id', '=', userId).executeTakeFirstOrThrow();
  return signInUser(row);
}

/** The user's own phone number, in plain. */
export async function readPhone(db: Db | Tx, crypto: FieldCrypto, userId: string): Promise<string> {
  const row = await db.selectFrom('users').select('phone_enc').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return crypto.decrypt(row.phone_enc, `users.phone_enc:${userId}`);
}

/** Whether the user has confirmed something by code before. */
export async function hasConfirmed(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('first_confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.first_confirmed_at !== null;
}

export async function noteConfirmed(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ first_confirmed_at: timestamp(now) })
    .where('user_id', '=', userId)
    .where('first_confirmed_at', 'is', null)
    .execute();
}

export async function keepLanguage(tx: Tx, userId: string, language: string): Promise<void> {
  await tx.updateTable('users').set({ language }).where('user_id', '=', userId).execute();
}

interface CodeOwner {
  readonly phoneHash: Buffer;
  readonly deviceId: string;
  readonly purpose: CodePurpose;
  readonly userId: string | null;
}

/** Whether a code of this phone was ever entered on this device: its id is 122 random bits that only it knows. */
export async function hasSignedIn(db: Db, of: Pick<CodeOwner, 'phoneHash' | 'deviceId'>): Promise<boolean> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('sessions as s', 's.user_id', 'u.user_id')
    .select('s.session_id')
    .where('u.phone_hash', '=', of.phoneHash)
    .where('s.device_id', '=', of.deviceId)
    .where('s.code_entered_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps a code that was made; an earlier one of the same phone, device and purpose stops working. */
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

/** The code of this owner that may still be used; of one request when its reference is given. */
export async function findOpenCode(
  db: Db | Tx,
  owner: CodeOwner,
  given: { otpRef: string | null; now: number },
): Promise<{ otpRef: string; hash: Buffer } | null> {
  let query = db
    .selectFrom('otp_requests')
    .select(['otp_ref', 'code_hash', 'user_id'])
    .where('phone_hash', '=', owner.phoneHash)
    .where('device_id', '=', owner.deviceId)
    .where('purpose', '=', owner.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantValue(given.now))
    .orderBy('created_at', 'desc');
  if (given.otpRef !== null) query = query.where('otp_ref', '=', given.otpRef);
  const row = await query.executeTakeFirst();
  return row && row.user_id === owner.userId ? { otpRef: row.otp_ref, hash: row.code_hash } : null;
}

/** Uses a code up. @returns false when it was used in the meantime */
export async function useCode(tx: Tx, otpRef: string, now: number): Promise<boolean> {
  const used = await tx
    .updateTable('otp_requests')
    .set({ used_at: timestamp(now) })
    .where('otp_ref', '=', otpRef)
    .where('used_at', 'is', null)
    .returning('otp_ref')
    .executeTakeFirst();
  return used !== undefined;
}

/** Forgets codes long out of use. */
export async function sweepCodes(db: Db, before: number): Promise<void> {
  await db.deleteFrom('otp_requests').where('expires_at', '<', instantValue(before)).execute();
}
