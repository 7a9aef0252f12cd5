import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { handOverJobs, type JobName, type JobPayloads } from '../platform/jobs/job-store.ts';

// All of it by graphile-worker's public view and functions; what needs its tables is in
// job-queue-internals.ts. Each first hands over what a distributed database holds beside its users'
// rows, as the jobs process does.

/** The rows of a statement, run once the jobs are handed over. */
async function inQueue<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  await handOverJobs(db);
  return (await statement.execute(db)).rows;
}

/** Deletes every queued job, as if it had been lost. */
export async function deleteQueuedJobs(db: Db): Promise<void> {
  await inQueue(
    db,
    sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`,
  );
}

/** Uses up the attempts of every queued job, or of the one with a key. */
export async function exhaustQueuedJobs(db: Db, key?: string): Promise<void> {
  await inQueue(
    db,
    sql`select graphile_worker.permanently_fail_jobs(array_agg(id), 'exhausted by a test')
    from graphile_worker.jobs where key = ${key ?? null} or ${key ?? null}::text is null`,
  );
}

/** Makes every queued job due, by now for so many minutes. */
export async function makeQueuedJobsDue(db: Db, minutes = 0): Promise<void> {
  await inQueue(
    db,
    sql`select graphile_worker.reschedule_jobs(
      array_agg(id), run_at := now() - make_interval(mins => ${minutes}))
    from graphile_worker.jobs`,
  );
}

/**
 * Ends what a worker locked: removes the jobs that are done, and lets those that failed run again
 * in an hour.
 */
export async function endLockedJobs(
  db: Db,
  {
    workerId,
    done,
    failed,
  }: { workerId: string; done: readonly string[]; failed: readonly string[] },
): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${[workerId]}::text[])`.execute(db);
  await sql`select graphile_worker.complete_jobs(${done}::bigint[])`.execute(db);
  await sql`select graphile_worker.reschedule_jobs(
    ${failed}::bigint[], run_at := now() + interval '1 hour')`.execute(db);
}

/** In how many minutes the job with a key is due, rounded up; 0 when it is due or not queued. */
export async function readWaitMinutes(db: Db, key: string): Promise<number> {
  const rows = await inQueue(
    db,
    sql<{ minutes: number }>`
    select greatest(0, ceil(extract(epoch from run_at - now()) / 60))::int as minutes
    from graphile_worker.jobs where key = ${key}`,
  );
  return rows[0]?.minutes ?? 0;
}

/** Names of the queued jobs, oldest first. */
export async function readJobNames(db: Db): Promise<string[]> {
  const rows = await inQueue(
    db,
    sql<{ name: string }>`
    select task_identifier as name from graphile_worker.jobs order by id`,
  );
  return rows.map(({ name }) => name);
}

/** Seconds until each job of a name is due. */
export async function readJobDelays(db: Db, name: JobName): Promise<number[]> {
  const rows = await inQueue(
    db,
    sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::float8 as seconds
    from graphile_worker.jobs where task_identifier = ${name}`,
  );
  return rows.map(({ seconds }) => seconds);
}

/** The errors of queued jobs that have failed. */
export async function readJobErrors(db: Db): Promise<string[]> {
  const rows = await inQueue(
    db,
    sql<{ lastError: string }>`
    select last_error from graphile_worker.jobs where last_error is not null`,
  );
  return rows.map(({ lastError }) => lastError);
}

interface QueuedJob<N extends JobName> {
  readonly key: string | null;
  readonly attempts: number;
  readonly payload: JobPayloads[N];
  readonly isDue: boolean;
}

/** The queued jobs of a name, oldest first. */
export async function readQueuedJobs<N extends JobName>(db: Db, name: N): Promise<QueuedJob<N>[]> {
  // The public view has no payload; rescheduling to the same time returns it.
  return inQueue(
    db,
    sql<QueuedJob<N>>`
      select key, attempts, payload, run_at <= now() as is_due
      from graphile_worker.reschedule_jobs((
        select array_agg(id) from graphile_worker.jobs where task_identifier = ${name}))
      order by id`,
  );
}
