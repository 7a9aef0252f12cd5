import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { startPostgres } from './postgres.mjs';
import { PlainError, repo, runMain } from './repo.mjs';

/** Runs every self-check on the server's database, whether the server runs or not: `npm run verify`. */
await runMain(async () => {
  ensureInstalled();
  if (process.env.DATABASE_URL) return check(process.env.DATABASE_URL);
  const dataDir = join(resolve(process.env.NOREN_DATA || join(repo, '.noren')), 'postgres');
  if (!existsSync(dataDir)) throw new PlainError(`There is no database in ${dataDir}: start Noren once first.`);
  const postgres = await startPostgres({ dataDir });
  try {
    return check(postgres.url);
  } finally {
    // A running server still needs its database.
    if (!postgres.wasRunning) await postgres.stop();
  }
});

function check(databaseUrl) {
  const script = join(repo, 'server', 'src', 'verify.ts');
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return spawnSync(node24(), [script], { cwd: repo, env, stdio: 'inherit' }).status ?? 1;
}
