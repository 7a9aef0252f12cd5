import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startOurPostgres } from '../end-with-us.ts';

/** One PostgreSQL, as durable as in use, with a database for each side. */
export interface Databases {
  readonly floorUrl: string;
  readonly oursUrl: string;
  readonly floor: pg.Client;
  readonly ours: pg.Client;
  /** A temporary folder that exists while it runs. */
  readonly folder: string;
  /** The postmaster's process id. */
  readonly pid: number;
  /** The server's version, e.g. `18.4`. */
  readonly version: string;
  stop(): Promise<void>;
}

/** Starts it on a folder of its own, which `stop` removes. */
export async function startDatabases(): Promise<Databases> {
  const folder = mkdtempSync(join(tmpdir(), 'noren-bench-data-'));
  const dataDir = mkdtempSync(join(tmpdir(), 'noren-bench-postgres-'));
  const postgres = await startOurPostgres({ dataDir }, [dataDir, folder]);
  const oursUrl = postgres.url;
  const floorUrl = oursUrl.replace(/[^/]*$/, 'floor');
  const ours = new pg.Client({ connectionString: oursUrl });

  await ours.connect();
  await ours.query('create database floor');

  const floor = new pg.Client({ connectionString: floorUrl });
  await floor.connect();

  const { rows } = await ours.query('show server_version');
  return {
    folder,
    floorUrl,
    oursUrl,
    floor,
    ours,
    pid: postgres.pid,
    version: rows[0].server_version.split(' ')[0],
    async stop() {
      await Promise.all([floor.end(), ours.end()]);
      await postgres.stop();
    },
  };
}
