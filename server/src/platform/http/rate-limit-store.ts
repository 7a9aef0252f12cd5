import { sql } from 'kysely';
import { type Db, instantValue, type Tx, timestamp } from '../db/db.ts';
import type { LimitRule } from '../limits/limit-rules.ts';

/** What is counted: a bucket, and the hash of the key that is limited. */
export type HitKey = readonly [bucket: string, keyHash: Buffer];

/** In the order in which they are locked. */
export const sortHitKeys = (keys: HitKey[]): HitKey[] =>
  keys.sort((a, b) => a[0].localeCompare(b[0]));

/** The instant (UTC ms) until which a rule refuses a key; 0 if its limit is not reached. */
export async function limitReachedUntil(
  on: Db,
  rule: LimitRule,
  [bucket, keyHash]: HitKey,
  now: number,
): Promise<number> {
  const hits = await on
    .selectFrom('rate_limit_hits')
    .select('at')
    .where('bucket', '=', bucket)
    .where('keyHash', '=', keyHash)
    .where('at', '>', instantValue(now - rule.windowMs))
    .orderBy('at', 'desc')
    .offset(rule.most - 1)
    .limit(1)
    .executeTakeFirst();
  return hits ? hits.at + rule.windowMs : 0;
}

/** Counts one hit for each key. */
export async function countHits(tx: Tx, keys: readonly HitKey[], now: number): Promise<void> {
  const values = keys.map(([bucket, keyHash]) => ({ bucket, keyHash, at: timestamp(now) }));
  await tx.insertInto('rate_limit_hits').values(values).execute();
}

/** The newest counted instants of a key, as many and as far back as the rules need. */
export async function readNewestHits(
  tx: Tx,
  rules: readonly LimitRule[],
  [bucket, keyHash]: HitKey,
  now: number,
): Promise<number[]> {
  const hits = await tx
    .selectFrom('rate_limit_hits')
    .select('at')
    .where('bucket', '=', bucket)
    .where('keyHash', '=', keyHash)
    .where('at', '>', instantValue(now - Math.max(...rules.map(({ windowMs }) => windowMs))))
    .orderBy('at', 'desc')
    .limit(Math.max(...rules.map(({ most }) => most)))
    .execute();
  return hits.map(({ at }) => at);
}

/** Serializes requests for the last remaining slot: one counts before the next one reads. */
export async function lockHitKeys(tx: Tx, keys: readonly HitKey[]): Promise<void> {
  for (const [bucket, keyHash] of keys)
    await sql`select pg_advisory_xact_lock(hashtextextended(${bucket + keyHash.toString('hex')}, 0))`.execute(
      tx,
    );
}

/**
 * Deletes counts older than an instant (UTC ms).
 * @returns rows deleted
 */
export async function deleteHitsBefore(db: Db, instant: number): Promise<number> {
  const deleted = await db
    .deleteFrom('rate_limit_hits')
    .where('at', '<', instantValue(instant))
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
