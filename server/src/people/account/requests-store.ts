import type { Language } from '@noren/contract/fields';
import { type ErasureRefusal, erasureWaitMs, exportKeptMs } from '@noren/core/lending/erasure';
import { sql } from 'kysely';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** A copy of a user's data. */
export interface DataExport {
  readonly exportId: string;
  readonly state: 'making' | 'ready' | 'gone';
  readonly language: Language;
  readonly requestedAt: number;
  readonly expiresAt: number;
  /** The session that asked for it; null for one of a former release. */
  readonly sessionId: string | null;
}

// Literals, not parameters: a generic plan cannot use the partial indexes on these states.
const isBeingMade = sql<boolean>`state = 'making'`;
const isWaiting = sql<boolean>`state = 'waiting'`;

const columns = ['exportId', 'state', 'language', 'requestedAt', 'expiresAt', 'sessionId'] as const;

/** The newest ten, newest first. */
export async function listExports(db: Db | Tx, userId: string): Promise<DataExport[]> {
  return db
    .selectFrom('data_exports')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('exportId', 'desc')
    .limit(10)
    .execute();
}

/**
 * Requests a copy, or returns the one that is already being made for the session: on a new phone no
 * other may be saved.
 */
export async function createExport(
  tx: Tx,
  input: { userId: string; sessionId: string; language: Language; now: number },
): Promise<{ dataExport: DataExport; isNew: boolean }> {
  const created = await tx
    .insertInto('data_exports')
    .values({
      userId: input.userId,
      state: 'making',
      language: input.language,
      requestedAt: timestamp(input.now),
      expiresAt: timestamp(input.now + exportKeptMs),
      sessionId: input.sessionId,
    })
    .onConflict((clash) => clash.columns(['userId', 'sessionId']).where(isBeingMade).doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (created) return { dataExport: created, isNew: true };

  // The newest is the one that conflicted, even if it was finished in the meantime.
  const running = await tx
    .selectFrom('data_exports')
    .select(columns)
    .where('userId', '=', input.userId)
    .where('sessionId', '=', input.sessionId)
    .orderBy('exportId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { dataExport: running, isNew: false };
}

/** File ids of a copy that is ready and not expired. */
export async function findExport(
  db: Db,
  input: { userId: string; exportId: string; now: number },
): Promise<
  { pdf: string; json: string; requestedAt: number; sessionId: string | null } | undefined
> {
  const row = await db
    .selectFrom('data_exports')
    .select(['jsonFileId', 'pdfFileId', 'requestedAt', 'sessionId'])
    .where('userId', '=', input.userId)
    .where('exportId', '=', input.exportId)
    .where('state', '=', 'ready')
    .where('expiresAt', '>', instantValue(input.now))
    .executeTakeFirst();
  if (!row?.jsonFileId || !row.pdfFileId) return undefined;

  return {
    pdf: row.pdfFileId,
    json: row.jsonFileId,
    requestedAt: row.requestedAt,
    sessionId: row.sessionId,
  };
}

type ExportKey = { readonly userId: string; readonly exportId: string };

/** A requested copy, for the job that makes it. */
export async function readExportRequest(
  db: Db,
  { userId, exportId }: ExportKey,
): Promise<{ state: DataExport['state']; language: Language; requestedAt: number } | undefined> {
  return db
    .selectFrom('data_exports')
    .select(['state', 'language', 'requestedAt'])
    .where('userId', '=', userId)
    .where('exportId', '=', exportId)
    .executeTakeFirst();
}

/**
 * Marks a copy as ready, with its files.
 * @returns false when it is no longer being made
 */
export async function markExportReady(
  tx: Tx,
  { userId, exportId }: ExportKey,
  { json, pdf, now }: { json: string; pdf: string; now: number },
): Promise<boolean> {
  const ready = await tx
    .updateTable('data_exports')
    .set({
      state: 'ready',
      readyAt: timestamp(now),
      jsonFileId: json,
      pdfFileId: pdf,
    })
    .where('userId', '=', userId)
    .where('exportId', '=', exportId)
    .where('state', '=', 'making')
    .returning('exportId')
    .executeTakeFirst();
  return ready !== undefined;
}

export interface Erasure {
  readonly state: 'waiting' | 'cancelled' | 'stopped' | 'refused' | 'done';
  readonly requestedAt: number;
  readonly dueAt: number;
  readonly refusedBecause: ErasureRefusal | null;
}

/** The user's newest erasure request. */
export async function readErasure(db: Db | Tx, userId: string): Promise<Erasure | undefined> {
  return db
    .selectFrom('erasures')
    .select(['state', 'requestedAt', 'dueAt', 'refusedBecause'])
    .where('userId', '=', userId)
    .orderBy('erasureId', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Requests an erasure.
 * @returns null when one is already waiting
 */
export async function createErasure(
  tx: Tx,
  { userId, now }: { userId: string; now: number },
): Promise<{ erasureId: string; dueAt: number } | null> {
  const dueAt = now + erasureWaitMs;
  const row = await tx
    .insertInto('erasures')
    .values({ userId, state: 'waiting', requestedAt: timestamp(now), dueAt: timestamp(dueAt) })
    .onConflict((clash) => clash.column('userId').where(isWaiting).doNothing())
    .returning('erasureId')
    .executeTakeFirst();

  return row ? { erasureId: row.erasureId, dueAt } : null;
}

/** @returns whether an erasure was waiting */
export async function endErasure(
  tx: Tx,
  { userId, state, now }: { userId: string; state: 'cancelled' | 'stopped' | 'done'; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('erasures')
    .set({ state, endedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .returning('erasureId')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends the waiting request as two people decided, or records one that came in another way.
 * @returns its id
 */
export async function decideErasure(
  tx: Tx,
  {
    userId,
    refusedBecause,
    now,
  }: { userId: string; refusedBecause: ErasureRefusal | null; now: number },
): Promise<string> {
  const ended = {
    state: refusedBecause === null ? ('done' as const) : ('refused' as const),
    refusedBecause,
    endedAt: timestamp(now),
  };
  const waiting = await tx
    .updateTable('erasures')
    .set(ended)
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .returning('erasureId')
    .executeTakeFirst();
  if (waiting) return waiting.erasureId;

  const made = await tx
    .insertInto('erasures')
    .values({ userId, requestedAt: timestamp(now), dueAt: timestamp(now), ...ended })
    .returning('erasureId')
    .executeTakeFirstOrThrow();
  return made.erasureId;
}
