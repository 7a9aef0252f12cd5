import { type RawBuilder, sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import type { Db, Tx } from '../db/db.ts';
import { namedStatement } from '../db/named-statement.ts';
import { queueWithNext } from '../db/statements.ts';
import { activeTraceParent } from '../tracing/tracing.ts';

/**
 * Payloads of the background jobs. A job may run twice, so every job must be idempotent. The platform adds one itself;
 * lending/job-list.ts declares the others.
 */
export interface JobPayloads {
  'delete-file': { fileId: string };
}
export type JobName = keyof JobPayloads;

/** `key`: at most one queued job per key; `afterMs`: delay; `keepsTime`: a job already queued keeps its run time. */
interface JobOptions {
  readonly key?: string;
  readonly afterMs?: number;
  readonly keepsTime?: boolean;
}

/**
 * Adds a job. In a transaction it exists if and only if the change does, and is batched with the next statement.
 */
export async function addJob<N extends JobName>(
  db: Tx | Db,
  name: N,
  payload: JobPayloads[N],
  options: JobOptions = {},
): Promise<void> {
  const add = sql`select ${jobCall(name, payload, options)}`;
  await (db.isTransaction ? queueWithNext(db as Tx, add) : add.execute(db));
}

/** `addJob` as an SQL expression, for use in a larger statement. The payload carries the trace that ordered the job. */
export function jobCall<N extends JobName>(
  name: N,
  payload: JobPayloads[N],
  options: JobOptions = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${name}, ${JSON.stringify({ ...payload, traceparent: activeTraceParent() })}::json, job_key := ${options.key ?? null},
    max_attempts := 25, run_at := now() + make_interval(secs => ${(options.afterMs ?? 0) / 1000}::float8),
    job_key_mode := ${options.keepsTime ? 'preserve_run_at' : 'replace'})`;
}

/** How `jobCall` begins in a statement. */
export const ADD_JOB = 'graphile_worker.add_job(';

/** {@link addJob} for many jobs, each with its key, in one statement; sent with the next statement of the transaction. */
export async function addJobs<N extends JobName>(
  tx: Tx,
  name: N,
  jobs: readonly { readonly payload: JobPayloads[N]; readonly key: string }[],
  { afterMs }: { readonly afterMs: number },
): Promise<void> {
  await queueWithNext(
    tx,
    sql`select count(*) from graphile_worker.add_jobs(array(
      select (${name}, job.payload, null, now() + make_interval(secs => ${afterMs / 1000}::float8), 25, job.key, 0, null)
             ::graphile_worker.job_spec
      from unnest(${jobs.map(({ payload }) => JSON.stringify(payload))}::json[], ${jobs.map(({ key }) => key)}::text[])
        job(payload, key)))`,
  );
}

/** Whether a job with this key, an expression, is queued and has attempts left. */
export function hasJob(key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from graphile_worker.jobs where key = ${key} and attempts < max_attempts)`;
}

/** Number of jobs due within `withinMs`, without exhausted ones. */
export async function countDueJobs(db: Db, withinMs: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::bigint as waiting from graphile_worker.jobs
    where run_at <= now() + make_interval(secs => ${withinMs / 1000}::float8) and attempts < max_attempts`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** For how many ms the oldest due job has waited that no worker has taken; null when none is due. */
export async function readOldestDueJob(db: Db): Promise<number | null> {
  const { rows } = await sql<{ waitedMs: number | null }>`
    select (extract(epoch from now() - min(run_at)) * 1000)::bigint as waited_ms from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts`.execute(db);
  return rows[0]?.waitedMs ?? null;
}

/** Removes a queued job, in the caller's transaction. */
export async function cancelJob(db: Tx | Db, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db);
}

/** Requeues the exhausted jobs among `names`. @returns how many */
export async function requeueExhausted(db: Db, names: readonly JobName[]): Promise<number> {
  const { rows } = await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now(), attempts := 0)
    from graphile_worker.jobs
    where task_identifier = any(${[...names]}) and attempts >= max_attempts and locked_at is null
    having count(*) > 0`.execute(db);
  return rows.length;
}

/**
 * Forgets scheduled runs of `names` that the database's clock has not reached. A process whose clock was ahead marked them as done,
 * and the schedule would wait for them. The library has no public function for it.
 */
export async function forgetRunsToCome(db: Db, names: readonly string[]): Promise<void> {
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 minute'`.execute(db);
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
    where task_identifier = any(${[...names]}) and run_at > now() + interval '1 day' and locked_at is null
    having count(*) > 0`.execute(db);
}

const MARKS = {
  lock: namedStatement<'pool'>('select pg_advisory_lock(hashtextextended(:pool, 0))'),
  unlock: namedStatement<'pool'>('select pg_advisory_unlock(hashtextextended(:pool, 0))'),
};

/** Marks a worker pool as alive, or as ended, by an advisory lock that the connection holds. */
export async function markWorkerPool(client: ClientBase, does: 'lock' | 'unlock', poolId: string): Promise<void> {
  await client.query(MARKS[does]({ pool: `worker:${poolId}` }));
}

/** Unlocks the jobs of worker pools that no connection marks as alive. */
export async function unlockJobsOfDeadWorkers(pool: Pool): Promise<void> {
  await pool.query(
    `with holders as (select distinct locked_by from graphile_worker.jobs where locked_by is not null),
       dead as (select locked_by from holders where pg_try_advisory_xact_lock(hashtextextended('worker:' || locked_by, 0)))
     select graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead having count(*) > 0`,
  );
}

/** A job of the queue as a person may see it: its content is left out. */
export interface ListedJob {
  readonly jobId: number;
  readonly name: string;
  readonly runAt: number;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly isRunning: boolean;
  readonly error: string | null;
}

const LISTED_JOB = sql`id::bigint as job_id, task_identifier as name, run_at, attempts, max_attempts,
  locked_at is not null as is_running, last_error as error`;

/** Jobs after one, oldest first: those that failed at least once, or all others. */
export async function listJobs(
  db: Db,
  of: { list: 'waiting' | 'failed'; after: number; limit: number },
): Promise<ListedJob[]> {
  const read = await sql<ListedJob>`
    select ${LISTED_JOB} from graphile_worker.jobs
    where id > ${of.after} and (last_error is not null) = ${of.list === 'failed'}
    order by id limit ${of.limit}`.execute(db);
  return read.rows;
}

/** How many jobs are due, wait for later, and failed at their last attempt. */
export async function countJobs(db: Db): Promise<{ due: number; later: number; failed: number }> {
  const read = await sql<{ due: number; later: number; failed: number }>`
    select count(*) filter (where last_error is null and run_at <= now())::int as due,
           count(*) filter (where last_error is null and run_at > now())::int as later,
           count(*) filter (where last_error is not null)::int as failed
    from graphile_worker.jobs`.execute(db);
  return read.rows[0]!;
}

/** Lets a failed job that does not run now run again at once. @returns its name, or null when there is none such */
export async function requeueFailedJob(tx: Tx, jobId: number): Promise<string | null> {
  const read = await sql<{ name: string }>`
    select j.task_identifier as name from graphile_worker.jobs j
    cross join lateral (select count(*) from graphile_worker.reschedule_jobs(array[j.id], run_at := now(), attempts := 0)) r
    where j.id = ${jobId} and j.last_error is not null and j.locked_at is null`.execute(tx);
  return read.rows[0]?.name ?? null;
}
