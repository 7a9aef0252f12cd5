import { firstSupported, type Language } from '@noren/contract/languages';
import { maskPhone } from '@noren/core/people/identity-numbers';
import { onboardingStatus } from '@noren/core/people/status';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Columns } from '../../platform/db/column-list.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { claimForNewUser, findOwner } from '../../platform/db/name-owners-store.ts';
import type { OtpRequests } from '../../platform/db/tables/people.ts';
import type { Device } from '../../platform/http/device-secret.ts';
import { readDeviceKnownSince } from '../owner-proof-store.ts';

export type CodePurpose = OtpRequests['purpose'];

export interface SignInUser {
  readonly userId: string;
  readonly bizStatus: number;
  readonly maskedPhone: string;
}

const userColumns = ['userId', 'onboardingStatus', 'needsContacts', 'maskedPhone'] as const;

function toSignInUser(row: Columns<'users', (typeof userColumns)[number]>): SignInUser {
  const bizStatus = onboardingStatus(row.onboardingStatus, row.needsContacts);
  return { userId: row.userId, bizStatus, maskedPhone: row.maskedPhone };
}

/** The user with this phone, created as registered if new. Concurrent sign-ins create one user. */
export async function findOrCreateUser(
  tx: Tx | Db,
  crypto: FieldCrypto,
  input: {
    phone: string;
    language: Language;
    now: number;
    adClick?: string | undefined;
    campaign?: string | undefined;
  },
): Promise<SignInUser & { isNew: boolean }> {
  const phoneHashes = crypto.hashes('phone', input.phone);
  const phone = { kind: 'phone', name: phoneHashes } as const;
  const known = await findOwner(tx, phone);
  const existing = known !== null && (await lockByPhone(tx, { userId: known, phoneHashes }));
  if (existing) return { ...toSignInUser(existing), isNew: false };

  // Waits for another sign-in of the phone; a claim whose user was never written is used again.
  const userId = await claimForNewUser(tx, phone);
  const created = await tx
    .insertInto('users')
    .values({
      userId,
      phoneHash: crypto.hash('phone', input.phone),
      phoneEnc: crypto.encrypt(input.phone, `users.phone_enc:${userId}`),
      maskedPhone: maskPhone(input.phone),
      language: input.language,
      createdAt: timestamp(input.now),
      adClick: input.adClick ?? null,
      adCampaign: input.campaign ?? null,
    })
    .onConflict((clash) => clash.column('userId').doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (created) return { ...toSignInUser(created), isNew: true };

  const other = await lockByPhone(tx, { userId, phoneHashes });
  if (!other) throw new Error('the phone belongs to a user who has it no longer');

  return { ...toSignInUser(other), isNew: false };
}

/** The row lock waits for a running erasure, after which the phone is no longer found. */
function lockByPhone(
  tx: Tx | Db,
  { userId, phoneHashes }: { userId: string; phoneHashes: readonly Buffer[] },
) {
  return tx
    .selectFrom('users')
    .select(userColumns)
    .where('userId', '=', userId)
    .where('phoneHash', 'in', phoneHashes)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Null for a name whose user was never written, or was erased. */
export async function findSignInUser(db: Db | Tx, userId: string): Promise<SignInUser | null> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('userId', '=', userId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return row ? toSignInUser(row) : null;
}

export async function readSignInUser(db: Db | Tx, userId: string): Promise<SignInUser> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return toSignInUser(row);
}

/** The user's phone number, decrypted. */
export async function readPhone(db: Db | Tx, crypto: FieldCrypto, userId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('phoneEnc')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return crypto.decrypt(row.phoneEnc, `users.phone_enc:${userId}`);
}

export async function hasConfirmed(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('firstConfirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return row.firstConfirmedAt !== null;
}

export async function recordConfirmation(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ firstConfirmedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('firstConfirmedAt', 'is', null)
    .execute();
}

export async function readUserLanguage(db: Db | Tx, userId: string): Promise<Language> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return firstSupported([row.language]) ?? 'en';
}

export async function saveUserLanguage(tx: Tx, userId: string, language: Language): Promise<void> {
  await tx.updateTable('users').set({ language }).where('userId', '=', userId).execute();
}

interface CodeOwner {
  /** Every hash that the phone's codes may have. */
  readonly phoneHashes: readonly Buffer[];
  readonly deviceId: string;
  readonly purpose: CodePurpose;
  readonly userId: string | null;
}

/** The user of this phone if this device is one of the phone's own. */
export async function findUserOfDevice(
  db: Db,
  { phoneHashes, device }: { phoneHashes: readonly Buffer[]; device: Device },
  now: number,
): Promise<string | null> {
  const userId = await findOwner(db, { kind: 'phone', name: phoneHashes });
  return userId !== null && (await readDeviceKnownSince(db, { userId, device }, now)) !== null
    ? userId
    : null;
}

/** Stores a code and expires earlier ones for the same phone, device and purpose. */
export async function saveCode(
  db: Db,
  owner: CodeOwner,
  code: { otpRef: string; phoneHash: Buffer; hash: Buffer; now: number; expiresAt: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('otp_requests')
      .set({ expiresAt: timestamp(code.now) })
      .where('phoneHash', 'in', owner.phoneHashes)
      .where('deviceId', '=', owner.deviceId)
      .where('purpose', '=', owner.purpose)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', instantValue(code.now))
      .execute();

    await tx
      .insertInto('otp_requests')
      .values({
        otpRef: code.otpRef,
        phoneHash: code.phoneHash,
        userId: owner.userId,
        deviceId: owner.deviceId,
        codeHash: code.hash,
        purpose: owner.purpose,
        createdAt: timestamp(code.now),
        expiresAt: timestamp(code.expiresAt),
      })
      .execute();
  });
}

/** The newest unused, unexpired code of this owner, or the one with the given reference. */
export async function findValidCode(
  db: Db | Tx,
  owner: CodeOwner,
  input: { otpRef: string | null; now: number },
): Promise<{ otpRef: string; phoneHash: Buffer; hash: Buffer } | null> {
  let query = db
    .selectFrom('otp_requests')
    .select(['otpRef', 'codeHash', 'phoneHash', 'userId'])
    .where('phoneHash', 'in', owner.phoneHashes)
    .where('deviceId', '=', owner.deviceId)
    .where('purpose', '=', owner.purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instantValue(input.now))
    .orderBy('createdAt', 'desc');
  if (input.otpRef !== null) query = query.where('otpRef', '=', input.otpRef);

  const row = await query.executeTakeFirst();
  return row && row.userId === owner.userId
    ? { otpRef: row.otpRef, phoneHash: row.phoneHash, hash: row.codeHash }
    : null;
}

/** @returns false when the code was already used */
export async function markCodeUsed(
  tx: Tx,
  { phoneHash, otpRef }: { phoneHash: Buffer; otpRef: string },
  now: number,
): Promise<boolean> {
  const used = await tx
    .updateTable('otp_requests')
    .set({ usedAt: timestamp(now) })
    .where('phoneHash', '=', phoneHash)
    .where('otpRef', '=', otpRef)
    .where('usedAt', 'is', null)
    .returning('otpRef')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteExpiredCodes(db: Db, before: number): Promise<void> {
  await db.deleteFrom('otp_requests').where('expiresAt', '<', instantValue(before)).execute();
}
