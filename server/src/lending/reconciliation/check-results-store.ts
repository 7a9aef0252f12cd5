import { sql } from 'kysely';
import { type Db, timestamp } from '../../platform/db/db.ts';

interface CheckRunRow {
  readonly name: string;
  readonly runAt: number;
  readonly examined: number;
  readonly problemCount: number;
  readonly problems: readonly string[];
  readonly listed: readonly string[];
}

const SHOWN = 50;
const DAYS_KEPT = 90;

/** Records what a run of a self-check found, and forgets runs older than ninety days. */
export async function saveCheckRun(
  db: Db,
  of: {
    name: string;
    now: number;
    examined: number;
    problems: readonly string[];
    listed: readonly string[];
  },
): Promise<void> {
  const { name, now, examined, problems, listed } = of;
  await sql`
    insert into self_check_results (name, run_at, examined, problem_count, problems, listed)
    values (${name}, ${timestamp(now)}, ${examined}, ${problems.length}, ${JSON.stringify(problems.slice(0, SHOWN))}::jsonb,
            ${JSON.stringify(listed.slice(0, SHOWN))}::jsonb)
    on conflict (name, run_at) do nothing`.execute(db);
  await sql`delete from self_check_results where run_at < ${timestamp(now - DAYS_KEPT * 86_400_000)}`.execute(
    db,
  );
}

/** The last run of each of these checks. */
export async function listLastRuns(db: Db, names: readonly string[]): Promise<CheckRunRow[]> {
  const read = await sql<CheckRunRow>`
    select distinct on (name) name, run_at, examined, problem_count, problems, listed from self_check_results
    where name = any(${[...names]}::text[]) order by name, run_at desc`.execute(db);
  return read.rows;
}

/** Runs of a check before an instant, newest first. */
export async function listCheckRuns(
  db: Db,
  of: { name: string; before: number | null; limit: number },
): Promise<CheckRunRow[]> {
  const before = of.before === null ? null : timestamp(of.before);
  const read = await sql<CheckRunRow>`
    select name, run_at, examined, problem_count, problems, listed from self_check_results
    where name = ${of.name} and (${before}::timestamptz is null or run_at < ${before}::timestamptz)
    order by run_at desc limit ${of.limit}`.execute(db);

  return read.rows;
}
