import { changesRow, type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { findOwner } from '../../platform/db/name-owners-store.ts';

/** The user of a token, including used and expired ones. */
export function findOpenTokenUser(db: Db | Tx, hash: Buffer): Promise<string | null> {
  return findOwner(db, { kind: 'sign_in_link', name: hash });
}

/** Marks a valid, unused token as used. @returns false when it was not */
export async function markOpenTokenUsed(
  tx: Tx,
  userId: string,
  token: { hash: Buffer; channel: string; now: number },
): Promise<boolean> {
  return tx
    .updateTable('magic_links')
    .set({ usedAt: timestamp(token.now) })
    .where('userId', '=', userId)
    .where('tokenHash', '=', token.hash)
    .where('channel', '=', token.channel)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instantValue(token.now))
    .$call(changesRow);
}

/** Whether and how a token may be used. */
export interface OpenToken {
  readonly usedAt: number | null;
  readonly expiresAt: number;
  readonly channel: string;
}

export async function readOpenToken(
  db: Db | Tx,
  userId: string,
  hash: Buffer,
): Promise<OpenToken | undefined> {
  return db
    .selectFrom('magic_links')
    .select(['usedAt', 'expiresAt', 'channel'])
    .where('userId', '=', userId)
    .where('tokenHash', '=', hash)
    .executeTakeFirst();
}
