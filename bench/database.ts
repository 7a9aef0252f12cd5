import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { endWithUs } from '../tools/app.mjs';
import { startPostgres } from '../tools/postgres.mjs';

/** A PostgreSQL of the measurement's own, as durable as in use, and folders beside it. */
export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Opens one in `keep`, where it stays and is used again, or in a folder that `stop` removes. */
export async function openDatabase(keep?: string) {
  const home = keep ?? mkdtempSync(join(tmpdir(), 'noren-bench-'));
  const [folder, dataDir] = [join(home, 'data'), join(home, 'postgres')];

  mkdirSync(folder, { recursive: true });
  // PostgreSQL runs as an account of its own.
  if (keep === undefined) chmodSync(home, 0o755);

  const removeFolder = (): void => {
    if (keep === undefined)
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  const postgres = await startPostgres({ dataDir });
  const ended = endWithUs(() => {
    process.kill(postgres.pid, keep === undefined ? 'SIGQUIT' : 'SIGINT');
    removeFolder();
  });
  const db = new pg.Client({ connectionString: postgres.url });

  await db.connect();

  const { rows } = await db.query('show server_version');
  return {
    url: postgres.url,
    db,
    /** The postmaster's process id. */
    pid: postgres.pid,
    version: (rows[0].server_version as string).split(' ')[0]!,
    /** Our server's data folder. */
    folder,
    /** The folder that holds all of it, for what the measurement notes. */
    home,
    async stop() {
      await db.end();
      await postgres.stop();
      ended();
      removeFolder();
    },
  };
}
