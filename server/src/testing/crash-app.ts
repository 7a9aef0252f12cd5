import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, inject, vi } from 'vitest';
import { type Db, makeDb, makePool } from '../platform/db/db.ts';
import { databaseName, freePort, killLeftovers, type OwnProcess, startProcess } from './own-process.ts';
import { databaseUrl, TEMPLATE } from './template.ts';

/** Something that the program is killed at, just before it writes to one of the tables. */
export interface CrashScenario {
  readonly name: string;
  readonly at: readonly string[];
  /** Comes as the bank's message: it sends them one after the other, so that only one can stand waiting. */
  readonly isBrought?: true;
  /** Makes ready what it needs, while nothing is locked yet. */
  begin(crashed: CrashApp, table: string): Promise<StartedScenario>;
}

/** An act of somebody made for it. */
export interface StartedScenario {
  /** Does it; the program may be killed before it answers. */
  go(): unknown;
  /** Resolves once it has come as far as to be killed, where others write to the table as well. */
  come?(): Promise<unknown>;
  /** Once the program runs again: nothing of it is lost, nothing happened twice. */
  check(): Promise<void>;
  /** The same once everything runs that the program does by itself. */
  end?(): Promise<void>;
}

/** One program on a database of its own, that is killed and started again. */
export interface CrashApp {
  readonly db: Db;
  readonly url: string;
  /** It runs in this role afterwards, whatever ran before. */
  run(role: 'all' | 'api'): Promise<void>;
  /** Starts what does not answer before a writer waits, as the jobs that begin with the program. */
  launch(role: 'all' | 'api'): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
  query(text: string, values: unknown[]): Promise<Counted[]>;
  lock(table: string): Promise<TableLock>;
}
type Counted = { n?: number; total?: number };

/** A table that nobody else can write to until it is let go. */
export interface TableLock {
  /** Waits until so many writers stand before it. */
  waited(writers: number): Promise<void>;
  letGo(): Promise<void>;
}

/** Locks the table, does the acts until all stand before it, and kills the program. */
export async function killAt(
  crashed: CrashApp,
  table: string,
  acts: readonly Pick<StartedScenario, 'go' | 'come'>[],
): Promise<void> {
  const held = await crashed.lock(table);
  try {
    for (const act of acts) act.go();
    for (const act of acts) await act.come?.();
    await held.waited(acts.length);
    await crashed.kill();
  } finally {
    await held.letGo();
  }
}

/** Makes it for a test file, and removes it after its tests. */
export async function openCrashApp(): Promise<CrashApp> {
  const name = databaseName();
  const adminUrl = inject('adminUrl');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${TEMPLATE}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'noren-crash-'));
  const settings = { databaseUrl: databaseUrl(adminUrl, name), dataDir, port: await freePort() };
  const pool = makePool(settings.databaseUrl, 4, () => undefined);
  const db = makeDb(pool);
  // What it compiles is kept when it ends in order, and serves all those that are killed.
  await (await startProcess(settings, 'api')).stop();
  let live: { role: 'all' | 'api'; program: Promise<OwnProcess> } | null = null;
  const launch = (role: 'all' | 'api'): void => {
    live = { role, program: startProcess(settings, role) };
    // Whoever awaits it is told; it may be killed before.
    live.program.catch(() => undefined);
  };
  const locks = new Set<TableLock>();
  afterEach(async ({ task }) => {
    // What a failed test left behind is no start for the next.
    if (task.result?.state !== 'fail') return;
    killLeftovers();
    live = null;
    for (const lock of locks) await lock.letGo();
  });
  afterAll(async () => {
    await (await live?.program)?.stop();
    await db.destroy();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    db,
    url: `http://127.0.0.1:${settings.port}`,
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
    query: async (text, values) => (await pool.query<Counted>(text, values)).rows,
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
      'select count(distinct pid)::int as n from pg_locks where not granted and relation = $1::regclass',
      [table],
    );
    return waiting.rows[0]?.n ?? 0;
  };
  return {
    waited: (writers) =>
      vi.waitFor(
        async () => {
          const now = await countWaiting();
          if (now < writers) throw new Error(`of ${writers} writers ${now} stand before ${table}`);
        },
        { timeout: 60_000, interval: 20 },
      ),
    async letGo() {
      over();
      await holder.query('rollback');
      await holder.end();
    },
  };
}
