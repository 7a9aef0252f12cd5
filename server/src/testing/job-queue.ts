import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { JobName, JobPayloads } from '../platform/jobs/job-store.ts';

// All of it by graphile-worker's public view and functions; what needs its tables is in job-queue-internals.ts.

/** Deletes every queued job, as if it had been lost. */
export async function deleteQueuedJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`.execute(db);
}

/** Uses up the attempts of every queued job, or of the one with a key. */
export async function exhaustQueuedJobs(db: Db, key?: string): Promise<void> {
  await sql`select graphile_worker.permanently_fail_jobs(array_agg(id), 'exhausted by a test')
    from graphile_worker.jobs where key = ${key ?? null} or ${key ?? null}::text is null`.execute(db);
}

/** Makes every queued job due now. */
export async function makeQueuedJobsDue(db: Db): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs`.execute(
    db,
  );
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
  const { rows } = await sql<QueuedJob<N>>`
    select key, attempts, payload, run_at <= now() as is_due from graphile_worker.reschedule_jobs(
      (select array_agg(id) from graphile_worker.jobs where task_identifier = ${name})) order by id`.execute(db);
  return rows;
}
