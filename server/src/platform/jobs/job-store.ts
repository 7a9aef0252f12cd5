import { type RawBuilder, sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import type { Db, Tx } from '../db/db.ts';
import { executeBatch, queueWithNext, toPgQuery } from '../db/statements.ts';
import { activeTraceParent } from '../tracing/tracing.ts';

/**
 * Payloads of the background jobs. A job may run twice, so every job must be idempotent. The
 * platform adds one itself; job-list.ts declares the others.
 */
export interface JobPayloads {
  'delete-file': { fileId: string };
}

export type JobName = keyof JobPayloads;

/** A job, and the key under which at most one like it is queued. */
export interface Job<N extends JobName = JobName> {
  readonly name: N;
  key(payload: JobPayloads[N]): string;
}

export const DELETE_FILE: Job<'delete-file'> = {
  name: 'delete-file',
  key: ({ fileId }) => `file:${fileId}`,
};

/**
 * `afterMs`: delay; `keepsTime`: a job already queued keeps its run time; `userId`: whose change
 * orders the job, where the payload does not say it.
 */
interface JobOptions {
  readonly userId?: string;
  readonly afterMs?: number;
  readonly keepsTime?: boolean;
}

/**
 * Adds a job. In a transaction it exists if and only if the change does, and is batched with the
 * next statement. The user of the change is the payload's, or named.
 */
export async function addJob<N extends JobName>(
  db: Tx | Db,
  job: Job<N>,
  payload: JobPayloads[N],
  options: JobOptions = {},
): Promise<void> {
  const add = sql`select ${jobCall(job, payload, options)}`;
  await (db.isTransaction ? queueWithNext(db as Tx, add) : add.execute(db));
}

/**
 * `addJob` as an SQL expression, for use in a larger statement. The payload carries the trace that
 * ordered the job.
 */
export function jobCall<N extends JobName>(
  { name, key }: Job<N>,
  payload: JobPayloads[N],
  options: JobOptions = {},
): RawBuilder<unknown> {
  const { userId, afterMs = 0, keepsTime } = options;
  const content = JSON.stringify({ ...payload, traceparent: activeTraceParent() });

  return sql`queue_job(${userId ?? findUser(payload)}::uuid, ${name}, ${content}::json,
    ${key(payload)}, now() + make_interval(secs => ${afterMs / 1000}::float8),
    ${keepsTime ? 'preserve_run_at' : 'replace'})`;
}

function findUser(payload: object): string | null {
  return 'userId' in payload ? String(payload.userId) : null;
}

/** How `jobCall` begins in a statement. */
export const QUEUE_JOB = 'queue_job(';

/**
 * {@link addJob} for many users' jobs in one statement; sent with the next statement of the
 * transaction.
 */
export async function addJobs<N extends JobName>(
  tx: Tx,
  { name, key }: Job<N>,
  payloads: readonly (JobPayloads[N] & { readonly userId: string })[],
  { afterMs }: { readonly afterMs: number },
): Promise<void> {
  await queueWithNext(
    tx,
    sql`select queue_jobs(${payloads.map(({ userId }) => userId)}::uuid[], ${name},
      ${payloads.map((payload) => JSON.stringify(payload))}::json[], ${payloads.map(key)}::text[],
      now() + make_interval(secs => ${afterMs / 1000}::float8))`,
  );
}

/** Whether a job with this key, an expression, is queued and has attempts left. */
export function hasJob(key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from graphile_worker.jobs where key = ${key} and attempts < max_attempts)`;
}

/** Number of jobs due within `withinMs`, without exhausted ones. */
export async function countDueJobs(db: Db, withinMs: number): Promise<number> {
  const isDue = sql`run_at <= now() + make_interval(secs => ${withinMs / 1000}::float8)`;
  const ordered = await sql<{ waiting: number }>`
    select count(*)::bigint as waiting from queued_jobs where ${isDue}`.execute(db);
  const queued = await sql<{ waiting: number }>`
    select count(*)::bigint as waiting from graphile_worker.jobs
    where ${isDue} and attempts < max_attempts`.execute(db);

  return (ordered.rows[0]?.waiting ?? 0) + (queued.rows[0]?.waiting ?? 0);
}

/**
 * For how many ms the oldest due job has waited that no worker has taken; null when none is due.
 */
export async function readOldestDueJob(db: Db): Promise<number | null> {
  const waited = sql`(extract(epoch from now() - min(run_at)) * 1000)::bigint`;
  const ordered = await sql<{ waitedMs: number | null }>`
    select ${waited} as waited_ms from queued_jobs where run_at <= now()`.execute(db);
  const queued = await sql<{ waitedMs: number | null }>`
    select ${waited} as waited_ms from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts`.execute(db);
  const waits = [...ordered.rows, ...queued.rows].flatMap(({ waitedMs }) => waitedMs ?? []);

  return waits.length > 0 ? Math.max(...waits) : null;
}

/** Removes a queued job, in the caller's transaction, which changes a user's rows. */
export async function cancelJob(
  tx: Tx | Db,
  key: string,
  userId: string | null = null,
): Promise<void> {
  await sql`select cancel_queued_job(${userId}::uuid, ${key})`.execute(tx);
}

/**
 * From now on jobs go to `queued_jobs`, in the transaction and on the machine of their change;
 * those without a user to the queue itself. For a database whose tables are spread.
 */
export async function queueBesideUsers(tx: Tx): Promise<void> {
  await sql`set local check_function_bodies = off`.execute(tx);
  await sql`create or replace function queue_job(
      of_user uuid, name text, payload json, key text, run_at timestamptz, mode text)
    returns boolean language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      if of_user is null then
        perform graphile_worker.add_job(
          name, payload, job_key := key, max_attempts := 25, run_at := run_at,
          job_key_mode := mode, priority := job_priority(name));
      else
        insert into public.queued_jobs (user_id, name, payload, key, run_at, mode)
          values (of_user, name, payload, key, run_at, mode);
      end if;
      return true;
    end $$`.execute(tx);

  await sql`create or replace function queue_jobs(
      users uuid[], name text, payloads json[], keys text[], run_at timestamptz)
    returns bigint language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      insert into public.queued_jobs (user_id, name, payload, key, run_at, mode)
        select job.of_user, queue_jobs.name, job.payload, job.key, queue_jobs.run_at, 'replace'
        from unnest(users, payloads, keys) job(of_user, payload, key);
      return cardinality(users);
    end $$`.execute(tx);

  await sql`create or replace function cancel_queued_job(of_user uuid, key text)
    returns boolean language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      if of_user is null then
        perform graphile_worker.remove_job(key);
      else
        insert into public.queued_jobs (user_id, name, key, run_at, mode)
          values (of_user, '', key, now(), 'cancel');
      end if;
      return true;
    end $$`.execute(tx);
}

interface QueuedJob {
  readonly userId: string;
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  readonly key: string | null;
  readonly runAt: number;
  readonly mode: 'replace' | 'preserve_run_at' | 'cancel';
}

/** Jobs handed over in one transaction. */
const HANDED_OVER_AT_ONCE = 500;
const HAND_OVER_LOCK = 7_319_022_117;

/**
 * Hands the jobs beside users' rows over to the queue, in their order. They are deleted only after
 * the queue has them: one that is interrupted in between is handed over twice, and a job may run
 * twice.
 * @returns how many
 */
export async function handOverJobs(db: Db): Promise<number> {
  if ((await readQueuedJobs(db, 1)).length === 0) return 0;

  return db.transaction().execute(async (lock) => {
    // Two processes at once would hand over the same jobs.
    const { rows } = await sql<{ had: boolean }>`
      select pg_try_advisory_xact_lock(${HAND_OVER_LOCK}::bigint) as had`.execute(lock);
    if (!rows[0]?.had) return 0;

    const jobs = await readQueuedJobs(db, HANDED_OVER_AT_ONCE);
    await db.transaction().execute((tx) => executeBatch(tx, jobs.map(toQueue)));

    const users = jobs.map(({ userId }) => userId);
    await sql`
      delete from queued_jobs q
      using unnest(${users}::uuid[], ${jobs.map(({ id }) => id)}::uuid[]) k(user_id, id)
      where q.user_id = any(${users}::uuid[])
        and q.user_id = k.user_id and q.queued_job_id = k.id`.execute(db);

    return jobs.length;
  });
}

async function readQueuedJobs(db: Db, limit: number): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select user_id, queued_job_id as id, name, payload, key, run_at, mode from queued_jobs
    order by queued_job_id limit ${limit}`.execute(db);
  return rows;
}

