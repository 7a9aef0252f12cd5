import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Deps } from '../deps.ts';
import { markWorkerPool, unlockJobsOfDeadWorkers } from './job-store.ts';

const DEAD_WORKER_CHECK_MS = 10_000;
const RECONNECT_AFTER_MS = 500;

/** Marks this process's workers as alive, and unlocks the jobs of processes that died. */
export interface JobWorkers {
  /**
   * Registers a new runner by its events: jobs still locked by the previous one are unlocked, even if
   * that one has not ended.
   */
  registerRunner(): Promise<WorkerEvents>;
  stop(): Promise<void>;
}

/**
 * A worker is alive as long as its process's connection holds its advisory lock. The queue itself would unlock a dead
 * worker's job only after four hours; a borrower is waiting for that payout.
 */
export async function watchJobWorkers(deps: Deps): Promise<JobWorkers> {
  const poolIds = new Set<string>();
  let stopped = false;
  let client: pg.Client | null = null;

  // A stop closes the connection and may interrupt an unlock: that is harmless.
  const logLost = (err: unknown): void => {
    if (!stopped) deps.log.warn({ err }, 'advisory lock of the job workers lost');
  };
  const mark = async (does: 'lock' | 'unlock', poolId: string): Promise<void> => {
    if (client) await markWorkerPool(client, does, poolId).catch(logLost);
  };
  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: deps.config.DATABASE_URL });
    next.on('error', logLost);
    next.once('end', () => {
      client = null;
      if (!stopped) setTimeout(reconnect, RECONNECT_AFTER_MS);
    });
    await next.connect();
    client = next;
    for (const poolId of poolIds) void mark('lock', poolId);
  }
  function reconnect(): void {
    if (stopped) return;
    connect().catch((err: unknown) => {
      deps.log.warn({ err }, 'advisory lock of the job workers could not be taken; retrying');
      setTimeout(reconnect, RECONNECT_AFTER_MS);
    });
  }
  const unlockDead = () =>
    unlockJobsOfDeadWorkers(deps.pool).catch((err: unknown) =>
      deps.log.warn({ err }, 'jobs of dead workers could not be unlocked; retrying'),
    );

  const listen = (): WorkerEvents => {
    const events: WorkerEvents = new EventEmitter();
    // Jobs are locked under the name of their worker pool; an abandoned pool no longer owns its locks.
    events.on('pool:create', ({ workerPool }) => {
      poolIds.add(workerPool.id);
      void mark('lock', workerPool.id);
    });
    events.on('pool:release', ({ workerPool }) => {
      if (poolIds.delete(workerPool.id)) void mark('unlock', workerPool.id);
    });
    return events;
  };
  await connect();
  const timer = setInterval(unlockDead, DEAD_WORKER_CHECK_MS);
  return {
    async registerRunner() {
      const before = [...poolIds];
      poolIds.clear();
      await Promise.all(before.map((poolId) => mark('unlock', poolId)));
      await unlockDead();
      return listen();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await client?.end();
    },
  };
}
