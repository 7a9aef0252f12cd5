import { type Db, instantValue, type Tx, timestamp } from '../db/db.ts';
import { isNewerCounter } from '../db/passkey-counter.ts';

export interface StoredPasskey {
  readonly staffId: string;
  readonly passkeyId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

const columns = [
  'staffId',
  'passkeyId',
  'credentialId',
  'publicKey',
  'counter',
  'transports',
  'name',
  'createdAt',
  'lastUsedAt',
] as const;

/** Passkeys of somebody that have not ended, oldest first. */
export async function listPasskeys(db: Db | Tx, staffId: string): Promise<StoredPasskey[]> {
  return db
    .selectFrom('staff_passkeys')
    .select(columns)
    .where('staffId', '=', staffId)
    .where('endedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('passkeyId')
    .execute();
}

/** {@link listPasskeys} as the console shows them. */
export async function listShownPasskeys(db: Db | Tx, staffId: string) {
  const passkeys = await listPasskeys(db, staffId);

  return passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
    passkeyId,
    name,
    createdAt,
    lastUsedAt,
  }));
}

/** A passkey that has not ended, by the authenticator's id of it. */
export async function findPasskey(
  db: Db | Tx,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('staff_passkeys')
    .select(columns)
    .where('credentialId', '=', credentialId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
}

export async function savePasskey(
  tx: Tx,
  of: Omit<StoredPasskey, 'passkeyId' | 'createdAt' | 'lastUsedAt'> & { now: number },
): Promise<void> {
  const { now, transports, ...rest } = of;
  await tx
    .insertInto('staff_passkeys')
    .values({ ...rest, transports: [...transports], createdAt: timestamp(now) })
    .execute();
}

/**
 * Records that a passkey signed, with its new counter. A counter that does not grow is a copy's,
 * unless the device does not count.
 * @returns false when it was ended meanwhile, or another signature used this counter first
 */
export async function passkeyUsed(
  tx: Tx | Db,
  passkey: StoredPasskey,
  counter: number,
  now: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('staff_passkeys')
    .set({ counter, lastUsedAt: timestamp(now) })
    .where('staffId', '=', passkey.staffId)
    .where('passkeyId', '=', passkey.passkeyId)
    .where('endedAt', 'is', null)
    .where(isNewerCounter(counter))
    .returning('passkeyId')
    .executeTakeFirst();
  return row !== undefined;
}

export type ChallengePurpose = 'sign_in' | 'enrol' | 'add_passkey' | 'confirm' | 'company_sign_in';

export interface Challenge {
  readonly challengeHash: Buffer;
  readonly purpose: ChallengePurpose;
  readonly staffId: string | null;
  readonly contentHash: Buffer | null;
}

const CHALLENGE_MS = 5 * 60_000;
/** At the company's page somebody may have to find a second device. */
export const COMPANY_SIGN_IN_MS = 10 * 60_000;

export async function saveChallenge(db: Db | Tx, challenge: Challenge, now: number): Promise<void> {
  const lastsMs = challenge.purpose === 'company_sign_in' ? COMPANY_SIGN_IN_MS : CHALLENGE_MS;
  await db
    .insertInto('staff_challenges')
    .values({ ...challenge, createdAt: timestamp(now), expiresAt: timestamp(now + lastsMs) })
    .execute();
}

/**
 * Uses a challenge, once.
 * @returns it, or undefined when it is unknown, used, expired or of another purpose
 */
export async function useChallenge(
  db: Db | Tx,
  challengeHash: Buffer,
  purpose: ChallengePurpose,
  now: number,
): Promise<Challenge | undefined> {
  return db
    .updateTable('staff_challenges')
    .set({ usedAt: timestamp(now) })
    .where('challengeHash', '=', challengeHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instantValue(now))
    .returning(['challengeHash', 'purpose', 'staffId', 'contentHash'])
    .executeTakeFirst();
}

/**
 * Deletes challenges that expired an hour ago.
 * @returns how many
 */
export async function deleteOldChallenges(db: Db, now: number): Promise<number> {
  const deleted = await db
    .deleteFrom('staff_challenges')
    .where('expiresAt', '<', instantValue(now - 3_600_000))
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
