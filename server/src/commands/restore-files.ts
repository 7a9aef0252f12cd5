import { openFileArchive, openFileStore } from '../open-files.ts';
import { readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { loadKeys } from '../platform/crypto/keys.ts';
import { makeCommandPool, makeDb } from '../platform/db/db.ts';
import { restoreFiles } from '../processes/backup/after-restore.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run restore -- --files`: brings the files back that NOREN_DATA lacks, from NOREN_BACKUP,
 * beside a database that is as it was. Nobody is signed out, and Noren may run. Ends with 1 when a
 * file is nowhere.
 */
await runCommand(async () => {
  const config = readConfig(process.env);
  const archive = openFileArchive(config);
  if (!archive) throw new ConfigError('Set NOREN_BACKUP to the folder of the backups.');

  const db = makeDb(makeCommandPool(config.DATABASE_URL, 1, 'noren restore'));
  try {
    const { fields } = await loadKeys(config);
    const files = openFileStore(config, fields, () => undefined);
    const { restoredFiles, missingFiles } = await restoreFiles({ db, files }, archive);

    console.info(`${restoredFiles} files were put back.`);
    for (const fileId of missingFiles) console.info(`missing: file ${fileId}`);

    return missingFiles.length > 0 ? 1 : 0;
  } finally {
    await db.destroy();
  }
});
