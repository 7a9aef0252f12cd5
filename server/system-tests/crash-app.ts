import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, inject, vi } from 'vitest';
import { inDatabase } from '../../tools/sql.ts';
import { type Db, makeDb, makePool } from '../src/platform/db/db.ts';
import { toPgQuery } from '../src/platform/db/statements.ts';
import {
  databaseName,
  freePort,
  killLeftovers,
  type OwnProcess,
  startProcess,
} from '../src/testing/own-process.ts';
import { copyTemplate, dropDatabase } from '../src/testing/template.ts';

/** An action during which the program is killed, just before it writes to one of the tables. */
export interface CrashScenario {
  readonly name: string;
  readonly at: readonly string[];
  /** A webhook: the bank sends them one after the other, so only one can wait at a time. */
  readonly isWebhook?: true;
  /** Set-up, before the table is locked. */
  begin(crashed: CrashApp, table: string): Promise<StartedScenario>;
}

/** A scenario that is set up. */
export interface StartedScenario {
  /** Performs the action; the program may be killed before it answers. */
  go(): unknown;
  /** Kills a process of its own, with the program. */
  kill?(): Promise<void>;
  /** Resolves once the action waits for the lock, for tables that other work writes to as well. */
  come?(): Promise<unknown>;
  /** After the restart: nothing was lost and nothing happened twice. */
  check(): Promise<void>;
  /** The same after the background jobs have run. */
  end?(): Promise<void>;
}

/** A program on its own database that is killed and restarted. */
export interface CrashApp {
  readonly db: Db;
  readonly url: string;
  /** Starts the program in this role, ending another one. */
  run(role: 'all' | 'api'): Promise<void>;
  /** Starts the program without waiting for it: its first jobs may block on a lock. */
  launch(role: 'all' | 'api'): void;
  /** Starts a process with the console alone, at `consoleUrl`. */
  openConsole(): Promise<OwnProcess>;
  readonly consoleUrl: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
  query(statement: { text: string; values?: unknown[] }): Promise<CountRow[]>;
  lock(table: string): Promise<TableLock>;
}

type CountRow = { n?: number; total?: number };

/** A lock that blocks all other writers of a table. */
export interface TableLock {
  /** Resolves when so many writers wait for it. */
  waited(writers: number): Promise<void>;
  release(): Promise<void>;
}

/** Locks the table, performs the actions until all wait for it, and kills the program. */
export async function killAt(
  crashed: CrashApp,
  table: string,
  acts: readonly Pick<StartedScenario, 'go' | 'come' | 'kill'>[],
): Promise<void> {
  const lock = await crashed.lock(table);
  try {
    for (const act of acts) act.go();
    for (const act of acts) await act.come?.();
    await lock.waited(acts.length);
    await Promise.all([crashed.kill(), ...acts.map((act) => act.kill?.())]);
  } finally {
    await lock.release();
  }
}

/** Creates the program and its database for a test file; removed after its tests. */
export async function openCrashApp(): Promise<CrashApp> {
  const name = databaseName();
  const nodes = [inject('adminUrl'), ...inject('workerUrls')];

  await copyTemplate(nodes, name);

  const dataDir = await mkdtemp(join(tmpdir(), 'noren-crash-'));
  const settings = { databaseUrl: inDatabase(nodes[0]!, name), dataDir, port: await freePort() };
  const consolePort = await freePort();
  const pool = makePool(settings.databaseUrl, 4, () => undefined);
  const db = makeDb(pool);

  // A normal stop writes Node's compile cache, which speeds up all later starts.
  await (await startProcess(settings, 'api')).stop();

  let live: { role: 'all' | 'api'; program: Promise<OwnProcess> } | null = null;

  const launch = (role: 'all' | 'api'): void => {
    live = { role, program: startProcess(settings, role) };
    // Callers that await it get the error; it may be killed before anyone does.
    live.program.catch(() => undefined);
  };

  const locks = new Set<TableLock>();
  afterEach(async ({ task }) => {
    // Remove the processes and locks of a failed test.
    if (task.result?.state !== 'fail') return;
    killLeftovers();
    live = null;
    for (const lock of locks) await lock.release();
  });

  afterAll(async () => {
    await (await live?.program)?.stop();
    await db.destroy();
    await dropDatabase(nodes, name);
    await rm(dataDir, { recursive: true, force: true });
  });

  return {
    db,
    url: `http://127.0.0.1:${settings.port}`,
    consoleUrl: `http://localhost:${consolePort}`,
    openConsole: () => startProcess({ ...settings, consolePort }, 'console'),
    launch,
    async run(role) {
      if (live?.role !== role) {
        await (await live?.program)?.stop();
        launch(role);
      }

      await live?.program;
    },
    async kill() {
      await (await live?.program)?.kill();
      live = null;
    },
    async stop() {
      await (await live?.program)?.stop();
      live = null;
    },
    query: async (statement) => (await pool.query<CountRow>(statement)).rows,
    async lock(table) {
      const lock = await holdTable(settings.databaseUrl, table, () => locks.delete(lock));
      locks.add(lock);
      return lock;
    },
  };
}

async function holdTable(url: string, table: string, over: () => unknown): Promise<TableLock> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query(`begin; lock table ${table} in exclusive mode`);

  const countWaiting = async (): Promise<number> => {
    const waiting = await holder.query<{ n: number }>(
      toPgQuery(sql`
      select count(distinct pid)::int as n from pg_locks
      where not granted and relation = ${table}::regclass`),
    );
    return waiting.rows[0]?.n ?? 0;
  };

  return {
    waited: (writers) =>
      vi.waitFor(
        async () => {
          const now = await countWaiting();
          if (now < writers) throw new Error(`${now} of ${writers} writers wait for ${table}`);
        },
        { timeout: 60_000, interval: 20 },
      ),
    async release() {
      over();
      await holder.query('rollback');
      await holder.end();
    },
  };
}
