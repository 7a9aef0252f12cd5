import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { isDatabaseElsewhere, requireBundledDatabase, runOnDatabase } from './on-database.mjs';
import { stopRunning } from './postgres.mjs';
import { openPermanentCluster } from './postgres-cluster.mjs';
import { PlainError, runMain } from './repo.mjs';
import { takeDataFolder } from './start-lock.mjs';

const ELSEWHERE = `A database elsewhere is backed up by its own tools: docs/operations/backup.md, "Backup", shows pgBackRest and WAL-G.
After them run: npm run backup -- --files --database-by pgbackrest`;

/**
 * Backs up into the folder NOREN_BACKUP: `npm run backup` copies the bundled database while Noren
 * is stopped, and the files. `--keep 14` deletes all but the newest fourteen, `--files` leaves the
 * database to other tools, also while Noren runs; with `--database-by pgbackrest` it notes that
 * this one backed the database up.
 */
await runMain(() => {
  ensureInstalled();

  const { values } = parseArgs({
    options: {
      keep: { type: 'string' },
      files: { type: 'boolean' },
      'database-by': { type: 'string' },
    },
  });
  const { files, ...passedOn } = values;
  if (passedOn['database-by'] !== undefined && !files)
    throw new PlainError('--database-by says who did what --files leaves out.');
  if (!process.env.NOREN_BACKUP)
    throw new PlainError('Set NOREN_BACKUP to the folder of the backups.');

  const more = Object.entries(passedOn).flatMap(([name, value]) => [`--${name}`, value]);
  if (files) return runOnDatabase('backup.ts', more);
  if (isDatabaseElsewhere()) throw new PlainError(ELSEWHERE);

  return backUpWhole(resolve(process.env.NOREN_BACKUP), more);
});

/**
 * Copies the stopped database into the draft of a new backup, which the server's command finishes.
 */
async function backUpWhole(folder, more) {
  const dataDir = requireBundledDatabase();
  const lock = await takeDataFolder();

  try {
    const started = new Date();
    const label = started.toISOString().replace(/[-:]|\.\d+/g, '');
    const draft = join(folder, 'backups', `${label}.part`);
    const { home } = openPermanentCluster(dataDir);

    await stopRunning(join(home, 'data'));

    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    cpSync(join(home, 'data'), join(draft, 'database'), { recursive: true });
    // The roles' passwords in the copy come from this one.
    copyFileSync(join(home, 'password'), join(draft, 'password'));

    return await runOnDatabase('backup.ts', [
      '--label',
      label,
      '--started',
      started.toISOString(),
      ...more,
    ]);
  } finally {
    lock.release();
  }
}
