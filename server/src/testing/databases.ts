import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { namedStatement } from '../platform/db/named-statement.ts';
import { asAdmin, databaseUrl, TEMPLATE, TEMPLATE_ROWS } from './template.ts';

/** A migrated database for one test. */
export interface TestDatabase {
  readonly url: string;
  release(): Promise<void>;
}

/** Emptied databases of earlier tests: emptying is twenty times faster than copying the template. */
const free: string[] = [];

/** A larger database is dropped: its pages and statistics would affect another test. */
const REUSE_LIMIT_BYTES = 24_000_000;

/** Returns an emptied database if one is free, else a new copy of the template. */
export async function takeDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  const workerUrls = inject('workerUrls');
  if (workerUrls.length > 0) return copyDistributedTemplate([adminUrl, ...workerUrls]);
  const name = free.pop() ?? (await copyTemplate(adminUrl));
  return { url: databaseUrl(adminUrl, name), release: () => reuseOrDrop(adminUrl, name) };
}

const someName = (): string => `t_${randomBytes(6).toString('hex')}`;

async function copyTemplate(adminUrl: string): Promise<string> {
  const name = someName();
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${name} template ${TEMPLATE}`));
  return name;
}

/** A copy on every node has the template's tables, shards and nodes. It is dropped after its test: the nodes connect to each other, so that none is ever free. */
async function copyDistributedTemplate(nodes: readonly string[]): Promise<TestDatabase> {
  const name = someName();
  await onEach(nodes, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return {
    url: databaseUrl(nodes[0]!, name),
    release: () => onEach(nodes, `drop database ${name} with (force)`),
  };
}

async function onEach(nodes: readonly string[], statement: string): Promise<void> {
  await Promise.all(
    nodes.map((node) =>
      asAdmin(node, async (admin) => {
        await admin.query('set citus.enable_create_database_propagation = off');
        await admin.query(statement);
      }),
    ),
  );
}

const DATABASE_SIZE = namedStatement<'name'>('select pg_database_size(:name) as size');

async function reuseOrDrop(adminUrl: string, name: string): Promise<void> {
  const newName = someName();
  const isReused = await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ size: string }>(DATABASE_SIZE({ name }));
    // A new name: for anything still running of the ended test, the database is gone.
    if (Number(rows[0]?.size) <= REUSE_LIMIT_BYTES && (await isRenamed(admin, name, newName))) return true;
    await admin.query(`drop database ${name} with (force)`);
    return false;
  });
  if (!isReused) return;
  await asAdmin(databaseUrl(adminUrl, newName), (admin) => admin.query(EMPTY));
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
const OBJECT_IN_USE = '55006';

/** Deletes all rows without triggers, restores the template's rows, and resets every sequence. */
const EMPTY = `do $$
  declare at record;
  begin
    set local session_replication_role = replica;
    for at in select oid::regclass as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) loop
      execute format('delete from %s', at.name);
    end loop;
    for at in select relname as name from pg_class where relkind = 'r' and relnamespace = '${TEMPLATE_ROWS}'::regnamespace loop
      execute format('insert into %s overriding system value select * from ${TEMPLATE_ROWS}.%I', at.name, at.name);
    end loop;
    perform setval(oid, 1, false) from pg_class where relkind = 'S';
  end $$`;
