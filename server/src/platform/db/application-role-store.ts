import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/** Whether the connection's role may alter the schema: it owns tables, or may create the first one. */
export async function mayAlterSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege('public', 'create') or exists (
      select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and pg_has_role(relowner, 'member')) as may`.execute(db);
  return rows[0]?.may ?? false;
}

/** Creates the application's role unless it is there, by a role that may; it can log in and nothing else. */
export async function ensureRole(owner: Db, { role, password }: { role: string; password: string }): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(owner);
  if (rows.length > 0) return;
  await sql`create role ${sql.id(role)} login password ${sql.lit(password)}
    nosuperuser nocreatedb nocreaterole noinherit nobypassrls`.execute(owner);
  // An owner that is no superuser may hand the job queue over only to a role it is a member of.
  await sql`grant ${sql.id(role)} to current_user`.execute(owner);
}

/**
 * Gives the application's role what it needs: rows of every table, but no change of append-only ones, no truncation, no
 * trigger, and no table of its own. The job queue's schema is its own: its library keeps it up to date itself.
 */
export async function grantToApplication(owner: Db, role: string): Promise<void> {
  const to = sql.id(role);
  await owner.transaction().execute(async (tx) => {
    await sql`grant usage on schema public to ${to}`.execute(tx);
    await sql`revoke all on all tables in schema public from ${to}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(tx);
    await sql`grant usage on all sequences in schema public to ${to}`.execute(tx);
    await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${to}`.execute(tx);
    for (const { table, refused, columns } of await readAppendOnly(tx)) {
      await sql`revoke ${sql.raw(refused)} on ${sql.table(table)} from ${to}`.execute(tx);
      if (columns !== null) await sql`grant update (${sql.raw(columns)}) on ${sql.table(table)} to ${to}`.execute(tx);
    }
    for (const statement of await ownershipOf(tx, 'graphile_worker', role)) await sql.raw(statement).execute(tx);
  });
}

/** A table whose rows a trigger keeps: what it refuses, and the columns that may change where it names those that may not. */
interface AppendOnly {
  readonly table: string;
  readonly refused: string;
  readonly columns: string | null;
}

async function readAppendOnly(db: Tx): Promise<AppendOnly[]> {
  const { rows } = await sql<AppendOnly>`
    select c.relname as "table",
           concat_ws(', ', case when bool_or(t.tgtype & 16 > 0) then 'update' end,
                           case when bool_or(t.tgtype & 8 > 0) then 'delete' end) as refused,
           case when not bool_or(t.tgtype & 16 > 0 and t.tgattr = ''::int2vector)
                 and bool_or(t.tgtype & 16 > 0) then (
             select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and not exists (
               select from pg_trigger k where k.tgrelid = c.oid and k.tgfoid = 'refuse_change'::regproc
                 and a.attnum = any (k.tgattr::int2[]))) end as columns
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid in ('refuse_change'::regproc, 'refuse_delete'::regproc, 'refuse_audit_change'::regproc)
      and t.tgtype & 24 > 0
    group by c.oid, c.relname`.execute(db);
  return rows;
}

/** Statements that make a role the owner of a schema and of what is in it, as far as it is not yet. */
async function ownershipOf(db: Tx, schema: string, role: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    with owner as (select to_regrole(quote_ident(${role}))::oid as id), space as (
      select oid, nspowner from pg_namespace where nspname = ${schema})
    select format('alter schema %I owner to %I', ${schema}::text, ${role}::text) as statement
      from space, owner where nspowner <> id
    union all
    select format('alter %s %s owner to %I', case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end,
                  c.oid::regclass, ${role}::text)
      from pg_class c join space s on s.oid = c.relnamespace, owner
      where c.relkind in ('r', 'v', 'S') and c.relowner <> id
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select format('alter routine %s owner to %I', p.oid::regprocedure, ${role}::text)
      from pg_proc p join space s on s.oid = p.pronamespace, owner where p.proowner <> id
    union all
    select format('alter type %s owner to %I', t.oid::regtype, ${role}::text)
      from pg_type t join space s on s.oid = t.typnamespace join pg_class c on c.oid = t.typrelid, owner
      where c.relkind = 'c' and t.typowner <> id`.execute(db);
  return rows.map(({ statement }) => statement);
}