function toQueue({ id, name, payload, key, runAt, mode }: QueuedJob): RawBuilder<unknown> {
  if (mode === 'cancel') return sql`select graphile_worker.remove_job(${key}) is not null`;

  // Its own id as the key: handed over twice, it is queued once.
  return sql`
    select graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json, job_key := ${key ?? id},
      max_attempts := 25, run_at := ${new Date(runAt)}, job_key_mode := ${mode},
      priority := job_priority(${name})) is not null`;
}

/**
 * Requeues the exhausted jobs among `names`.
 * @returns how many
 */
export async function requeueExhausted(db: Db, names: readonly JobName[]): Promise<number> {
  const { rows } = await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now(), attempts := 0)
    from graphile_worker.jobs
    where task_identifier = any(${[...names]}) and attempts >= max_attempts and locked_at is null
    having count(*) > 0`.execute(db);
  return rows.length;
}

/**
 * Forgets scheduled runs of `names` that the database's clock has not reached. A process whose
 * clock was ahead marked them as done, and the schedule would wait for them. The library has no
 * public function for it.
 */
export async function forgetRunsToCome(db: Db, names: readonly string[]): Promise<void> {
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 minute'`.execute(db);

  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
    where task_identifier = any(${[...names]})
      and run_at > now() + interval '1 day' and locked_at is null
    having count(*) > 0`.execute(db);
}

/** Marks a worker pool as alive, or as ended, by an advisory lock that the connection holds. */
export async function markWorkerPool(
  client: ClientBase,
  does: 'lock' | 'unlock',
  poolId: string,
): Promise<void> {
  const key = sql`hashtextextended(${`worker:${poolId}`}, 0)`;
  const mark =
    does === 'lock' ? sql`select pg_advisory_lock(${key})` : sql`select pg_advisory_unlock(${key})`;
  await client.query(toPgQuery(mark));
}

/** Unlocks the jobs of worker pools that no connection marks as alive. */
export async function unlockJobsOfDeadWorkers(pool: Pool): Promise<void> {
  await pool.query(
    `with holders as (
       select distinct locked_by from graphile_worker.jobs where locked_by is not null
     ),
     dead as (
       select locked_by from holders
       where pg_try_advisory_xact_lock(hashtextextended('worker:' || locked_by, 0))
     )
     select graphile_worker.force_unlock_workers(array_agg(locked_by))
     from dead having count(*) > 0`,
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

const LISTED_JOB = sql`id::bigint as job_id, task_identifier as name, run_at, attempts,
  max_attempts, locked_at is not null as is_running, last_error as error`;

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

/**
 * Lets a failed job that does not run now run again at once.
 * @returns its name, or null when there is none such
 */
export async function requeueFailedJob(tx: Tx, jobId: number): Promise<string | null> {
  const read = await sql<{ name: string }>`
    select j.task_identifier as name from graphile_worker.jobs j
    cross join lateral (
      select count(*) from graphile_worker.reschedule_jobs(
        array[j.id], run_at := now(), attempts := 0)) r
    where j.id = ${jobId} and j.last_error is not null and j.locked_at is null`.execute(tx);
  return read.rows[0]?.name ?? null;
}
