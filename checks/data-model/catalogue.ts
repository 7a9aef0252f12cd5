import { readdir, readFile } from 'node:fs/promises';
import type { Db, Tx } from '@noren/server/src/platform/db/db.ts';
import { sql } from 'kysely';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: string | null;
  readonly comment: string | null;
}

/** A primary key, a unique rule (also a unique index) or a foreign key. */
export interface Key {
  readonly name: string;
  readonly kind: 'primary' | 'unique' | 'foreign';
  readonly columns: readonly string[];
  /** The condition of a partial index: the rule holds for those rows alone. */
  readonly where: string | null;
  readonly refersTo: string | null;
  readonly comment: string | null;
}

export interface Trigger {
  readonly name: string;
  readonly comment: string | null;
}

export interface Table {
  readonly name: string;
  readonly comment: string | null;
  readonly columns: readonly Column[];
  readonly keys: readonly Key[];
  readonly triggers: readonly Trigger[];
}

export interface Routine {
  readonly name: string;
  readonly comment: string | null;
}

/** Excludes the migrator's own tables. */
const OURS = sql`c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`;

/** The tables of the schema as PostgreSQL's catalogue has them, by name. */
export async function readTables(db: Db | Tx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                'isRequired', a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid),
                'comment', col_description(c.oid, a.attnum)) order by a.attnum)
         from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select jsonb_agg(key order by array_position(array['primary', 'unique', 'foreign'], key->>'kind'), key->>'name') from (${keysOfTable}) keys), '[]') as keys,
      coalesce((select jsonb_agg(jsonb_build_object('name', t.tgname, 'comment', obj_description(t.oid, 'pg_trigger'))
                order by t.tgname) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers
    from pg_class c where ${OURS} order by c.relname`.execute(db);
  return rows;
}

/** The keys of table `c`. */
const keysOfTable = sql`
  select jsonb_build_object('name', i.relname, 'kind', case when x.indisprimary then 'primary' else 'unique' end,
    'columns', (select jsonb_agg(coalesce(a.attname, 'expression') order by k.n)
                from unnest(x.indkey::int[]) with ordinality k(attnum, n)
                left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum),
    'where', pg_get_expr(x.indpred, c.oid), 'refersTo', null, 'comment', obj_description(i.oid, 'pg_class')) as key
    from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid and x.indisunique
  union all
  select jsonb_build_object('name', f.conname, 'kind', 'foreign',
    'columns', (select jsonb_agg(a.attname order by k.n) from unnest(f.conkey) with ordinality k(attnum, n)
                join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum),
    'where', null, 'refersTo', f.confrelid::regclass::text, 'comment', obj_description(f.oid, 'pg_constraint'))
    from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'`;

/** Functions and procedures of the schema, by name. */
export async function readRoutines(db: Db): Promise<Routine[]> {
  const { rows } = await sql<Routine>`
    select p.proname as name, obj_description(p.oid, 'pg_proc') as comment
    from pg_proc p where p.pronamespace = 'public'::regnamespace order by p.proname`.execute(db);
  return rows;
}

/** Names of indexes and table checks, for the naming convention. */
export async function readRuleNames(
  db: Db,
): Promise<{ table: string; name: string; kind: 'index' | 'check' }[]> {
  const { rows } = await sql<{ table: string; name: string; kind: 'index' | 'check' }>`
    select c.relname as table, i.relname as name, 'index' as kind
      from pg_class c join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid where ${OURS}
    union all
    select c.relname, k.conname, 'check' from pg_class c join pg_constraint k on k.conrelid = c.oid
      where ${OURS} and k.contype = 'c'
    order by 1, 2`.execute(db);
  return rows;
}

const MIGRATIONS = new URL('../../server/migrations/', import.meta.url);

/** Which tables each migration makes, in their order: `people` → users, sessions, … */
export async function readDomains(): Promise<Map<string, string[]>> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  const domains = await Promise.all(
    files.map(async (file): Promise<[string, string[]]> => {
      const text = await readFile(new URL(file, MIGRATIONS), 'utf8');
      const tables = [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table ?? '');
      return [file.replace(/^\d+_(.*)\.sql$/, '$1'), tables];
    }),
  );

  // A later migration may change tables without making one.
  return new Map(domains.filter(([, tables]) => tables.length > 0));
}
