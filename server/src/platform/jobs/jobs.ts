import { type JobHelpers, Logger, run, runMigrations, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { connectionTo } from '../db/primary-client.ts';
import type { Deps } from '../deps.ts';
import { withinTrace, withSpan } from '../tracing/tracing.ts';
import { JobPool } from './job-pool.ts';
import { superviseRunner } from './job-runner.ts';
import type { JobName, JobPayloads } from './job-store.ts';
import { forgetRunsToCome } from './job-store.ts';
import { watchJobWorkers } from './job-workers.ts';

export type JobTable = {
  readonly [N in JobName]: (deps: Deps, payload: JobPayloads[N]) => Promise<void>;
};

/** Migrates the job tables. */
export async function migrateJobs(connectionString: string): Promise<void> {
  const pool = makeJobPool(connectionString, () => undefined);
  try {
    await runMigrations({ pgPool: pool, logger: silent });
  } finally {
    await pool.end();
  }
}

/** A lost connection fails its query; it must not end the process. */
function makeJobPool(url: string, onError: (err: Error) => void): pg.Pool {
  const pool = new JobPool({ ...connectionTo(url), max: 4 });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

const CHECK_CLOCK_EVERY_MS = 1_000;

/** Interval at which deferred work is queued. */
const FILL_EVERY_MS = 200;

const silent = new Logger(() => () => undefined);

/**
 * Runs jobs until stopped and queues deferred work (`queueDeferredWork`); survives database
 * outages.
 * @param schedule lines of a crontab, in UTC: five times, then the job's name
 */
export async function startJobs(
  deps: Deps,
  table: JobTable,
  schedule: string,
  queueDeferredWork: (deps: Deps) => Promise<unknown> = async () => undefined,
): Promise<{ stop(): Promise<void> }> {
  const logLostConnection = (err: unknown): void =>
    deps.log.warn({ err }, 'job database connection lost');
  const workers = await watchJobWorkers(deps);
  let isScheduling = true;
  let pool: pg.Pool | undefined;
  const supervised = await superviseRunner(deps, async () => {
    const events = await workers.registerRunner();
    // Each runner has its own connections: one that lost its database may never release them.
    pool?.end().catch(logLostConnection);
    pool = makeJobPool(deps.config.DATABASE_URL, logLostConnection);
    // The schedule runs by the process's own clock: one that is ahead would mark days to come as
    // done.
    isScheduling = deps.clock.isRight();
    if (isScheduling) await forgetRunsToCome(deps.db, scheduledNames(schedule));

    const runner = await run({
      pgPool: pool,
      taskList: makeTaskList(deps, table),
      crontab: isScheduling ? schedule : '',
      concurrency: 2,
      pollInterval: 1_000,
      noHandleSignals: true,
      events,
      logger: makeRunnerLogger(deps),
      // Without batching, a failed write of a job's completion is an unhandled rejection; with it,
      // it ends the runner.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    return { runner, events };
  });
  const watching = setInterval(() => {
    if (deps.clock.isRight() !== isScheduling) supervised.restart();
  }, CHECK_CLOCK_EVERY_MS);
  let isFilling = false;
  let filled: Promise<unknown> = Promise.resolve();
  const filling = setInterval(() => {
    // Waiting runs would pile up until no connection is left.
    if (isFilling) return;

    isFilling = true;
    filled = queueDeferredWork(deps)
      .catch((err: unknown) =>
        deps.log.warn({ err }, 'deferred work could not be queued; retrying'),
      )
      .finally(() => {
        isFilling = false;
      });
  }, FILL_EVERY_MS);

  return {
    async stop() {
      clearInterval(watching);
      clearInterval(filling);
      await filled;
      await supervised.stop();
      await workers.stop();
      await pool?.end();
    },
  };
}

function scheduledNames(schedule: string): string[] {
  const lines = schedule.trim().split('\n');
  return [...new Set(lines.map((line) => line.split(' ')[5] ?? ''))];
}

function makeTaskList(deps: Deps, table: JobTable): TaskList {
  return Object.fromEntries(
    Object.entries(table).map(([name, work]) => [
      name,
      async (given: unknown, helpers: JobHelpers) => {
        const { traceparent, ...payload } = given as { traceparent?: string };
        deps.log.debug({ job: name, jobId: helpers.job.id, attempt: helpers.job.attempts }, 'job');

        const from = performance.now();
        let isDone = false;

        try {
          await withinTrace(traceparent, () =>
            withSpan(
              {
                name: `job ${name}`,
                kind: 'job',
                attributes: { 'noren.attempt': helpers.job.attempts },
              },
              () => (work as (deps: Deps, payload: unknown) => Promise<void>)(deps, payload),
            ),
          );

          isDone = true;
        } catch (cause) {
          // The queue stores the error message in its table, unencrypted: values stay in the cause.
          throw new Error(`${name} failed`, { cause });
        } finally {
          deps.metrics.observeJob({
            job: name,
            isDone,
            seconds: (performance.now() - from) / 1_000,
          });
        }
      },
    ]),
  );
}

/**
 * The runner's own log line repeats the error message, which may contain values; ours names the job
 * and the error type.
 */
function makeRunnerLogger(deps: Deps): Logger {
  return new Logger(() => (level, _message, meta) => {
    const job = meta?.job as
      | { id?: unknown; task_identifier?: unknown; attempts?: unknown }
      | undefined;
    const of = job ? { job: job.task_identifier, jobId: job.id, attempt: job.attempts } : {};
    if (level === 'error')
      deps.log.error({ err: meta?.error, ...of }, job ? 'job failed' : 'job runner error');
  });
}
