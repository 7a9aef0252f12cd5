import { parseArgs } from 'node:util';
import { openFileArchive } from '../open-files.ts';
import { insertBackup } from '../operations/backup/backup-store.ts';
import { finishBackup, labelOf, pruneBackups } from '../operations/backup/finish-backup.ts';
import { readDatabaseNow } from '../platform/clock/clock-store.ts';
import { readDatabaseConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { makeDb, makePool } from '../platform/db/db.ts';
import { runCommand } from './run-command.ts';

/**
 * The part of `npm run backup` that every installation has: copies the encrypted files, writes the manifest, records the
 * backup and deletes old ones. Alone it is a backup of the files, for who backs the database up with other tools.
 */
await runCommand(run);

async function run(): Promise<void> {
  const options = { label: { type: 'string' }, started: { type: 'string' }, keep: { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep >= 1)) throw new ConfigError('--keep takes a number from 1.');
  const config = readDatabaseConfig(process.env);
  const { DATABASE_URL, NOREN_BACKUP: folder } = config;
  const archive = openFileArchive(config);
  if (folder === undefined || !archive) throw new ConfigError('Set NOREN_BACKUP to the folder of the backups.');
  const db = makeDb(makePool(DATABASE_URL, 1, () => undefined, 'noren backup'));
  try {
    const startedAt = values.started === undefined ? await readDatabaseNow(db) : Date.parse(values.started);
    const label = values.label ?? labelOf(startedAt);
    const { files, database, finishedAt } = await finishBackup(archive, {
      folder,
      label,
      startedAt,
      now: () => readDatabaseNow(db),
    });
    const hasDatabase = database !== null;
    await insertBackup(db, { label, hasDatabase, startedAt, finishedAt: Date.parse(finishedAt), files });
    const deleted = keep === null ? [] : await pruneBackups(archive, folder, keep);
    console.info(`Backup ${label}: ${hasDatabase ? 'the database and ' : 'the files alone, '}${files} files.`);
    if (deleted.length > 0) console.info(`Deleted ${deleted.length} older backups and the log that only they needed.`);
    console.info(
      'The keys are not in it: NOREN_FIELD_KEY, NOREN_FIELD_KEYS_OLD, NOREN_HASH_KEY and NOREN_SEAL_KEY, or a sandbox’s sandbox-keys.json. Keep them elsewhere: nobody reads a backup without them.',
    );
  } finally {
    await db.destroy();
  }
}
