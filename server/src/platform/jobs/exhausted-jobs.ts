import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { JobName } from './jobs.ts';

/** Jobs no table row can recreate: one that exhausted its attempts must be requeued. */
const jobsWithoutRow = ['refund-overpaid', 'waive-residual', 'delete-file'] as const satisfies readonly JobName[];

/** Requeues exhausted jobs that must still run. @returns how many */
export async function requeueExhausted(db: Db): Promise<number> {
  const { rows } = await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now(), attempts := 0)
    from graphile_worker.jobs
    where task_identifier = any(${[...jobsWithoutRow]}) and attempts >= max_attempts and locked_at is null
    having count(*) > 0`.execute(db);
  return rows.length;
}
