import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';

/**
 * Makes a role the owner of the job queue's schema and of what is in it. Nothing in the schema runs
 * here: a role that had it before may have put its own code there, which would have all the rights
 * of the tables' owner.
 */
export async function giveQueue(owner: Db, role: string): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await makeSchema(tx);
    for (const statement of await listOwnershipStatements(tx, role))
      await sql.raw(statement).execute(tx);
    await sql`revoke all on schema graphile_worker from public`.execute(tx);
  });
}

/**
 * The schema with the list of its library's migrations: the library makes both only for a role that
 * may make schemas.
 */
async function makeSchema(tx: Tx): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = 'graphile_worker'`.execute(
    tx,
  );
  if (rows.length > 0) return;

  await sql`create schema graphile_worker`.execute(tx);
  await sql`create table graphile_worker.migrations (
    id int primary key, ts timestamptz not null default now(), breaking boolean not null default false)`.execute(
    tx,
  );
}

/**
 * Statements that make a role the owner of the schema and of what is in it, as far as it is not
 * yet.
 */
async function listOwnershipStatements(tx: Tx, role: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    with owner as (select to_regrole(quote_ident(${role}))::oid as id), space as (
      select oid, nspowner from pg_namespace where nspname = 'graphile_worker')
    select format('alter schema graphile_worker owner to %I', ${role}::text) as statement
      from space, owner where nspowner <> id
    union all
    select format('alter %s %s owner to %I',
                  case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
                    when 'S' then 'sequence' else 'table' end,
                  c.oid::regclass, ${role}::text)
      from pg_class c join space s on s.oid = c.relnamespace, owner
      where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and c.relowner <> id
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select format('alter routine %s owner to %I', p.oid::regprocedure, ${role}::text)
      from pg_proc p join space s on s.oid = p.pronamespace, owner where p.proowner <> id
    union all
    select format('alter type %s owner to %I', t.oid::regtype, ${role}::text)
      from pg_type t join space s on s.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid, owner
      where (c.relkind = 'c' or t.typtype in ('e', 'd', 'r')) and t.typowner <> id`.execute(tx);
  return rows.map(({ statement }) => statement);
}
