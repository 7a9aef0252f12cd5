import { type RawBuilder, sql } from 'kysely';
import { ConfigError } from '../config/config-error.ts';
import { type AppendOnly, readAppendOnly } from './append-only-store.ts';
import type { Db, Tx } from './db.ts';
import { scramVerifier } from './scram-verifier.ts';
import { REFERENCE_TABLES } from './table-placement.ts';

/**
 * Whether the connection's role may alter the schema: it owns tables, or may create the first one.
 */
export async function mayAlterSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege('public', 'create') or exists (
      select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and pg_has_role(relowner, 'member')) as may`.execute(db);
  return rows[0]?.may ?? false;
}

/**
 * Creates the application's role unless it is there, by a role that may; it can log in and nothing
 * else. One without a password, where the server asks for none, gets none.
 */
export async function ensureRole(
  owner: Db,
  { role, password }: { role: string; password: string },
): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(owner);
  if (rows.length > 0) return;

  const verifier = password === '' ? sql`null` : sql.lit(scramVerifier(password));
  await sql`create role ${sql.id(role)} login password ${verifier}
    nosuperuser nocreatedb nocreaterole noinherit nobypassrls`.execute(owner);
  // An owner that is no superuser may hand the job queue over only to a role it is a member of.
  await sql`grant ${sql.id(role)} to current_user`.execute(owner);
}

/**
 * Gives the application's role what it needs: rows of every table, but no change of append-only
 * ones, no truncation, no trigger, and no table of its own, not even a temporary one. Roles that
 * had all this before have nothing afterwards.
 * @returns those roles
 */
export async function grantToApplication(
  owner: Db,
  role: string,
  isSpread: boolean,
): Promise<string[]> {
  const to = sql.id(role);

  return owner.transaction().execute(async (tx) => {
    // What spreading sets for the database holds for later connections: one that has just spread it
    // lacks it.
    if (isSpread) await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);

    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tx);
    for (const { name } of rows)
      await sql`revoke temporary on database ${sql.id(name)} from public, ${to}`.execute(tx);
    await sql`grant usage on schema public to ${to}`.execute(tx);
    await sql`revoke all on all tables in schema public from ${to}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(
      tx,
    );
    await sql`grant usage on all sequences in schema public to ${to}`.execute(tx);
    await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${to}`.execute(
      tx,
    );
    for (const limited of await readAppendOnly(tx)) await limit(tx, to, limited, isSpread);

    const former = await readFormerRoles(tx, role);
    for (const { name, isMember } of former) {
      if (isMember)
        throw new ConfigError(
          `${name} was the program's role before and may act as ${role}: revoke "${role}" from "${name}", then migrate again.`,
        );

      await takeRights(tx, name);
    }

    return former.map(({ name }) => name);
  });
}

/**
 * Roles that the program ran as before: they may still write journals, which no other role but the
 * tables' owner may.
 */
async function readFormerRoles(
  tx: Tx,
  role: string,
): Promise<{ name: string; isMember: boolean }[]> {
  const { rows } = await sql<{ name: string; isMember: boolean }>`
    select distinct r.rolname as name, pg_has_role(r.oid, ${role}::name, 'member') as is_member
    from pg_class c cross join aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'public.journals'::regclass and a.privilege_type = 'INSERT' and a.grantee <> c.relowner
      and r.rolname <> ${role}`.execute(tx);
  return rows;
}

async function takeRights(tx: Tx, former: string): Promise<void> {
  const from = sql.id(former);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tx);

  for (const { name } of rows)
    await sql`revoke all on database ${sql.id(name)} from ${from}`.execute(tx);
  for (const kind of ['tables', 'sequences', 'routines'])
    await sql`revoke all on all ${sql.raw(kind)} in schema public from ${from}`.execute(tx);
  await sql`revoke all on schema public from ${from}`.execute(tx);
}

async function limit(
  tx: Tx,
  to: RawBuilder<unknown>,
  limited: AppendOnly,
  isSpread: boolean,
): Promise<void> {
  const { refusesUpdate, refusesDelete, changeable } = limited;
  const table = sql.table(limited.table);

  if (refusesDelete) await sql`revoke delete on ${table} from ${to}`.execute(tx);
  if (!refusesUpdate) return;

  await sql`revoke update on ${table} from ${to}`.execute(tx);

  const columns = sql.join(changeable.map((column) => sql.id(column)));
  if (changeable.length > 0) await sql`grant update (${columns}) on ${table} to ${to}`.execute(tx);
  // Citus locks a table that is whole on every machine only for one who may change its rows. The
  // trigger refuses that.
  else if (isSpread && REFERENCE_TABLES.includes(limited.table))
    await sql`grant update on ${table} to ${to}`.execute(tx);
}
