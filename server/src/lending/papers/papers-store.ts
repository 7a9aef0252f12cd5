import type { Language } from '@noren/contract/fields';
import { type NotNull, sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import { changesRow, type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { nextOrderedUuid } from '../../platform/db/ordered-uuid.ts';
import { queueWithNext } from '../../platform/db/statements.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob, addJobs } from '../../platform/jobs/job-store.ts';

/** The order whose papers are sealed. */
export interface PapersOrder {
  readonly userId: string;
  readonly orderId: string;
}

/**
 * Orders the seals of documents, in the transaction that makes them true. Nothing where papers are
 * not sealed. Sent with the next statement.
 */
export async function askForSeals(
  tx: Tx,
  { config, now, sealsPapers }: Pick<Deps, 'config' | 'now' | 'sealsPapers'>,
  { userId, orderId }: PapersOrder,
  documentIds: readonly string[],
): Promise<void> {
  if (!sealsPapers) return;

  // Adding a job serialises commits: as with payouts, processes of calls leave it to the jobs.
  const isQueued = config.NOREN_ROLE !== 'api';
  await queueWithNext(
    tx,
    tx.insertInto('sealed_papers').values(
      documentIds.map((documentId) => ({
        userId,
        paperId: nextOrderedUuid(),
        orderId,
        documentId,
        requestedAt: timestamp(now()),
        isQueued,
      })),
    ),
  );
  if (isQueued) await addJob(tx, JOBS['seal-papers'], { userId, orderId });
}

/**
 * Queues the jobs of papers that processes of calls left.
 * @returns how many
 */
export async function queuePapers(db: Db): Promise<number> {
  const left = await sql<{ userId: string; paperId: string }>`
    select user_id, paper_id from sealed_papers
    where sealed_at is null and not is_queued order by requested_at limit 500`.execute(db);
  if (left.rows.length === 0) return 0;

  return db.transaction().execute(async (tx) => {
    // Another process may have been first.
    const taken = await sql<PapersOrder>`
      update sealed_papers set is_queued = true
      where user_id = any(${left.rows.map(({ userId }) => userId)}::uuid[])
        and paper_id = any(${left.rows.map(({ paperId }) => paperId)}::uuid[]) and not is_queued
      returning user_id, order_id`.execute(tx);
    const orders = [...new Map(taken.rows.map((row) => [row.orderId, row])).values()];
    await addJobs(tx, JOBS['seal-papers'], orders, { afterMs: 0 });

    return orders.length;
  });
}

/** Orders with papers that have waited since before `before`, UTC ms: their job was lost. */
export async function listStalePapers(db: Db, before: number): Promise<PapersOrder[]> {
  return db
    .selectFrom('sealed_papers')
    .distinct()
    .select(['userId', 'orderId'])
    .where('sealedAt', 'is', null)
    .where('requestedAt', '<', instantValue(before))
    .limit(200)
    .execute();
}

export interface WaitingPaper extends PapersOrder {
  readonly paperId: string;
  readonly documentId: string;
}

/** The papers of an order that wait for their seal, in the order in which they were asked for. */
export async function listWaitingPapers(
  db: Db,
  { userId, orderId }: PapersOrder,
): Promise<WaitingPaper[]> {
  return db
    .selectFrom('sealed_papers')
    .select(['userId', 'orderId', 'paperId', 'documentId'])
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('sealedAt', 'is', null)
    .orderBy('paperId')
    .execute();
}

/** @returns false when it was sealed meanwhile */
export async function saveSeal(
  tx: Tx,
  { userId, paperId }: WaitingPaper,
  seal: { at: number; language: Language; contentHash: string; fileId: string },
): Promise<boolean> {
  const { at, ...rest } = seal;
  return tx
    .updateTable('sealed_papers')
    .set({ ...rest, sealedAt: timestamp(at) })
    .where('userId', '=', userId)
    .where('paperId', '=', paperId)
    .where('sealedAt', 'is', null)
    .$call(changesRow);
}

/** A paper that is no longer true before it was sealed, such as the letter of a reopened loan. */
export async function dropPaper(db: Db, { userId, paperId }: WaitingPaper): Promise<void> {
  await db
    .deleteFrom('sealed_papers')
    .where('userId', '=', userId)
    .where('paperId', '=', paperId)
    .where('sealedAt', 'is', null)
    .execute();
}

/** A document as it was sealed. */
export interface SealedPaper {
  readonly fileId: string;
  readonly language: Language;
  readonly contentHash: string;
  readonly requestedAt: number;
  /** When its loan closed; null while it runs. */
  readonly closedAt: number | null;
}

/** The newest seal of a document. */
export async function findSealedPaper(
  db: Db,
  userId: string,
  documentId: string,
): Promise<SealedPaper | undefined> {
  return db
    .selectFrom('sealed_papers as p')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.userId', '=', 'p.userId').onRef('o.orderId', '=', 'p.orderId'),
    )
    .select(['p.fileId', 'p.language', 'p.contentHash', 'p.requestedAt', 'o.closedAt'])
    .where('p.userId', '=', userId)
    .where('p.documentId', '=', documentId)
    .where('p.sealedAt', 'is not', null)
    .orderBy('p.requestedAt', 'desc')
    .orderBy('p.paperId', 'desc')
    .limit(1)
    .$narrowType<{ fileId: NotNull; language: NotNull; contentHash: NotNull }>()
    .executeTakeFirst();
}

/** The newest row of each document of an order; `fileId` is null while it waits for its seal. */
export async function listOrderPapers(
  db: Db,
  { userId, orderId }: PapersOrder,
): Promise<{ documentId: string; fileId: string | null }[]> {
  return db
    .selectFrom('sealed_papers')
    .distinctOn('documentId')
    .select(['documentId', 'fileId'])
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .orderBy('documentId')
    .orderBy('requestedAt', 'desc')
    .orderBy('paperId', 'desc')
    .execute();
}

/** The order of a document that was sealed; null when there is none. */
export async function findPaperOrder(
  db: Db,
  userId: string,
  documentId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('sealed_papers')
    .select('orderId')
    .where('userId', '=', userId)
    .where('documentId', '=', documentId)
    .limit(1)
    .executeTakeFirst();
  return row?.orderId ?? null;
}
