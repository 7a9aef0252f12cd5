import type { Language } from '@noren/contract/fields';
import { erasureWaitMs, exportKeptMs } from '@noren/core/people/erasure';
import { sql } from 'kysely';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** A copy of one's data, as kept. */
export interface DataExport {
  readonly exportId: string;
  readonly state: 'making' | 'ready' | 'gone';
  readonly language: Language;
  readonly askedAt: number;
  readonly expiresAt: number;
}

// Written out: a plan for any value of a parameter does not find the index of those rows alone.
const IS_MADE = sql<boolean>`state = 'making'`;
const IS_WAITING = sql<boolean>`state = 'waiting'`;

const columns = ['exportId', 'state', 'language', 'requestedAt as askedAt', 'expiresAt'] as const;

const shown = (row: Omit<DataExport, 'language'> & { language: string }): DataExport => ({
  ...row,
  language: row.language as Language,
});

/** A user's copies, newest first. */
export async function listExports(db: Db | Tx, userId: string): Promise<DataExport[]> {
  const rows = await db
    .selectFrom('data_exports')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('exportId', 'desc')
    .limit(10)
    .execute();
  return rows.map(shown);
}

/** Asks for a copy; where one is being made, that one. @returns it, and whether it is new */
export async function addExport(
  tx: Tx,
  given: { userId: string; language: Language; now: number },
): Promise<{ asked: DataExport; isNew: boolean }> {
  const made = await tx
    .insertInto('data_exports')
    .values({
      userId: given.userId,
      state: 'making',
      language: given.language,
      requestedAt: timestamp(given.now),
      expiresAt: timestamp(given.now + exportKeptMs),
    })
    .onConflict((clash) => clash.column('userId').where(IS_MADE).doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (made) return { asked: shown(made), isNew: true };
  // The newest is the one that stood in the way, whether or not it was made meanwhile.
  const running = await tx
    .selectFrom('data_exports')
    .select(columns)
    .where('userId', '=', given.userId)
    .orderBy('exportId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { asked: shown(running), isNew: false };
}

/** The files of a copy that is ready and has not expired. */
export async function findExport(
  db: Db,
  of: { userId: string; exportId: string; now: number },
): Promise<{ pdf: string; json: string; askedAt: number } | undefined> {
  const row = await db
    .selectFrom('data_exports')
    .select(['jsonFileId', 'pdfFileId', 'requestedAt'])
    .where('userId', '=', of.userId)
    .where('exportId', '=', of.exportId)
    .where('state', '=', 'ready')
    .where('expiresAt', '>', instantValue(of.now))
    .executeTakeFirst();
  if (!row?.jsonFileId || !row.pdfFileId) return undefined;
  return { pdf: row.pdfFileId, json: row.jsonFileId, askedAt: row.requestedAt };
}

/** An erasure as kept. */
export interface Erasure {
  readonly state: 'waiting' | 'cancelled' | 'stopped' | 'done';
  readonly askedAt: number;
  readonly dueAt: number;
}

/** The newest erasure a user asked for. */
export async function readErasure(db: Db | Tx, userId: string): Promise<Erasure | undefined> {
  return db
    .selectFrom('erasures')
    .select(['state', 'requestedAt as askedAt', 'dueAt'])
    .where('userId', '=', userId)
    .orderBy('erasureId', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Asks for an erasure; nothing where one waits. @returns when it is due, and whether it is new */
export async function addErasure(
  tx: Tx,
  { userId, now }: { userId: string; now: number },
): Promise<{ erasureId: string; dueAt: number } | null> {
  const dueAt = now + erasureWaitMs;
  const row = await tx
    .insertInto('erasures')
    .values({ userId, state: 'waiting', requestedAt: timestamp(now), dueAt: timestamp(dueAt) })
    .onConflict((clash) => clash.column('userId').where(IS_WAITING).doNothing())
    .returning('erasureId')
    .executeTakeFirst();
  return row ? { erasureId: row.erasureId, dueAt } : null;
}

/** Ends the erasure that waits. @returns whether one did */
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
