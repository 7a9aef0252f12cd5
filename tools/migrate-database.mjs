import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { node24 } from './node24.mjs';
import { startPostgres } from './postgres.mjs';
import { PlainError, repo } from './repo.mjs';

/** Later starts reuse the compiled code; Node separates entries by version and source. */
export const COMPILED = join(repo, 'node_modules', '.cache', 'compiled');

/**
 * The address by which the program opens a bundled database: a role of its own, which owns no
 * table.
 */
export function programUrl(ownerUrl) {
  const url = new URL(ownerUrl);
  url.username = 'noren_program';
  url.password = createHash('sha256')
    .update(`program ${new URL(ownerUrl).password}`)
    .digest('hex')
    .slice(0, 48);

  return url.href;
}

/**
 * Migrates the schema as its owner, and makes the program's role.
 * @returns what the command says
 */
export function migrateDatabase(ownerUrl, databaseUrl) {
  const env = {
    ...process.env,
    NOREN_OWNER_DATABASE_URL: ownerUrl,
    DATABASE_URL: databaseUrl,
    NODE_COMPILE_CACHE: COMPILED,
  };
  const script = join(repo, 'server', 'src', 'commands', 'migrate.ts');
  const { status, stdout, stderr } = spawnSync(node24(), [script], {
    cwd: repo,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new PlainError(`The database was not migrated.\n${stderr.trim()}`);

  return stdout.trim();
}

/**
 * Starts a bundled database and migrates it.
 * @returns it, with `databaseUrl`, by which the program opens it
 */
export async function startMigrated(options) {
  const postgres = await startPostgres(options);
  try {
    const databaseUrl = programUrl(postgres.url);
    migrateDatabase(postgres.url, databaseUrl);
    return { ...postgres, databaseUrl };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
