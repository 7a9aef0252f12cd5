import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { PasskeyCredential } from '../../platform/crypto/webauthn.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { isNewerCounter } from '../../platform/db/passkey-counter.ts';
import type { PasskeyChallenges } from '../../platform/db/tables/people.ts';

export interface StoredPasskey extends PasskeyCredential {
  readonly passkeyId: string;
  readonly name: string;
  readonly addedAt: number;
  readonly lastUsedAt: number | null;
}

const nameContext = (userId: string): string => `user_passkeys.name_enc:${userId}`;

/** A user's passkeys, oldest first. */
export async function listPasskeys(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<StoredPasskey[]> {
  const rows = await db
    .selectFrom('user_passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('addedAt')
    .orderBy('passkeyId')
    .execute();

  return rows.map(({ nameEnc, ...row }) => ({
    ...row,
    name: crypto.decrypt(nameEnc, nameContext(userId)),
  }));
}

/**
 * Stores a new passkey.
 * @returns its id, or null when the user has it already
 */
export async function savePasskey(
  tx: Tx,
  crypto: FieldCrypto,
  given: { userId: string; credential: PasskeyCredential; name: string; now: number },
): Promise<string | null> {
  const { userId, credential, name, now } = given;
  const row = await tx
    .insertInto('user_passkeys')
    .values({
      userId,
      ...credential,
      transports: [...credential.transports],
      nameEnc: crypto.encrypt(name, nameContext(userId)),
      addedAt: timestamp(now),
    })
    .onConflict((clash) => clash.columns(['userId', 'credentialId']).doNothing())
    .returning('passkeyId')
    .executeTakeFirst();

  return row?.passkeyId ?? null;
}

/**
 * Records that a passkey signed. A counter that does not grow is a copy's, unless the phone does
 * not count.
 * @returns false when it was removed meanwhile, or another signature used this counter first
 */
export async function markPasskeyUsed(
  tx: Tx,
  used: { userId: string; passkeyId: string; counter: number; sessionId: string; now: number },
): Promise<boolean> {
  const { userId, passkeyId, counter, sessionId, now } = used;
  const row = await tx
    .updateTable('user_passkeys')
    .set({ counter, lastUsedAt: timestamp(now), lastSessionId: sessionId })
    .where('userId', '=', userId)
    .where('passkeyId', '=', passkeyId)
    .where(isNewerCounter(counter))
    .returning('passkeyId')
    .executeTakeFirst();

  return row !== undefined;
}

/** @returns false when the user has no such passkey */
export async function renamePasskey(
  tx: Tx,
  crypto: FieldCrypto,
  given: { userId: string; passkeyId: string; name: string },
): Promise<boolean> {
  const { userId, passkeyId, name } = given;
  const row = await tx
    .updateTable('user_passkeys')
    .set({ nameEnc: crypto.encrypt(name, nameContext(userId)) })
    .where('userId', '=', userId)
    .where('passkeyId', '=', passkeyId)
    .returning('passkeyId')
    .executeTakeFirst();

  return row !== undefined;
}

/** When a passkey was added, UTC ms; undefined when the user has no such passkey. */
export async function readPasskeyAge(
  tx: Tx,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<{ addedAt: number } | undefined> {
  return tx
    .selectFrom('user_passkeys')
    .select('addedAt')
    .where('userId', '=', userId)
    .where('passkeyId', '=', passkeyId)
    .executeTakeFirst();
}

/** @returns how many were removed: none or one */
export async function deletePasskey(
  tx: Tx,
  { userId, passkeyId }: { userId: string; passkeyId: string },
) {
  const deleted = await tx
    .deleteFrom('user_passkeys')
    .where('userId', '=', userId)
    .where('passkeyId', '=', passkeyId)
    .returning('passkeyId')
    .execute();
  return deleted.length;
}

/** Whom a challenge is for, and what its signature does. */
export type ChallengeOwner = Pick<PasskeyChallenges, 'userId' | 'sessionId' | 'act'>;

/** @param times by the database's clock */
export async function saveChallenge(
  db: Db,
  owner: ChallengeOwner,
  challengeHash: Buffer,
  times: { now: number; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('user_passkey_challenges')
    .values({
      ...owner,
      challengeHash,
      createdAt: timestamp(times.now),
      expiresAt: timestamp(times.expiresAt),
    })
    .execute();
}

/**
 * Uses a challenge of this user, session and act, once.
 * @param now by the database's clock
 * @returns false when there is none that is unused and not expired
 */
export async function useChallenge(
  db: Db,
  owner: ChallengeOwner,
  challengeHash: Buffer,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('user_passkey_challenges')
    .set({ usedAt: timestamp(now) })
    .where('userId', '=', owner.userId)
    .where('challengeHash', '=', challengeHash)
    .where('sessionId', '=', owner.sessionId)
    .where('act', '=', owner.act)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instantValue(now))
    .returning('challengeHash')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldPasskeyChallenges(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('user_passkey_challenges')
    .where('expiresAt', '<', instantValue(before))
    .execute();
}
