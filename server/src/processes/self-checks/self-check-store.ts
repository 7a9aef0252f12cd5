import { sql } from 'kysely';
import type { VerifiedSums } from '../../lending/book/ledger-totals-store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { endedBefore, thisCluster } from '../../platform/db/horizon-store.ts';
import type { CheckMark } from './check-scope-store.ts';

/** Deletes the recorded passes of all checks but the named ones. */
export async function deleteOtherPasses(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from self_check_passes where name <> all(${names})`.execute(db);
}

/** A pass of a check: up to which mark it looked, and whether it looked at everything. */
interface Pass {
  readonly mark: CheckMark;
  readonly isWhole: boolean;
  readonly verified: VerifiedSums | null;
}

/** Records a pass. Null records a check that has never passed: at time 0, with no transaction. */
export async function recordPass(db: Db, name: string, pass: Pass | null): Promise<void> {
  const sums = pass?.verified ? JSON.stringify(pass.verified.sums) : null;
  const at = timestamp(pass?.mark.at ?? 0);
  const wholeAt = pass?.isWhole ? at : null;

  await sql`
    insert into self_check_passes as p (
      name, last_passed_at, before_xact, cluster, last_whole_at, sums)
    values (
      ${name}, ${at}, ${pass?.mark.beforeXact ?? 0}, ${thisCluster},
      ${wholeAt}::timestamptz, ${sums}::jsonb)
    on conflict (name) do update set
      last_passed_at = excluded.last_passed_at, before_xact = excluded.before_xact,
      cluster = excluded.cluster, sums = excluded.sums,
      last_whole_at = coalesce(excluded.last_whole_at, p.last_whole_at)
    where ${pass !== null}::boolean`.execute(db);
}

/** The pass that is longest ago, among all checks but the named ones. */
interface EarliestPass {
  readonly mark: CheckMark;
  /** When the last of them passed over everything, UTC ms; null when one never did. */
  readonly wholeAt: number | null;
}

/**
 * @returns null if no pass is recorded, if a check has never passed, or if the passes come from the
 * database that this one was restored from: its transactions have other numbers
 */
export async function readEarliestPass(
  db: Db,
  without: readonly string[],
): Promise<EarliestPass | null> {
  const read = await sql<{
    beforeXact: number | null;
    at: number | null;
    wholeAt: number | null;
    isKnown: boolean;
  }>`
    select min(before_xact) as before_xact, min(last_passed_at) as at,
           case when bool_and(last_whole_at is not null) then min(last_whole_at) end as whole_at,
           coalesce(bool_and(cluster = ${thisCluster} and before_xact <= ${endedBefore}), false)
             as is_known
    from self_check_passes where name <> all(${without})`.execute(db);
  const { beforeXact, at, wholeAt, isKnown } = read.rows[0]!;

  return isKnown && beforeXact && at ? { mark: { beforeXact, at }, wholeAt } : null;
}

/** The sums of the entries at the last comparison with the totals. */
export async function readVerifiedSums(tx: Tx): Promise<VerifiedSums | null> {
  const { rows } = await sql<VerifiedSums>`
    select before_xact, sums from self_check_passes
    where sums is not null and before_xact > 0 and cluster = ${thisCluster}`.execute(tx);

  return rows[0] ?? null;
}

/** How many days the sandbox's business day is ahead of the calendar. */
export async function readDaysAhead(db: Db): Promise<number> {
  const read = await sql<{ daysAhead: number }>`select days_ahead from sandbox_day`.execute(db);
  return read.rows[0]?.daysAhead ?? 0;
}
