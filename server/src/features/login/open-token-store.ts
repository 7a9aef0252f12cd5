import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** The user of a token, including used and expired ones. */
export async function findOpenTokenUser(db: Db, hash: Buffer): Promise<{ userId: string } | undefined> {
  return db.selectFrom('magic_links').select('userId').where('tokenHash', '=', hash).executeTakeFirst();
}

/** Marks a valid, unused token as used. @returns its user; undefined when none was valid */
export async function markOpenTokenUsed(
  tx: Tx,
  token: { hash: Buffer; channel: string; now: number },
): Promise<{ userId: string } | undefined> {
  return tx
    .updateTable('magic_links')
    .set({ usedAt: timestamp(token.now) })
    .where('tokenHash', '=', token.hash)
    .where('channel', '=', token.channel)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instantValue(token.now))
    .returning('userId')
    .executeTakeFirst();
}

/** A token's user, and whether and how it may be used. */
export async function readOpenToken(
  db: Db | Tx,
  hash: Buffer,
): Promise<{ userId: string; usedAt: number | null; expiresAt: number; channel: string } | undefined> {
  return db
    .selectFrom('magic_links')
    .select(['userId', 'usedAt', 'expiresAt', 'channel'])
    .where('tokenHash', '=', hash)
    .executeTakeFirst();
}
