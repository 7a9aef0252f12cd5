import { sql } from 'kysely';
import pg from 'pg';
import { saveDefaultProducts } from '../lending/credit-store.ts';
import { saveDefaultScorecard } from '../lending/scorecard-store.ts';
import { makeDb, makePool, migrate } from '../platform/db/db.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';

/** Name of the database that tests copy. */
export const TEMPLATE = 'noren_template';

/** The URL of another database on the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates the migrated database that tests copy. */
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
  await saveDefaultScorecard(db, '2026-01-01');
  await sql.raw(KEEP_ROWS).execute(db);
  await db.destroy();
}

/** Schema with a copy of each table that has rows in the template, under the table's qualified name. */
export const TEMPLATE_ROWS = 'as_made';

const KEEP_ROWS = `do $$
  declare at record; has_rows boolean;
  begin
    create schema ${TEMPLATE_ROWS};
    for at in select oid::regclass as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) loop
      execute format('select exists (select from %s)', at.name) into has_rows;
      if has_rows then execute format('create table ${TEMPLATE_ROWS}.%I as table %s', at.name, at.name); end if;
    end loop;
  end $$`;
