import { randomBytes } from 'node:crypto';
import { endWithUs } from './app.mjs';
import { migrateDatabase, programUrl } from './migrate-database.mjs';
import { startPostgres } from './postgres.mjs';
import { inDatabase, runSql } from './sql.ts';

/** The database that the others copy. */
const TEMPLATE = 'noren_template';

/**
 * Starts one temporary PostgreSQL for several installations. Its template has the schema, so that
 * an installation on a copy starts in half the time. `stop` removes it with all its databases.
 */
export async function startDatabases(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const postgres = await startPostgres({ fast: true });
  const removeListeners = endWithUs(() => process.kill(postgres.pid, 'SIGQUIT'));

  const stop = async () => {
    removeListeners();
    await postgres.stop();
  };

  try {
    await runSql(postgres.url, `create database ${TEMPLATE}`);

    const url = inDatabase(postgres.url, TEMPLATE);
    migrateDatabase(url, programUrl(url));
    // Autovacuum would make copies wait.
    await runSql(postgres.url, `alter database ${TEMPLATE} allow_connections false`);
  } catch (error) {
    await stop();
    throw error;
  }

  return { adminUrl: postgres.url, stop };
}

/** @returns the address of a new database that has the schema */
export async function copyDatabase(adminUrl: string): Promise<string> {
  const name = `noren_${randomBytes(6).toString('hex')}`;
  await runSql(adminUrl, `create database ${name} template ${TEMPLATE}`);
  return inDatabase(adminUrl, name);
}
