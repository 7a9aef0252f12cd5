import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** A page of users in the order of their ids. */
interface Page {
  readonly after: string;
  readonly limit: number;
}

/** Users whose erasure is due at an instant (UTC ms). */
export function listDueErasures(db: Db, dueBy: number, page: Page): Promise<string[]> {
  const isDue = sql<boolean>`state = 'waiting' and due_at <= ${timestamp(dueBy)}`;
  return listUsers(db, 'erasures', isDue, page);
}

/** Users erased after an instant (UTC ms). */
export function listErasedUsers(db: Db, since: number, page: Page): Promise<string[]> {
  return listUsers(db, 'users', sql<boolean>`erased_at > ${timestamp(since)}`, page);
}

async function listUsers(
  db: Db,
  table: 'erasures' | 'users',
  condition: RawBuilder<boolean>,
  { after, limit }: Page,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('userId')
    .where(condition)
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(limit)
    .execute();

  return rows.map((row) => row.userId);
}

/**
 * Marks expired data exports as gone.
 * @returns the file ids of each; null for a file not made
 */
export async function expireExports(
  tx: Tx,
  now: number,
  limit: number,
): Promise<(string | null)[][]> {
  const { rows } = await sql<{ files: (string | null)[] }>`
        update data_exports e set state = 'gone', json_file_id = null, pdf_file_id = null
        from (
          select user_id, export_id from data_exports
          where state <> 'gone' and expires_at <= ${timestamp(now)}
          order by expires_at limit ${limit}) due
        where e.user_id = due.user_id and e.export_id = due.export_id and e.state <> 'gone'
        returning array[old.json_file_id, old.pdf_file_id] as files`.execute(tx);
  return rows.map(({ files }) => files);
}

/**
 * Deletes retained records whose last day is before a day.
 * @returns the file ids of each
 */
export async function deleteRetainedRecords(
  tx: Tx,
  day: string,
  limit: number,
): Promise<string[][]> {
  const { rows } = await sql<{ files: string[] }>`
        delete from retained_records where user_id in (
          select user_id from retained_records where retain_until < ${day}::date limit ${limit})
        returning file_ids as files`.execute(tx);
  return rows.map(({ files }) => files);
}

/**
 * Deletes what was found on sanctions lists of users who were erased before a day.
 * @returns how many
 */
export async function deleteHits(db: Db, day: string, limit: number): Promise<number> {
  const deleted = await sql`
      delete from sanctions_hits h where (h.user_id, h.hit_id) in (
        select f.user_id, f.hit_id from sanctions_hits f join users u on u.user_id = f.user_id
        where u.erased_at < ${day}::date limit ${limit})`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

/**
 * Deletes sessions last used before an instant (UTC ms).
 * @returns how many
 */
export async function deleteOldSessions(db: Db, before: number, limit: number): Promise<number> {
  const deleted = await sql`
      delete from sessions s where (s.user_id, s.session_id) in (
        select user_id, session_id from sessions
        where last_used_at < ${timestamp(before)} limit ${limit})`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

/**
 * Deletes rows of the audit log about access that are older than logs are kept.
 * @returns how many
 */
export async function purgeOldAuditRows(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{
    purged: number;
  }>`select purge_old_audit_rows(${limit}::int) as purged`.execute(db);
  return rows[0]?.purged ?? 0;
}
