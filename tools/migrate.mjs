import { ensureInstalled } from './install.mjs';
import { migrateDatabase } from './migrate-database.mjs';
import { PlainError, runMain } from './repo.mjs';

/**
 * Migrates the schema as its owner: `npm run migrate`. The bundled database needs none: `npm start`
 * does it.
 */
await runMain(() => {
  ensureInstalled();

  const { NOREN_OWNER_DATABASE_URL: ownerUrl, DATABASE_URL: databaseUrl } = process.env;
  const { NOREN_OWNER_DATABASE_URL_FILE: ownerFile, DATABASE_URL_FILE: databaseFile } = process.env;
  if (!(ownerUrl || ownerFile) || !(databaseUrl || databaseFile))
    throw new PlainError('Set NOREN_OWNER_DATABASE_URL and DATABASE_URL.');

  console.log(migrateDatabase(ownerUrl, databaseUrl));

  return 0;
});
