import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';

// Only this file of the benches names the tables and functions of the job queue.

/**
 * Holds back the jobs that a close of day queues. Debt reminders wait for the hours that the law
 * allows, and figures would be those of an hour; the self-checks look at everything there is.
 */
export async function holdJobs(db: Client): Promise<void> {
  await db.query(`
    create or replace function hold_jobs() returns trigger language plpgsql as $$
      begin new.run_at := greatest(new.run_at, now() + interval '1 day'); return new; end $$;
    create or replace trigger hold_jobs before insert on graphile_worker._private_jobs for each row
      when (new.key like 'dunning:%' or new.key = 'self-check') execute function hold_jobs()`);
}

/** Lets all jobs run when they are due again. */
export async function releaseJobs(db: Client): Promise<void> {
  await db.query('drop trigger if exists hold_jobs on graphile_worker._private_jobs');
}

export async function deleteJobs(db: Client): Promise<void> {
  await db.query('delete from graphile_worker._private_jobs');
}

const ADD_JOB = namedStatement<'name'>('select graphile_worker.add_job(:name)');

const COUNT_JOBS = namedStatement<'name'>(
  'select count(*)::int as n from graphile_worker.jobs where task_identifier = :name',
);

/** Queues a job, and waits until none of its name is queued or runs. */
export async function runJob(db: Client, name: string): Promise<void> {
  await db.query(ADD_JOB({ name }));

  for (;;) {
    const { rows } = await db.query(COUNT_JOBS({ name }));
    if (rows[0].n === 0) return;
    await pause(500);
  }
}
