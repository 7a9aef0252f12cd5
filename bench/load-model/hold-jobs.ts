import type { Client } from 'pg';

/**
 * Holds back the jobs that a close of day queues. Debt reminders wait for the hours that the law allows,
 * and figures would be those of an hour; the self-checks look at everything there is.
 */
export async function holdJobs(db: Client): Promise<void> {
  await db.query(`
    create or replace function hold_jobs() returns trigger language plpgsql as $$
      begin new.run_at := greatest(new.run_at, now() + interval '1 day'); return new; end $$;
    create or replace trigger hold_jobs before insert on graphile_worker._private_jobs for each row
      when (new.key like 'dunning:%' or new.key = 'self-check') execute function hold_jobs()`);
}
