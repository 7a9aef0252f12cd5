import { createHash } from 'node:crypto';
import { CODES } from '@noren/contract/codes';
import { sql } from 'kysely';
import { CallError } from './call-error.ts';
import { type Db, instantValue, type Tx, timestamp } from './db.ts';

/** What a changing request is remembered by. */
export interface RequestKey {
  /** The user, or the device of someone not signed in. */
  readonly ownerId: string;
  readonly call: string;
  readonly requestId: string;
  readonly contentHash: Buffer;
}

/** How long an answer is remembered. Source: wire page "Idempotency". */
export const REMEMBER_MS = 7 * 86_400_000;

/** Hash of all that a request asks for. */
export function hashContent(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part.length)).update(':').update(part);
  return hash.digest();
}

function lockNumber(key: RequestKey): bigint {
  return hashContent([key.ownerId, key.call, key.requestId]).readBigInt64BE();
}

/** The answer already given to this request, if any. @throws CallError 422 when it asked for something else */
export async function recallAnswer(db: Db | Tx, key: RequestKey): Promise<{ answer: unknown } | null> {
  const row = await db
    .selectFrom('idempotency')
    .select(['content_hash', 'answer'])
    .where('owner_id', '=', key.ownerId)
    .where('call', '=', key.call)
    .where('request_id', '=', key.requestId)
    .executeTakeFirst();
  if (!row) return null;
  if (!row.content_hash.equals(key.contentHash)) throw new CallError(CODES.requestIdReused, 'error.request_reused');
  return { answer: row.answer };
}

/**
 * Claims a request inside the transaction of its change.
 * @returns 'claimed' for the first, the answer given before for a repetition
 * @throws CallError 700 while the first is running, 422 when the id was used for something else
 */
export async function claimRequest(tx: Tx, key: RequestKey, now: number): Promise<'claimed' | { answer: unknown }> {
  const claimed = await sql`
    with got as materialized (select pg_try_advisory_xact_lock(${lockNumber(key).toString()}::bigint) as it)
    insert into idempotency (owner_id, call, request_id, content_hash, created_at)
    select ${key.ownerId}, ${key.call}, ${key.requestId}, ${key.contentHash}, ${timestamp(now)} from got where it
    on conflict do nothing
    returning 1`.execute(tx);
  if (claimed.rows.length > 0) return 'claimed';
  const before = await recallAnswer(tx, key);
  if (before) return before;
  throw new CallError(CODES.repeatedRequest, 'error.repeated');
}

/** Keeps the answer with the claim, in the same transaction. */
export async function keepAnswer(tx: Tx, key: RequestKey, answer: unknown): Promise<void> {
  await tx
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where('owner_id', '=', key.ownerId)
    .where('call', '=', key.call)
    .where('request_id', '=', key.requestId)
    .execute();
}

/** Forgets what is older than the time answers are remembered. */
export async function sweepRequests(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', instantValue(now - REMEMBER_MS))
    .execute();
}
