import { createHash } from 'node:crypto';
import type { Call } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { sql } from 'kysely';
import type { FieldCrypto } from '../crypto/field-crypto.ts';
import { clashesWith } from '../db/database-clash.ts';
import { type Db, instantValue, type Tx, timestamp } from '../db/db.ts';
import { queueWithNext } from '../db/statements.ts';
import { CallError } from './call-error.ts';
import type { Input } from './call-handler.ts';

/** Idempotency key of a request that changes data. */
export interface RequestKey {
  /** The user, or the device of someone not signed in. */
  readonly ownerId: string;
  readonly call: string;
  readonly requestId: string;
  readonly contentHash: Buffer;
}

/**
 * The stored answer for a repeated request, with the cookies that it set: of a session opened or
 * closed, of a device.
 */
export interface StoredAnswer {
  readonly answer: unknown;
  readonly cookie?: string | null;
  readonly deviceCookie?: string;
}

/** Retention of stored answers. Source: `docs/wire.md`, "Idempotency". */
export const ANSWER_RETENTION_MS = 7 * 86_400_000;

/**
 * Hash of all that a request says. It has a key, because the content may be guessable: a phone
 * number and four digits.
 * @param names what else the hash must tell apart, such as the call
 */
export function hashInput(
  crypto: FieldCrypto,
  purpose: 'request' | 'staff request',
  { params, query, body, files }: Input<Call>,
  names: readonly string[] = [],
): Buffer {
  const said = JSON.stringify([params, query, body].map((part) => part ?? null));
  return crypto.hash(purpose, hashContent([...names, said, ...files]).toString('base64'));
}

function hashContent(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part.length)).update(':').update(part);
  return hash.digest();
}

function lockNumber(key: RequestKey): bigint {
  return hashContent([key.ownerId, key.call, key.requestId]).readBigInt64BE();
}

function buildContext(key: RequestKey): string {
  return `idempotency_keys.answer_enc:${key.ownerId}:${key.call}:${key.requestId}`;
}

/**
 * The stored answer of this request, if any.
 * @throws CallError 422 when the id was used for different content
 */
export async function findStoredAnswer(
  db: Db | Tx,
  crypto: FieldCrypto,
  key: RequestKey,
): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['contentHash', 'answerEnc'])
    .where('ownerId', '=', key.ownerId)
    .where('call', '=', key.call)
    .where('requestId', '=', key.requestId)
    .executeTakeFirst();
  if (!row) return null;
  if (!crypto.isSameHash(row.contentHash, key.contentHash))
    throw new CallError(CODES.requestIdReused, 'error.request_reused');

  return row.answerEnc
    ? (JSON.parse(crypto.decrypt(row.answerEnc, buildContext(key))) as StoredAnswer)
    : null;
}

/**
 * Claims a request inside the transaction of its change.
 * @returns 'claimed' for the first request, the stored answer for a repeated one
 * @throws CallError 700 while the first is running, 422 when the id was used for different content
 */
export async function claimRequest(
  tx: Tx,
  crypto: FieldCrypto,
  key: RequestKey,
  now: number,
): Promise<'claimed' | StoredAnswer> {
  const claimed = await sql`
    insert into idempotency_keys (owner_id, call, request_id, content_hash, created_at)
    select ${key.ownerId}, ${key.call}, ${key.requestId}, ${key.contentHash}, ${timestamp(now)}
    where pg_try_advisory_xact_lock(${lockNumber(key).toString()}::bigint)
    on conflict do nothing
    returning 1`.execute(tx);
  if (claimed.rows.length > 0) return 'claimed';

  const before = await findStoredAnswer(tx, crypto, key);
  if (before) return before;

  throw new CallError(CODES.repeatedRequest, 'error.repeated');
}

/**
 * Claims a request and stores its answer in one statement, batched with the commit of its
 * transaction. When the same request runs twice concurrently, the later one waits here for the
 * first and fails: see {@link isClaimLost}. Its transaction is rolled back, and
 * {@link claimRequest} in a new one returns the first one's answer.
 */
export async function claimAnswered(
  tx: Tx,
  crypto: FieldCrypto,
  { key, stored, now }: { key: RequestKey; stored: StoredAnswer; now: number },
): Promise<void> {
  const { ownerId, call, requestId, contentHash } = key;
  await queueWithNext(
    tx,
    tx.insertInto('idempotency_keys').values({
      ownerId,
      call,
      requestId,
      contentHash,
      createdAt: timestamp(now),
      answerEnc: crypto.encrypt(JSON.stringify(stored), buildContext(key)),
    }),
  );
}

/**
 * Whether an error means that the same request was already answered (unique violation of the
 * claim).
 */
export function isClaimLost(error: unknown): boolean {
  return clashesWith(error, 'idempotency_keys_pkey');
}

/**
 * Stores the answer with the claim, in the same transaction; encrypted, because it may contain a
 * token or personal data.
 */
export async function storeAnswer(
  tx: Tx,
  crypto: FieldCrypto,
  key: RequestKey,
  stored: StoredAnswer,
): Promise<void> {
  await queueWithNext(
    tx,
    tx
      .updateTable('idempotency_keys')
      .set({ answerEnc: crypto.encrypt(JSON.stringify(stored), buildContext(key)) })
      .where('ownerId', '=', key.ownerId)
      .where('call', '=', key.call)
      .where('requestId', '=', key.requestId),
  );
}

/** Deletes claims older than the retention. */
export async function sweepRequests(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('createdAt', '<', instantValue(now - ANSWER_RETENTION_MS))
    .execute();
}
