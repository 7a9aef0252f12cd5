import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onSignal } from './app.mjs';
import { migrateDatabase, programUrl } from './migrate-database.mjs';
import { startPostgres } from './postgres.mjs';

/** The database that the others copy. */
const TEMPLATE = 'noren_template';

/**
 * Starts one temporary PostgreSQL for several installations. Its template has the schema, so that
 * an installation on a copy starts in half the time.
 */
export async function startDatabases() {
  const postgres = await startPostgres({ fast: true });
  const removeListeners = onSignal(() => process.kill(postgres.pid, 'SIGQUIT'));

  const stop = async () => {
    removeListeners();
    await postgres.stop();
  };

  try {
    await run(postgres.url, `create database ${TEMPLATE}`);

    const url = toDatabaseUrl(postgres.url, TEMPLATE);
    migrateDatabase(url, programUrl(url));
    // Autovacuum would make copies wait.
    await run(postgres.url, `alter database ${TEMPLATE} allow_connections false`);
  } catch (error) {
    await stop();
    throw error;
  }

  return { adminUrl: postgres.url, stop };
}

/** Copies the template; `startDatabases` stops with the copy in it. */
export async function copyDatabase(adminUrl) {
  const name = `noren_${randomBytes(6).toString('hex')}`;
  await run(adminUrl, `create database ${name} template ${TEMPLATE}`);
  return toDatabaseUrl(adminUrl, name);
}

async function run(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();

  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function toDatabaseUrl(adminUrl, name) {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
