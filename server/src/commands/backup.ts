import { parseArgs } from 'node:util';
import { openFileArchive } from '../open-files.ts';
import { readDatabaseNow } from '../platform/clock/clock-store.ts';
import { readDatabaseConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { makeCommandPool, makeDb } from '../platform/db/db.ts';
import { insertBackup, readArchiver } from '../processes/backup/backup-store.ts';
import { finishBackup, pruneBackups, toLabel } from '../processes/backup/finish-backup.ts';
import { runCommand } from './run-command.ts';

/**
 * The part of `npm run backup` that every installation has: copies the encrypted files, writes the
 * manifest, records the backup and deletes old ones. Alone it is a backup of the files, for who
 * backs the database up with other tools; with `--database-by pgbackrest` it notes that this was
 * done.
 */
await runCommand(run);

async function run(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { label: text, started: text, keep: text, 'database-by': text },
  });
  const { 'database-by': tool } = values;
  if (tool !== undefined && !/^[\w.-]{2,40}$/.test(tool))
    throw new ConfigError(
      '--database-by takes the name of the tool that backed the database up, such as pgbackrest.',
    );

  const keep = values.keep === undefined ? null : Number(values.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep >= 1))
    throw new ConfigError('--keep takes a number from 1.');

  const config = readDatabaseConfig(process.env);
  const { DATABASE_URL, NOREN_BACKUP: folder } = config;
  const archive = openFileArchive(config);
  if (folder === undefined || !archive)
    throw new ConfigError('Set NOREN_BACKUP to the folder of the backups.');

  const db = makeDb(makeCommandPool(DATABASE_URL, 1, 'noren backup'));
  try {
    const startedAt =
      values.started === undefined ? await readDatabaseNow(db) : Date.parse(values.started);
    const label = values.label ?? toLabel(startedAt);
    const { files, database, finishedAt } = await finishBackup(archive, {
      folder,
      label,
      startedAt,
      now: () => readDatabaseNow(db),
    });
    const hasDatabase = database || tool !== undefined;

    await insertBackup(db, {
      label,
      hasDatabase,
      startedAt,
      finishedAt: Date.parse(finishedAt),
      files,
    });

    const deleted = keep === null ? [] : await pruneBackups(archive, folder, keep);
    const ofDatabase = database
      ? 'the database and '
      : tool
        ? `the database by ${tool}, and `
        : 'the files alone, ';

    console.info(`Backup ${label}: ${ofDatabase}${files} files.`);

    if (hasDatabase && !(await readArchiver(db)))
      console.info(
        'The database archives no log (archive_mode is off): what is written after this backup cannot be restored. See "Backup" in docs/operations/backup.md.',
      );

    if (deleted.length > 0) console.info(`Deleted ${deleted.length} older backups.`);
    console.info(
      'The keys are not in it: NOREN_FIELD_KEY, NOREN_FIELD_KEYS_OLD, NOREN_HASH_KEY and NOREN_SEAL_KEY, or a sandbox’s sandbox-keys.json. Keep them elsewhere: nobody reads a backup without them.',
    );
  } finally {
    await db.destroy();
  }
}
