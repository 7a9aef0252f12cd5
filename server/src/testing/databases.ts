import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl, TEMPLATE, TEMPLATE_ROWS } from './template.ts';

/** A database as the migrations leave it, of one test. */
export interface TestDatabase {
  readonly url: string;
  giveBack(): Promise<void>;
}

/** Emptied databases of tests that ended: emptying one costs a twentieth of copying the template. */
const free: string[] = [];

/** One grown larger than this is not kept: its pages and statistics would be those of another test. */
const KEPT_TO_BYTES = 24_000_000;

/** Hands out a database: one that was given back and emptied, else a new copy of the template. */
export async function takeDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  const name = free.pop() ?? (await copyTemplate(adminUrl));
  return { url: databaseUrl(adminUrl, name), giveBack: () => keepOrDrop(adminUrl, name) };
}

const someName = (): string => `t_${randomBytes(6).toString('hex')}`;

async function copyTemplate(adminUrl: string): Promise<string> {
  const name = someName();
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${name} template ${TEMPLATE}`));
  return name;
}

async function keepOrDrop(adminUrl: string, name: string): Promise<void> {
  const kept = someName();
  const isKept = await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ size: string }>('select pg_database_size($1) as size', [name]);
    // What a test left running finds its database gone under this name, as if it had been dropped.
    if (Number(rows[0]?.size) <= KEPT_TO_BYTES && (await isRenamed(admin, name, kept))) return true;
    await admin.query(`drop database ${name} with (force)`);
    return false;
  });
  if (!isKept) return;
  await asAdmin(databaseUrl(adminUrl, kept), (admin) => admin.query(EMPTY));
  free.push(kept);
}

/** False while anybody is connected. */
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

async function asAdmin<T>(url: string, run: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await run(admin);
  } finally {
    await admin.end();
  }
}

/** Every row away past all triggers, the template's rows back, and every sequence at its start. */
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
