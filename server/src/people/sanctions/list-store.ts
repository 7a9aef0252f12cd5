import type { ListDoubt } from '@noren/core/people/sanctions-doubt';
import type { SanctionsEntry, SanctionsList } from '@noren/core/people/sanctions-entry';
import type { ListFault } from '@noren/core/people/sanctions-fault';
import { sql } from 'kysely';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** A list that was read. */
export interface StoredList {
  readonly listId: string;
  readonly list: SanctionsList;
  readonly listDay: string;
  readonly people: number;
}

/** Rows of one statement. */
const ROWS = 1_000;

/** The lists in force, in the order of their names. */
export async function readListsInForce(
  db: Db | Tx,
): Promise<(StoredList & { readonly checkedAt: number })[]> {
  const rows = await db
    .selectFrom('sanctions_lists')
    .select(['listId', 'list', 'listDay', 'people', 'checkedAt'])
    .where('state', '=', 'in_force')
    .orderBy('list')
    .execute();
  return rows.map((row) => ({ ...row, listDay: row.listDay! }));
}

/**
 * The list in force and the one that waits for two people, of one source. Until the transaction
 * ends no other takes a list of this kind: each is compared with the one before it.
 */
export async function lockCurrent(
  tx: Tx,
  { list, source }: { list: SanctionsList; source: 'fetched' | 'uploaded' },
): Promise<{ inForce: StoredList | null; waiting: StoredList | null }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sanctions:${list}`}, 0))`.execute(tx);
  const rows = await tx
    .selectFrom('sanctions_lists')
    .select(['listId', 'list', 'listDay', 'people', 'state', 'source'])
    .where('list', '=', list)
    .where('state', 'in', ['in_force', 'waiting'])
    .forUpdate()
    .execute();
  const find = (of: (row: (typeof rows)[number]) => boolean): StoredList | null => {
    const row = rows.find(of);
    return row ? { ...row, listDay: row.listDay! } : null;
  };

  return {
    inForce: find(({ state }) => state === 'in_force'),
    waiting: find((row) => row.state === 'waiting' && row.source === source),
  };
}

/** The entries of a list, in the order of their ids. */
export async function readEntries(db: Db | Tx, listId: string): Promise<SanctionsEntry[]> {
  const rows = await db
    .selectFrom('sanctions_entries')
    .select('entry')
    .where('listId', '=', listId)
    .orderBy('entryId')
    .execute();
  return rows.map(({ entry }) => entry);
}

/** @returns its id */
export async function insertList(
  tx: Tx,
  of: {
    list: SanctionsList;
    listDay: string;
    entries: readonly SanctionsEntry[];
    doubt: ListDoubt | null;
    /** Who sent it; null for one that was fetched. */
    staffId: string | null;
    now: number;
  },
): Promise<string> {
  const { list, listDay, entries, doubt, staffId, now } = of;
  const people = entries.filter(({ kind }) => kind === 'person').length;
  const { listId } = await tx
    .insertInto('sanctions_lists')
    .values({
      list,
      source: staffId === null ? 'fetched' : 'uploaded',
      state: 'waiting',
      listDay,
      people,
      entities: entries.length - people,
      doubt,
      staffId,
      readAt: timestamp(now),
      checkedAt: timestamp(now),
    })
    .returning('listId')
    .executeTakeFirstOrThrow();

  for (let at = 0; at < entries.length; at += ROWS)
    await tx
      .insertInto('sanctions_entries')
      .values(
        entries
          .slice(at, at + ROWS)
          .map((entry) => ({ listId, entryId: entry.entryId, entry: JSON.stringify(entry) })),
      )
      .execute();

  return listId;
}

/** Notes that its source gave exactly this list again. */
export async function markChecked(tx: Tx, listId: string, now: number): Promise<void> {
  await tx
    .updateTable('sanctions_lists')
    .set({ checkedAt: timestamp(now) })
    .where('listId', '=', listId)
    .execute();
}

/** Ends a list that waits, because another came before two people decided. */
export async function dropWaiting(tx: Tx, listId: string, now: number): Promise<void> {
  await tx
    .updateTable('sanctions_lists')
    .set({ state: 'dropped', endedAt: timestamp(now) })
    .where('listId', '=', listId)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Puts a list that waits in the place of the one in force.
 * @returns the list; null when it does not wait any more
 */
export async function putInForce(tx: Tx, listId: string, now: number): Promise<StoredList | null> {
  const waiting = await readWaiting(tx, listId);
  if (!waiting) return null;

  await tx
    .updateTable('sanctions_lists')
    .set({ state: 'replaced', endedAt: timestamp(now) })
    .where('list', '=', waiting.list)
    .where('state', '=', 'in_force')
    .execute();
  await tx
    .updateTable('sanctions_lists')
    .set({ state: 'in_force', inForceAt: timestamp(now) })
    .where('listId', '=', listId)
    .execute();

  return waiting;
}

/** A list that waits for two people, locked; null when it does not. */
async function readWaiting(tx: Tx, listId: string): Promise<StoredList | null> {
  const row = await tx
    .selectFrom('sanctions_lists')
    .select(['listId', 'list', 'listDay', 'people'])
    .where('listId', '=', listId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, listDay: row.listDay! } : null;
}

/** Records that a list could not be read; the same fault again only renews the record. */
export async function recordFault(
  tx: Tx,
  of: { list: SanctionsList; fault: ListFault; line: number; staffId: string | null; now: number },
): Promise<void> {
  const { list, fault, line, staffId, now } = of;
  const newest = await tx
    .selectFrom('sanctions_lists')
    .select(['listId', 'fault', 'faultLine', 'staffId'])
    .where('list', '=', list)
    .orderBy('readAt', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (newest?.fault === fault && newest.faultLine === line && newest.staffId === staffId)
    return markChecked(tx, newest.listId, now);

  await tx
    .insertInto('sanctions_lists')
    .values({
      list,
      source: staffId === null ? 'fetched' : 'uploaded',
      state: 'failed',
      listDay: null,
      fault,
      faultLine: line,
      staffId,
      readAt: timestamp(now),
      checkedAt: timestamp(now),
    })
    .execute();
}

/** Deletes the entries of lists replaced or dropped before an instant, and old failures. */
export async function deleteOldLists(db: Db, before: number): Promise<void> {
  const ended = db
    .selectFrom('sanctions_lists')
    .select('listId')
    .where('endedAt', '<', instantValue(before));

  await db.deleteFrom('sanctions_entries').where('listId', 'in', ended).execute();
  await db
    .deleteFrom('sanctions_lists')
    .where('state', '=', 'failed')
    .where('checkedAt', '<', instantValue(before))
    .execute();
}
