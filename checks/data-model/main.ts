import { writeFile } from 'node:fs/promises';
import { makeDb, makePool, migrate } from '@noren/server/src/platform/db/db.ts';
import { startPostgres } from '../../tools/postgres.mjs';
import { readDomains, readRoutines, readTables } from './catalogue.ts';
import { renderDataModel } from './render.ts';

/** `npm run data-model`: migrates a temporary database and writes docs/data-model.md from it. */
const postgres = await startPostgres({ fast: true });
try {
  const db = makeDb(makePool(postgres.url, 2, () => undefined));
  await migrate(db);

  const [tables, routines, domains] = await Promise.all([
    readTables(db),
    readRoutines(db),
    readDomains(),
  ]);
  await db.destroy();
  await writeFile(
    new URL('../../docs/data-model.md', import.meta.url),
    renderDataModel({ tables, routines, domains }),
  );
  console.info(`docs/data-model.md: ${tables.length} tables`);
} finally {
  await postgres.stop();
}
