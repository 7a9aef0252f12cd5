import { type RawBuilder, sql } from 'kysely';
import type { DataRecipient } from '../../people/personal-data/retention-map.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';

/** What should be deleted by now; instants as UTC ms. */
interface RetentionEnds {
  /** Exports that expired, erasures that were due and users erased before it. */
  readonly before: number;
  readonly recordsBefore: string;
  readonly sessionsBefore: number;
  /** Signed sources that were read before it and never compared; pictures of faces as old. */
  readonly sourcesBefore: number;
  /** The tables that hold nothing of an erased user. */
  readonly tables: readonly DataRecipient[];
}

/** A sentence for each item that should be deleted by now. */
export async function listRetentionProblems(
  tx: Tx,
  { before, recordsBefore, sessionsBefore, sourcesBefore, tables }: RetentionEnds,
): Promise<string[]> {
  const faults: RawBuilder<{ problem: string }>[] = [
    sql`select 'a data export of user ' || user_id || ' is past its retention' as problem
        from data_exports where state <> 'gone' and expires_at < ${timestamp(before)}`,
    sql`select 'user ' || user_id || ' is not erased yet' as problem
        from erasures where state = 'waiting' and due_at < ${timestamp(before)}`,
    sql`select 'the retained record of user ' || user_id || ' is past its retention' as problem
        from retained_records where retain_until < ${recordsBefore}::date`,
    sql`select 'the signed source of user ' || s.user_id || ' still has what was read' as problem
        from identity_sources s
        where (s.verdict = 'pending' and s.created_at < ${timestamp(sourcesBefore)})
           or (s.verdict <> 'pending' and (s.fields_enc is not null or s.photo_file_id is not null)
             and not exists (
               select from identities i where i.user_id = s.user_id and i.state = 'review'))`,
    sql`select 'the face picture of user ' || user_id || ' is past its retention' as problem
        from liveness_checks
        where review_file_id is not null and decided_at < ${timestamp(sourcesBefore)}`,
    sql`select 'the unconfirmed address of user ' || a.user_id || ' is past its retention' as problem
        from addresses a
        where a.confirmed_at is null and a.saved_at < ${timestamp(sourcesBefore)}`,
    sql`select count(*) || ' sessions are past their retention' as problem
        from sessions where last_used_at < ${timestamp(sessionsBefore)} having count(*) > 0`,
    sql`select 'erased user ' || user_id || ' still has a phone' as problem
        from users where erased_at is not null and masked_phone <> ''`,
    ...tables.map(
      (table) => sql<{ problem: string }>`
        select 'erased user ' || t.user_id || ' is still in ' || ${table}::text as problem
        from ${sql.table(table)} t
        where t.user_id in (
          select u.user_id from users u where u.erased_at < ${timestamp(before)})
        group by t.user_id`,
    ),
  ];
  const problems: string[] = [];

  for (const fault of faults)
    problems.push(...(await fault.execute(tx)).rows.map(({ problem }) => problem));

  return problems;
}

export async function countErasedUsers(tx: Tx): Promise<number> {
  const counted = await sql<{
    n: number;
  }>`select count(*) as n from users where erased_at is not null`.execute(tx);
  return counted.rows[0]?.n ?? 0;
}
