import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { startMigrated } from './migrate-database.mjs';
import {
  isDatabaseElsewhere,
  refuseBundledInProduction,
  runOnDatabase,
  runScript,
} from './on-database.mjs';
import { stopRunning } from './postgres.mjs';
import { giveTo } from './postgres-account.mjs';
import { openPermanentCluster, RESTORING } from './postgres-cluster.mjs';
import { PlainError, runMain } from './repo.mjs';
import { takeDataFolder } from './start-lock.mjs';

/**
 * Restores the bundled database from its newest copy, the files and what must not come back:
 * `npm run restore`, while Noren is stopped. `--backup 20261124T043000Z` takes another copy. The
 * database that was there is kept beside it. `--files` alone leaves the database as it is and
 * brings lost files back, also while Noren runs. With DATABASE_URL set, somebody has restored that
 * database: the rest is done.
 */
await runMain(async () => {
  ensureInstalled();
  if (process.argv.slice(2).join(' ') === '--files') return runOnDatabase('restore-files.ts');

  const { values } = parseArgs({ options: { backup: { type: 'string' } } });
  const { DATABASE_URL: databaseUrl, NOREN_BACKUP } = process.env;

  if (isDatabaseElsewhere()) {
    if (values.backup !== undefined)
      throw new PlainError(
        'A database elsewhere is restored by its own tools: leave out --backup.',
      );

    return (await finishRestore(databaseUrl)) ?? 1;
  }

  refuseBundledInProduction();
  if (process.env.NOREN_FORMER_DATABASE_URL || process.env.NOREN_FORMER_DATABASE_URL_FILE)
    throw new PlainError(
      'NOREN_FORMER_DATABASE_URL is for a database elsewhere: set DATABASE_URL to the one that was restored.',
    );
  if (!NOREN_BACKUP) throw new PlainError('Set NOREN_BACKUP to the folder of the backups.');

  const { data, release } = await takeDataFolder();
  try {
    return await restore(
      join(data, 'postgres'),
      chooseBackup(resolve(NOREN_BACKUP), values.backup),
    );
  } finally {
    release();
  }
});

async function restore(dataDir, chosen) {
  const { home, account } = openPermanentCluster(dataDir);
  const data = join(home, 'data');

  await stopRunning(data);
  console.log(`Restoring backup ${chosen.label}.`);
  requireSums(chosen);
  placeCopy({ chosen, home, account });

  const verified = await prepareCopy(dataDir);
  if (verified === undefined) return 1;

  if (existsSync(data)) {
    const replaced = `${data}.replaced-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
    renameSync(data, replaced);
    console.log(
      `The database that was there is in ${replaced}: delete it once it is not needed, it holds personal data.`,
    );
  }

  renameSync(join(home, RESTORING), data);
  console.log(
    verified === 0
      ? 'Restored. Start Noren.'
      : 'Restored, but a self-check found something: look at it (docs/debugging.md, "verify fails") before Noren starts.',
  );

  return verified;
}

/** The newest backup with a database, or the one with a label. */
function chooseBackup(folder, label) {
  const backups = join(folder, 'backups');
  const finished = (existsSync(backups) ? readdirSync(backups).sort() : [])
    .map((name) => join(backups, name))
    .filter((at) => !at.endsWith('.part') && existsSync(join(at, 'manifest.json')))
    .map((at) => ({ ...JSON.parse(readFileSync(join(at, 'manifest.json'), 'utf8')), at }))
    .filter(({ database }) => database);
  const chosen = finished.findLast((backup) => label === undefined || backup.label === label);
  if (chosen) return chosen;

  const called = label === undefined ? '' : ` called ${label}`;
  throw new PlainError(`${backups} has no finished copy of the bundled database${called}.`);
}

/**
 * @throws PlainError unless every file of a backup is there with its sum, and the list is the one
 * that the manifest names
 */
function requireSums({ at, label, sums }) {
  const list = join(at, 'SHA256SUMS');
  const files = readFileSync(list, 'utf8').matchAll(/^(?<sum>\w{64}) {2}(?<path>.+)$/gm);
  const listed = [...files].map(({ groups }) => groups);
  const damaged = [{ sum: sums, path: 'SHA256SUMS' }, ...listed].find(
    ({ sum, path }) => !hasSum(join(at, path), sum),
  );
  if (damaged)
    throw new PlainError(
      `Backup ${label} is damaged: ${damaged.path}. Restore an older one, or another copy of it.`,
    );
}

function hasSum(path, sum) {
  return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === sum;
}

/** Puts the copy beside the present data, for the account PostgreSQL runs as. */
function placeCopy({ chosen, home, account }) {
  const draft = join(home, RESTORING);
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(chosen.at, 'database'), draft, { recursive: true });
  copyFileSync(join(chosen.at, 'password'), join(home, 'password'));
  for (const path of ['.', ...readdirSync(draft, { recursive: true })])
    giveTo(join(draft, path), account);
  giveTo(join(home, 'password'), account);
  // PostgreSQL starts on no folder that others may read.
  chmodSync(draft, 0o700);
}

/**
 * Does what has to happen after a restore.
 * @returns the exit code of verify; undefined when the database is not ready
 */
async function finishRestore(databaseUrl) {
  const code = await runScript('restore.ts', [], databaseUrl);
  return code === 0 ? runScript('verify.ts', [], databaseUrl) : undefined;
}

/** Brings the copy's schema up to date and finishes its restore. */
async function prepareCopy(dataDir) {
  const { databaseUrl, stop } = await startMigrated({ dataDir, folder: RESTORING });
  try {
    return await finishRestore(databaseUrl);
  } finally {
    await stop();
  }
}
