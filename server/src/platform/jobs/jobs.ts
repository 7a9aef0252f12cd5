import { type JobHelpers, Logger, run, runMigrations, type TaskList } from 'graphile-worker';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../db/db.ts';
import { queueWithNext } from '../db/statements.ts';
import type { Deps } from '../deps.ts';
import { JobPool } from './job-pool.ts';
import { keepRunning } from './job-runner.ts';
import { watchJobWorkers } from './job-workers.ts';

/** Work done outside a request, and what each piece is given. Every one may run twice and must bear it. */
export interface JobPayloads {
  'send-payout': { userId: string; orderId: string; payoutRef: string };
  'query-payout': { userId: string; orderId: string; payoutRef: string; attempt: number };
  'evaluate-credit': { userId: string };
  'validate-account': { userId: string; attempt: number };
  'query-payment': { userId: string; orderId: string; code: string; attempt: number };
  /** What was paid too much is given back. */
  'refund-overpaid': { userId: string; orderId: string };
  /** What nobody could pay of an order is let go. */
  'waive-residual': { userId: string; orderId: string };
  'send-refund': { userId: string; orderId: string; refundRef: string };
  'query-refund': { userId: string; orderId: string; refundRef: string; attempt: number };
  /** Money that nobody claims is sent back to where it came from. */
  'refund-unclaimed-funds': { provider: string; providerRef: string; attempt: number };
  /** What a notice waits for: to be sent, sent again, or asked about. */
  'send-notice': { userId: string; messageId: string };
  'delete-file': { fileId: string };
  /** What waits to be told of an order's dues. */
  'send-dues-message': { userId: string; orderId: string };
  'close-of-day': Record<string, never>;
  'self-check': Record<string, never>;
  'expire-quotes': Record<string, never>;
  'sweep-old': Record<string, never>;
  /** A copy of a user's data. */
  'make-export': { userId: string; exportId: string };
  'purge-expired': Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** A job's work: (what it was given, the app's parts). */
export type JobTable = { readonly [N in JobName]: (deps: Deps, payload: JobPayloads[N]) => Promise<void> };

/** How a job is asked for: `key` keeps one of a kind waiting; `afterMs` delays it; `keepsTime` leaves one that waits its time. */
interface JobOptions {
  readonly key?: string;
  readonly afterMs?: number;
  readonly keepsTime?: boolean;
}

/**
 * Asks for a job: in a transaction it exists if and only if the change does, and is sent with the statement that follows.
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

/** The same as an expression, for a statement that does more with it. */
export function jobCall<N extends JobName>(
  name: N,
  payload: JobPayloads[N],
  options: JobOptions = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key := ${options.key ?? null},
    max_attempts := 25, run_at := now() + make_interval(secs => ${(options.afterMs ?? 0) / 1000}::float8),
    job_key_mode := ${options.keepsTime ? 'preserve_run_at' : 'replace'})`;
}

/** Takes a waiting job away, in the caller's transaction. */
export async function cancelJob(db: Tx | Db, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db);
}

/** What is done by the clock: the time of day is UTC. */
const CRONTAB = `
*/5 * * * * sweep-old ?max=3
7 * * * * expire-quotes ?max=3
43 */6 * * * purge-expired ?max=3
31 18 * * * close-of-day ?max=3&jobKey=close-of-day&fill=1d&id=close-of-day
17 * * * * close-of-day ?max=3&jobKey=close-of-day&id=close-of-day-again
`;

/** Brings the job tables up to date. */
export async function migrateJobs(connectionString: string): Promise<void> {
  const pool = makeJobPool(connectionString, () => undefined);
  try {
    await runMigrations({ pgPool: pool, logger: silent });
  } finally {
    await pool.end();
  }
}

/** A lost connection fails the query that used it; the process must not end over it. */
function makeJobPool(connectionString: string, onError: (err: Error) => void): pg.Pool {
  const pool = new JobPool({ connectionString, max: 4 });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** How long work left to this process waits at most before it is queued. */
const FILL_EVERY_MS = 200;

const silent = new Logger(() => () => undefined);

/** Runs jobs until stopped, taking in what was left to it by `queueDeferredWork`; outlives a database that goes away and comes back. */
export async function startJobs(
  deps: Deps,
  table: JobTable,
  queueDeferredWork: (deps: Deps) => Promise<unknown> = async () => undefined,
): Promise<{ stop(): Promise<void> }> {
  const tellLost = (err: unknown): void => deps.log.warn({ err }, 'job connection lost');
  const workers = await watchJobWorkers(deps);
  let pool: pg.Pool | undefined;
  const running = await keepRunning(deps, async () => {
    const events = await workers.beginAnew();
    // Each runner has connections of its own: one that lost its database may never give back what it holds.
    pool?.end().catch(tellLost);
    pool = makeJobPool(deps.config.DATABASE_URL, tellLost);
    const runner = await run({
      pgPool: pool,
      taskList: makeTaskList(deps, table),
      crontab: CRONTAB,
      concurrency: 2,
      pollInterval: 1_000,
      noHandleSignals: true,
      events,
      logger: makeRunnerLogger(deps),
      // Without batches a job's end that cannot be written is a rejection nobody handles; with them it ends the runner.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    return { runner, events };
  });
  let isFilling = false;
  let filled: Promise<unknown> = Promise.resolve();
  const filling = setInterval(() => {
    // One that waits would be joined by others until no connection is left for anything else.
    if (isFilling) return;
    isFilling = true;
    filled = queueDeferredWork(deps)
      .catch((err: unknown) => deps.log.warn({ err }, 'the queue could not be filled yet'))
      .finally(() => {
        isFilling = false;
      });
  }, FILL_EVERY_MS);
  return {
    async stop() {
      clearInterval(filling);
      await filled;
      await running.stop();
      await workers.stop();
      await pool?.end();
    },
  };
}

function makeTaskList(deps: Deps, table: JobTable): TaskList {
  return Object.fromEntries(
    Object.entries(table).map(([name, work]) => [
      name,
      async (payload: unknown, helpers: JobHelpers) => {
        deps.log.debug({ job: name, jobId: helpers.job.id, attempt: helpers.job.attempts }, 'job');
        try {
          await (work as (deps: Deps, payload: unknown) => Promise<void>)(deps, payload);
        } catch (cause) {
          // The queue keeps an error's words in its table, unencrypted: the values in them stay with the cause.
          throw new Error(`${name} failed`, { cause });
        }
      },
    ]),
  );
}

/** The runner's own line repeats the error's words, which may hold values; ours says which job and what kind. */
function makeRunnerLogger(deps: Deps): Logger {
  return new Logger(() => (level, _message, meta) => {
    const job = meta?.job as { id?: unknown; task_identifier?: unknown; attempts?: unknown } | undefined;
    const of = job ? { job: job.task_identifier, jobId: job.id, attempt: job.attempts } : {};
    if (level === 'error') deps.log.error({ err: meta?.error, ...of }, job ? 'job failed' : 'fault of the job runner');
  });
}
