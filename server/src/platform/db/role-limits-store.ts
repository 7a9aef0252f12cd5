import { sql } from 'kysely';
import { ConfigError } from '../config/config-error.ts';
import { APPEND_ONLY } from './append-only-store.ts';
import type { Db } from './db.ts';
import { REFERENCE_TABLES } from './table-placement.ts';

const SEE = 'See "Database roles" in docs/operations/database.md.';

/** The role that a connection has. */
export async function readOwnRole(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]!.role;
}

/**
 * What the program's role may in the end, by its own rights and those of every role that it may act
 * as: the owner of the tables revokes what it gave itself, not what others gave.
 * @throws ConfigError when the role may make temporary tables, or change rows of append-only tables
 */
export async function requireLimitedRole(
  db: Db,
  limits: { role: string; isSpread: boolean },
): Promise<void> {
  await requireNoTemporaryTables(db, limits.role);
  await requireNoChange(db, limits);
}

/**
 * A temporary table would stand in for a table of the schema in whatever does not name the schema.
 */
async function requireNoTemporaryTables(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{ owner: string; statement: string }>`
    select pg_get_userbyid(d.datdba) as owner,
           format('revoke temporary on database %I from public, %I', d.datname, r.rolname) as statement
    from pg_database d, pg_roles r
    where d.datname = current_database() and pg_has_role(${role}::name, r.oid, 'member')
      and has_database_privilege(r.oid, d.oid, 'temporary')
    order by r.rolname <> ${role}, r.rolname limit 1`.execute(db);

  if (rows[0])
    throw new ConfigError(
      `The program's role ${role} may make temporary tables. ${rows[0].owner}, who owns the database, takes that right away: ${rows[0].statement}. ${SEE}`,
    );
}

/** What makes its member a superuser in effect. */
const SERVER_ROLES = sql`('pg_execute_server_program', 'pg_write_server_files')`;

async function requireNoChange(
  db: Db,
  { role, isSpread }: { role: string; isSpread: boolean },
): Promise<void> {
  const updatable = isSpread ? REFERENCE_TABLES : [];
  const { rows } = await sql<{ table: string; through: string; statement: string }>`
    select k."table", r.rolname as through, format('revoke %I from %I', r.rolname, ${role}::text) as statement
    from (${APPEND_ONLY}) k, pg_roles r
    where pg_has_role(${role}::name, r.oid, 'member') and (
      has_table_privilege(r.oid, k.table_id, 'truncate')
      or k.refuses_delete and has_table_privilege(r.oid, k.table_id, 'delete')
      or k.refuses_update and k."table" <> all (${updatable}::text[]) and exists (
        select from pg_attribute a where a.attrelid = k.table_id and a.attnum > 0 and not a.attisdropped
          and a.attname::text <> all (k.changeable) and has_column_privilege(r.oid, k.table_id, a.attnum, 'update'))
      or r.rolname in ${SERVER_ROLES})
    order by r.rolname <> ${role}, r.rolname, k."table" limit 1`.execute(db);
  const [found] = rows;
  if (!found) return;

  const mend =
    found.through === role
      ? 'Name a role in DATABASE_URL that has no such right of its own; migrating makes one that is not there'
      : `Somebody who may takes that right away: ${found.statement}`;
  throw new ConfigError(
    `The program's role ${role} may change rows of append-only tables, such as ${found.table}. ${mend}. ${SEE}`,
  );
}
