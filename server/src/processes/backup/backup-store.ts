import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import type { LedgerFact } from '../../platform/ports/erasure-ledger.ts';

/** A backup that was finished. */
interface FinishedBackup {
  readonly label: string;
  /** Also when another tool made that part, as the command was told. */
  readonly hasDatabase: boolean;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly files: number;
}

export async function insertBackup(db: Db, backup: FinishedBackup): Promise<void> {
  const { startedAt, finishedAt, ...rest } = backup;
  await db
    .insertInto('backups')
    .values({ ...rest, startedAt: timestamp(startedAt), finishedAt: timestamp(finishedAt) })
    .execute();
}

/**
 * When the newest finished backup of the database, and of the files, was started; when there is
 * none, since when the installation is there.
 */
export async function readNewestBackups(
  db: Db,
): Promise<{ database: number | null; files: number | null }> {
  const { rows } = await sql<{ database: number | null; files: number | null }>`
    select coalesce(max(started_at) filter (where has_database),
                    (select created_at from installation)) as database,
           coalesce(max(started_at), (select created_at from installation)) as files
    from backups`.execute(db);
  return rows[0] ?? { database: null, files: null };
}

/**
 * Whether the last attempt to archive the write-ahead log failed; null where the database archives
 * nothing.
 */
export async function readArchiver(db: Db): Promise<{ isFailing: boolean } | null> {
  const { rows } = await sql<{ isFailing: boolean }>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
             as is_failing
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(db);
  return rows[0] ?? null;
}

/**
 * When a user was erased, and when consents that are not in force ended; nothing for a user who is
 * not there.
 */
export async function readLedgerFacts(db: Db, userId: string): Promise<LedgerFact[]> {
  const { rows } = await sql<LedgerFact>`
    select user_id, 'erased' as what, erased_at as at from users
    where user_id = ${userId} and erased_at is not null
    union all
    select c.user_id, c.purpose, max(c.withdrawn_at) from consents c join users u using (user_id)
    where c.user_id = ${userId} and c.withdrawn_at is not null and u.erased_at is null
    group by c.user_id, c.purpose`.execute(db);
  return rows;
}

/** Those of the users that are there and not erased. */
export async function listNotErased(db: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from users
    where user_id = any(${[...userIds]}::uuid[]) and erased_at is null`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Those of the ended consents that are in force, given before they ended. */
export async function listStillInForce(
  db: Db,
  ended: readonly LedgerFact[],
): Promise<LedgerFact[]> {
  const { rows } = await sql<LedgerFact>`
    select distinct e.user_id, e.what, e.at from jsonb_to_recordset(${JSON.stringify(
      ended.map(({ userId, what, at }) => ({ user_id: userId, what, at })),
    )}::jsonb) e (user_id uuid, what text, at bigint)
    join consents c on c.user_id = e.user_id and c.purpose = e.what
    where c.decision = 'given' and c.withdrawn_at is null
      and c.at <= to_timestamp(e.at / 1000.0)`.execute(db);
  return rows;
}

/**
 * Ends every session, link and code: what was ended or used after the point that the database was
 * restored to would be valid again.
 * @returns how many sessions were ended
 */
export async function endAllSignIns(tx: Tx, now: number): Promise<number> {
  const at = timestamp(now);
  await sql`update magic_links set used_at = ${at} where used_at is null`.execute(tx);
  await sql`delete from otp_requests`.execute(tx);
  await sql`delete from staff_challenges`.execute(tx);
  await sql`update staff_invitations set used_at = ${at} where used_at is null`.execute(tx);

  const staff =
    await sql`update staff_sessions set ended_at = ${at} where ended_at is null`.execute(tx);
  const borrowers =
    await sql`update sessions set revoked_at = ${at} where revoked_at is null`.execute(tx);

  return Number((staff.numAffectedRows ?? 0n) + (borrowers.numAffectedRows ?? 0n));
}

/** Columns with the ids of stored files; `file_ids` are arrays. */
export const FILE_COLUMNS = [
  ['data_exports', 'json_file_id'],
  ['data_exports', 'pdf_file_id'],
  ['retained_records', 'file_ids'],
  ['identity_documents', 'file_id'],
  ['liveness_checks', 'review_file_id'],
  ['sealed_papers', 'file_id'],
  ['identity_sources', 'photo_file_id'],
  ['repayment_proofs', 'file_id'],
  ['feedback_tickets', 'file_ids'],
  ['ledger_exports', 'file_id'],
] as const;

/** The files whose id begins so, that a row refers to. */
export async function listReferencedFiles(db: Db, prefix: string): Promise<Set<string>> {
  const parts = FILE_COLUMNS.map(([table, column]) => {
    const ids = column === 'file_ids' ? sql`unnest(${sql.ref(column)})` : sql.ref(column);
    return sql`select ${ids} as file_id from ${sql.table(table)}`;
  });
  const { rows } = await sql<{ fileId: string }>`
    select distinct file_id from (${sql.join(parts, sql` union all `)}) r
    where file_id is not null and left(file_id, ${prefix.length}) = ${prefix}`.execute(db);

  return new Set(rows.map(({ fileId }) => fileId));
}
