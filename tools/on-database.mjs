import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { programUrl } from './migrate-database.mjs';
import { node24 } from './node24.mjs';
import { startPostgres } from './postgres.mjs';
import { PlainError, repo } from './repo.mjs';

/** Runs a command of the server on its database, whether the server runs or not. Returns the exit code. */
export async function runOnDatabase(script, args = []) {
  ensureInstalled();
  const { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: fileOfIt } = process.env;
  if (databaseUrl || fileOfIt) return runScript(script, args, databaseUrl);
  const dataDir = join(resolve(process.env.NOREN_DATA || join(repo, '.noren')), 'postgres');
  if (!existsSync(dataDir)) throw new PlainError(`There is no database in ${dataDir}: start Noren once first.`);
  const postgres = await startPostgres({ dataDir });
  try {
    return runScript(script, args, programUrl(postgres.url));
  } finally {
    // A running server still needs its database.
    if (!postgres.wasRunning) await postgres.stop();
  }
}

/** Runs a command of the server on a database that runs. Returns the exit code. */
export function runScript(script, args, databaseUrl) {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const path = join(repo, 'server', 'src', 'commands', script);
  return spawnSync(node24(), [path, ...args], { cwd: repo, env, stdio: 'inherit' }).status ?? 1;
}
