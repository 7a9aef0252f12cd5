import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { createCitusDatabase } from '../../../tools/citus-cluster.ts';
import { inDatabase, runSql } from '../../../tools/sql.ts';
import { saveDefaultProducts } from '../lending/credit/credit-store.ts';
import { saveDefaultScorecard } from '../lending/credit/scorecard-store.ts';
import { makeDb, makePool, migrate } from '../platform/db/db.ts';
import { distributeTables } from '../platform/distribution/distribution-store.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';

/** Name of the database that tests copy. */
export const TEMPLATE = 'noren_template';

/**
 * Creates the migrated database that tests copy; on a cluster with workers its tables are spread.
 */
export async function buildTemplate(
  adminUrl: string,
  workerUrls: readonly string[] = [],
): Promise<void> {
  const isDistributed = workerUrls.length > 0;
  if (isDistributed)
    await createCitusDatabase({ url: adminUrl, workerUrls: [...workerUrls] }, TEMPLATE);
  else await runSql(adminUrl, `create database ${TEMPLATE}`);

  const url = inDatabase(adminUrl, TEMPLATE);
  const db = makeDb(makePool(url, 2, () => undefined));

  await migrate(db, migrationsToTest());
  if (isDistributed) await distributeTables(db);
  await migrateJobs(url);
  await saveDefaultProducts(db, '2026-01-01');
  await saveDefaultScorecard(db, '2026-01-01');
  if (!isDistributed) await sql.raw(KEEP_ROWS).execute(db);
  await db.destroy();
  for (const node of isDistributed ? [adminUrl, ...workerUrls] : []) await closeTemplate(node);
}

/** This version's migrations, or a later one's (`npm run test:upgrade`). */
function migrationsToTest(): URL | undefined {
  const folder = process.env.NOREN_TEST_MIGRATIONS;
  return folder === undefined ? undefined : pathToFileURL(`${folder}/`);
}

/**
 * A database can be copied while nothing is connected to it; the extension's own process connects
 * to any that is open.
 */
async function closeTemplate(node: string): Promise<void> {
  await runSql(
    node,
    `alter database ${TEMPLATE} allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${TEMPLATE}'`,
  );
}

/**
 * Copies the template on each node, by its superuser's address: the coordinator first. A copy of a
 * distributed one has its tables, shards and nodes.
 */
export async function copyTemplate(nodes: readonly string[], name: string): Promise<void> {
  const strategy = nodes.length > 1 ? 'strategy file_copy' : '';
  await Promise.all(
    nodes.map((node) =>
      onNode(node, nodes, `create database ${name} template ${TEMPLATE} ${strategy}`),
    ),
  );
}

/** Drops a database on each node, the coordinator's first: it connects to the others. */
export async function dropDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) await onNode(node, nodes, `drop database ${name} with (force)`);
}

/** The nodes' own processes come back to a database until it is gone everywhere. */
async function onNode(node: string, nodes: readonly string[], statement: string): Promise<void> {
  const first = nodes.length > 1 ? ['set citus.enable_create_database_propagation = off'] : [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runSql(node, ...first, statement);
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === 5) throw error;
    }
  }
}

export const OBJECT_IN_USE = '55006';

/** Runs statements as a server's superuser. */
export async function asAdmin<T>(url: string, run: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();

  try {
    return await run(admin);
  } finally {
    await admin.end();
  }
}

/**
 * Schema with a copy of each table that has rows in the template, under the table's qualified name.
 */
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
