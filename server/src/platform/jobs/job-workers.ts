import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { makeClient } from '../db/primary-client.ts';
import type { Deps } from '../deps.ts';
import { markWorkerPool, unlockJobsOfDeadWorkers } from './job-store.ts';

const CHECK_EVERY_MS = 10_000;
const RECONNECT_AFTER_MS = 500;
/** The server may hold a lost connection's lock for a while: the next check asks again. */
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Marks this process's workers as alive, and unlocks the jobs of processes that died. */
export interface JobWorkers {
  /**
   * Registers a new runner by its events: jobs still locked by the previous one are unlocked, even
   * if that one has not ended.
   */
  registerRunner(): Promise<WorkerEvents>;
  stop(): Promise<void>;
}

/** A connection and the worker pools whose advisory locks it holds or is asking for. */
interface Connection {
  readonly client: pg.Client;
  readonly poolIds: Set<string>;
}

/**
 * The advisory locks of this process's living worker pools, all on one connection; a lost one is
 * replaced.
 */
class WorkerLocks {
  private readonly deps: Deps;
  private readonly alive = new Set<string>();
  private isStopped = false;
  private connection: Connection | null = null;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async connect(): Promise<void> {
    const client = makeClient(this.deps.config.DATABASE_URL, {
      lock_timeout: LOCK_TIMEOUT_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });

    client.on('error', this.logLost);
    await client.connect();
    // Only now: a client that could not connect ends too, and each end would begin another
    // connection.
    client.once('end', () => {
      this.connection = null;
      this.reconnectLater();
    });

    this.connection = { client, poolIds: new Set() };
    this.lockAll();
  }

  /** Takes the locks that are not held. */
  lockAll(): void {
    for (const poolId of this.alive) void this.lock(poolId);
  }

  /** Marks a worker pool as alive. */
  add(poolId: string): void {
    this.alive.add(poolId);
    void this.lock(poolId);
  }

  async remove(poolId: string): Promise<void> {
    this.alive.delete(poolId);
    const held = this.connection;
    if (held?.poolIds.delete(poolId))
      await markWorkerPool(held.client, 'unlock', poolId).catch(this.logLost);
  }

  async removeAll(): Promise<void> {
    await Promise.all([...this.alive].map((poolId) => this.remove(poolId)));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.connection?.client.end();
  }

  private async lock(poolId: string): Promise<void> {
    const held = this.connection;
    if (!held || held.poolIds.has(poolId)) return;

    held.poolIds.add(poolId);
    await markWorkerPool(held.client, 'lock', poolId).catch((err: unknown) => {
      held.poolIds.delete(poolId);
      this.logLost(err);
    });
  }

  private reconnectLater(): void {
    if (!this.isStopped) setTimeout(() => this.reconnect(), RECONNECT_AFTER_MS);
  }

  private reconnect(): void {
    if (this.isStopped) return;
    this.connect().catch((err: unknown) => {
      this.deps.log.warn({ err }, 'advisory lock of the job workers could not be taken; retrying');
      this.reconnectLater();
    });
  }

  // A stop closes the connection and may interrupt a statement: that is harmless.
  private readonly logLost = (err: unknown): void => {
    if (!this.isStopped) this.deps.log.warn({ err }, 'advisory lock of the job workers lost');
  };
}

/**
 * A worker is alive as long as its process's connection holds its advisory lock. The queue itself
 * would unlock a dead worker's job only after four hours; a borrower is waiting for that payout.
 */
export async function watchJobWorkers(deps: Deps): Promise<JobWorkers> {
  const locks = new WorkerLocks(deps);

  const unlockDead = () =>
    unlockJobsOfDeadWorkers(deps.pool).catch((err: unknown) =>
      deps.log.warn({ err }, 'jobs of dead workers could not be unlocked; retrying'),
    );

  const listen = (): WorkerEvents => {
    const events: WorkerEvents = new EventEmitter();
    // Jobs are locked under the name of their worker pool; an abandoned pool no longer owns its
    // locks.
    events.on('pool:create', ({ workerPool }) => locks.add(workerPool.id));
    events.on('pool:release', ({ workerPool }) => void locks.remove(workerPool.id));

    return events;
  };

  await locks.connect();

  const timer = setInterval(() => {
    locks.lockAll();
    void unlockDead();
  }, CHECK_EVERY_MS);

  return {
    async registerRunner() {
      await locks.removeAll();
      await unlockDead();
      return listen();
    },
    async stop() {
      clearInterval(timer);
      await locks.stop();
    },
  };
}
