import { sql } from 'kysely';
import { type Db, timestamp } from '../../platform/db/db.ts';

/** Deletes the recorded passes of all checks but the named ones. */
export async function deleteOtherPasses(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from self_check_passes where name <> all(${names})`.execute(db);
}

/** Records when a check last passed; one that never passed is recorded with instant 0. */
export async function recordPass(db: Db, name: string, at: number | null): Promise<void> {
  await sql`
    insert into self_check_passes (name, last_passed_at) values (${name}, ${timestamp(at ?? 0)})
    on conflict (name) do update set last_passed_at = excluded.last_passed_at where ${at !== null}::boolean`.execute(
    db,
  );
}

/** The instant at which the check that passed longest ago last passed, without the named ones; null when none is recorded. */
export async function readEarliestPass(db: Db, without: readonly string[]): Promise<number | null> {
  const read = await sql<{ since: number | null }>`
    select min(last_passed_at) as since from self_check_passes where name <> all(${without})`.execute(db);
  return read.rows[0]?.since ?? null;
}

/** By how many days a sandbox's business day is ahead of the calendar. */
export async function readDaysAhead(db: Db): Promise<number> {
  const read = await sql<{ daysAhead: number }>`select days_ahead from sandbox_day`.execute(db);
  return read.rows[0]?.daysAhead ?? 0;
}
