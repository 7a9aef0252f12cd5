import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { endWithUs } from '../tools/app.mjs';
import { startPostgres } from '../tools/postgres.mjs';

/** A PostgreSQL of the measurement's own, as durable as in use, and folders beside it. */
export interface Database {
  readonly url: string;
  readonly db: pg.Client;
  /** The postmaster's process id. */
  readonly pid: number;
  /** The server's version, e.g. `18.4`. */
  readonly version: string;
  /** The server's data folder. */
  readonly folder: string;
  /** The folder that holds it, for what the measurement notes. */
  readonly home: string;
  stop(): Promise<void>;
}

/** Opens one in `keep`, where it stays and is used again, or in folders that `stop` removes. */
export async function openDatabase(keep?: string): Promise<Database> {
  const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'noren-bench-'));
  const home = keep ?? makeFolder();
  // PostgreSQL's account enters no folder of root's.
  const dataDir = keep === undefined ? makeFolder() : join(keep, 'postgres');
  const temporary = keep === undefined ? [dataDir, home] : [];
  const folder = join(home, 'data');

  mkdirSync(folder, { recursive: true });

  const removeFolders = (): void => {
    for (const made of temporary)
      rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  const postgres = await startPostgres({ dataDir });
  const ended = endWithUs(() => {
    process.kill(postgres.pid, keep === undefined ? 'SIGQUIT' : 'SIGINT');
    removeFolders();
  });
  const db = new pg.Client({ connectionString: postgres.url });

  await db.connect();

  const { rows } = await db.query('show server_version');
  return {
    url: postgres.url,
    db,
    pid: postgres.pid,
    version: rows[0].server_version.split(' ')[0],
    folder,
    home,
    async stop() {
      await db.end();
      await postgres.stop();
      ended();
      removeFolders();
    },
  };
}
