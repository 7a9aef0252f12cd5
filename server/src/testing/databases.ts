import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { inject } from 'vitest';
import { inDatabase } from '../../../tools/sql.ts';
import { toPgQuery } from '../platform/db/statements.ts';
import { asAdmin, copyTemplate, dropDatabase, OBJECT_IN_USE, TEMPLATE_ROWS } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test run's PostgreSQL as its superuser, on the database `postgres`. */
    adminUrl: string;
    /** The same of each worker of a distributed database; none on plain PostgreSQL. */
    workerUrls: string[];
  }
}

/** A migrated database for one test. */
export interface TestDatabase {
  readonly url: string;
  release(): Promise<void>;
}

/**
 * Emptied databases of earlier tests: emptying is twenty times faster than copying the template.
 */
const free: string[] = [];

/** A larger database is dropped: its pages and statistics would affect another test. */
const REUSE_LIMIT_BYTES = 24_000_000;

/** Returns an emptied database if one is free, else a new copy of the template. */
export async function takeDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  const workerUrls = inject('workerUrls');
  if (workerUrls.length > 0) return copyForOne([adminUrl, ...workerUrls]);

  const name = free.pop() ?? (await copyToSomeName([adminUrl]));
  return { url: inDatabase(adminUrl, name), release: () => reuseOrDrop(adminUrl, name) };
}

const someName = (): string => `t_${randomBytes(6).toString('hex')}`;

async function copyToSomeName(nodes: readonly string[]): Promise<string> {
  const name = someName();
  await copyTemplate(nodes, name);
  return name;
}

/**
 * A distributed database is dropped after its test: its nodes connect to each other, so that none
 * is ever free.
 */
async function copyForOne(nodes: readonly string[]): Promise<TestDatabase> {
  const name = await copyToSomeName(nodes);
  return { url: inDatabase(nodes[0]!, name), release: () => dropDatabase(nodes, name) };
}

async function reuseOrDrop(adminUrl: string, name: string): Promise<void> {
  const newName = someName();
  const isReused = await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ size: string }>(
      toPgQuery(sql`select pg_database_size(${name}) as size`),
    );
    // A new name: for anything still running of the ended test, the database is gone.
    if (Number(rows[0]?.size) <= REUSE_LIMIT_BYTES && (await isRenamed(admin, name, newName)))
      return true;

    await admin.query(`drop database ${name} with (force)`);

    return false;
  });
  if (!isReused) return;

  await asAdmin(inDatabase(adminUrl, newName), (admin) => admin.query(EMPTY));
  free.push(newName);
}

/** False while there are connections. */
async function isRenamed(admin: pg.Client, name: string, to: string): Promise<boolean> {
  try {
    await admin.query(`alter database ${name} rename to ${to}`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === OBJECT_IN_USE) return false;
    throw error;
  }
}

/**
 * Deletes all rows without triggers, restores the template's rows, and resets every sequence. What
 * a test said of a table's size is forgotten too: the program reads it to decide whether to sum at
 * once or once a day. Most tables were never written: those have no page and are left alone.
 */
const EMPTY = `do $$
  declare at record;
  begin
    set local session_replication_role = replica;
    for at in select oid::regclass as name from pg_class
      where relkind = 'r'
        and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and pg_relation_size(oid) > 0 loop
      execute format('delete from %s', at.name);
    end loop;
    for at in select relname as name from pg_class
      where relkind = 'r' and relnamespace = '${TEMPLATE_ROWS}'::regnamespace loop
      execute format(
        'insert into %s overriding system value select * from ${TEMPLATE_ROWS}.%I',
        at.name, at.name);
    end loop;
    perform setval(oid, 1, false) from pg_class where relkind = 'S';
    perform pg_clear_relation_stats('public', relname) from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and (relpages <> 0 or reltuples <> -1);
  end $$`;

/** The address of a test's database over the network; tests use its socket otherwise. */
export function overNetwork(address: string): string {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  return url.href;
}
