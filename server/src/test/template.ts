import pg from 'pg';
import { makeDb, makePool, migrate } from '../db.ts';
import { migrateJobs } from '../jobs.ts';
import { saveDefaultProducts } from '../loans/store.ts';

/** Name of the database that each test worker's is copied from. */
export const TEMPLATE = 'noren_template';

/** The same server's address with another database. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes the migrated database that workers copy. */
export async function buildTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const url = databaseUrl(adminUrl, TEMPLATE);
  const db = makeDb(makePool(url, 2, () => undefined));
  await migrate(db);
  await migrateJobs(url);
  await saveDefaultProducts(db, '2026-01-01');
  await db.destroy();
}
