import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, inject, vi } from 'vitest';
import { type Db, makeDb, makePool } from '../db.ts';
import { databaseName, freePort, type ProcessSettings } from './own-process.ts';
import { databaseUrl, TEMPLATE } from './template.ts';

/** A database of its own for programs that are killed. */
export interface Crashed {
  readonly settings: ProcessSettings;
  readonly db: Db;
  /** Runs something against a table nobody can write to, until a writer stands waiting; then kills the program. */
  killAt(table: string, kill: () => Promise<void>, start: () => unknown): Promise<void>;
}

/** Makes it for a test file, and removes it after its tests. */
export async function openCrashed(): Promise<Crashed> {
  const name = databaseName();
  const adminUrl = inject('adminUrl');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${TEMPLATE}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'noren-crash-'));
  const settings = { databaseUrl: databaseUrl(adminUrl, name), dataDir, port: await freePort() };
  const db = makeDb(makePool(settings.databaseUrl, 4, () => undefined));
  afterAll(async () => {
    await db.destroy();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    await rm(dataDir, { recursive: true, force: true });
  });
  const isAnyWaiting = async () => {
    const waiting = await admin.query(
      'select 1 from pg_locks l join pg_database d on d.oid = l.database where not granted and d.datname = $1',
      [name],
    );
    if (!waiting.rowCount) throw new Error('nobody waits for the lock');
  };
  return {
    settings,
    db,
    async killAt(table, kill, start) {
      const holder = new pg.Client({ connectionString: settings.databaseUrl });
      await holder.connect();
      try {
        await holder.query(`begin; lock table ${table} in exclusive mode`);
        start();
        await vi.waitFor(isAnyWaiting, { timeout: 30_000, interval: 20 });
        await kill();
      } finally {
        await holder.query('rollback');
        await holder.end();
      }
    },
  };
}
