import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { programUrl, startMigrated } from './migrate-database.mjs';
import { runNode } from './node24.mjs';
import { startPostgres } from './postgres.mjs';
import { dataFolder, PlainError, repo } from './repo.mjs';

/** Whether the settings name a database, so that the bundled one is not used. */
export function isDatabaseElsewhere() {
  return Boolean(process.env.DATABASE_URL || process.env.DATABASE_URL_FILE);
}

/**
 * The bundled database is for trying Noren out: it is restored to its last whole copy and to no
 * later second.
 * @throws PlainError in production without another database
 */
export function refuseBundledInProduction() {
  if (process.env.NOREN_MODE === 'production' && !isDatabaseElsewhere())
    throw new PlainError(
      'The bundled database is for trying Noren out, and production refuses it: set DATABASE_URL (docs/operations/database.md, "Database").',
    );
}

/**
 * Calls `use` with the address of the database in the settings; without one it starts the bundled
 * database, migrated, until `use` has ended.
 */
export async function withDatabase(data, use) {
  if (isDatabaseElsewhere()) return use(process.env.DATABASE_URL);

  const { databaseUrl, stop } = await startMigrated({ dataDir: join(data, 'postgres') });
  try {
    return await use(databaseUrl);
  } finally {
    await stop();
  }
}

/**
 * The folder of the bundled database.
 * @throws PlainError where there is no such database
 */
export function requireBundledDatabase() {
  refuseBundledInProduction();

  const dataDir = join(dataFolder(), 'postgres');
  if (!existsSync(dataDir))
    throw new PlainError(`There is no database in ${dataDir}: start Noren once first.`);

  return dataDir;
}

/**
 * Runs a command of the server on its database, whether the server runs or not. Returns the exit
 * code.
 */
export async function runOnDatabase(script, args = []) {
  ensureInstalled();
  if (isDatabaseElsewhere()) return runScript(script, args, process.env.DATABASE_URL);

  const dataDir = requireBundledDatabase();
  const postgres = await startPostgres({ dataDir });

  try {
    return await runScript(script, args, programUrl(postgres.url));
  } finally {
    // A running server still needs its database.
    if (!postgres.wasRunning) await postgres.stop();
  }
}

/** Runs a command of the server on a database that runs. Returns the exit code. */
export function runScript(script, args, databaseUrl) {
  const path = join(repo, 'server', 'src', 'commands', script);
  return runNode([path, ...args], { DATABASE_URL: databaseUrl });
}
