import { type RawBuilder, sql } from 'kysely';
import type { KeyRotation } from '../../people/encryption/key-rotation-store.ts';
import { isNameInUse } from '../../people/names-store.ts';
import type { Db } from '../../platform/db/db.ts';
import type { NameKind } from '../../platform/db/tables/people.ts';
import { HASHED_COLUMNS, type HashedColumn } from './hashed-columns.ts';

/** A row's hash that ends with an earlier key. */
interface OlderHash {
  readonly userId: string;
  readonly hash: Buffer;
  /** Whether the directory must have it. */
  readonly isInUse: boolean;
}

/** A user's hash and what it becomes. */
interface MovedHash {
  readonly userId: string;
  readonly from: Buffer;
  readonly to: Buffer;
}

const endsBefore = (column: string, keyId: number): RawBuilder<boolean> =>
  sql<boolean>`get_byte(${sql.ref(column)}, 0) < ${keyId}`;

/** The next hashes of a column that end with an earlier key, in the order of users. */
export async function nextOlderHashes(
  db: Db,
  { table, column, kind }: HashedColumn,
  { after, keyId, limit }: { after: string; keyId: number; limit: number },
): Promise<OlderHash[]> {
  const name = `f.${column}`;
  // With ties: all rows of the last user.
  const { rows } = await sql<OlderHash>`
    select f.user_id, ${sql.ref(name)} as hash,
      ${kind ? isNameInUse(kind) : sql`false`} as is_in_use
    from ${sql.table(table)} f where f.user_id > ${after} and ${endsBefore(name, keyId)}
    order by f.user_id fetch first ${sql.lit(limit)} rows with ties`.execute(db);

  return rows;
}

/** Claims hashes for their users; one that is claimed stays as it is. */
export async function claimMoved(
  db: Db,
  kind: NameKind,
  moved: readonly MovedHash[],
): Promise<void> {
  await sql`
    insert into name_owners (kind, name, user_id, claimed_at)
    select ${kind}, k.name, k.user_id, now() from ${listNames(moved, 'to')}
    order by k.name on conflict (kind, name) do nothing`.execute(db);
}

/**
 * Replaces hashes, except those that changed meanwhile.
 * @returns how many rows
 */
export async function replaceHashes(
  db: Db,
  { table, column }: HashedColumn,
  moved: readonly MovedHash[],
): Promise<number> {
  const users = moved.map(({ userId }) => userId);
  const [from, to] = [moved.map((one) => one.from), moved.map((one) => one.to)];
  const result = await sql`
    update ${sql.table(table)} f set ${sql.ref(column)} = k.later
    from unnest(${users}::uuid[], ${from}::bytea[], ${to}::bytea[]) k(user_id, earlier, later)
    where f.user_id = k.user_id and ${sql.ref(`f.${column}`)} = k.earlier`.execute(db);

  return Number(result.numAffectedRows ?? 0);
}

/** Frees the hashes that were replaced. */
export async function freeMoved(
  db: Db,
  kind: NameKind,
  freed: readonly MovedHash[],
): Promise<void> {
  await sql`
    delete from name_owners n using ${listNames(freed, 'from')}
    where n.kind = ${kind} and n.name = k.name and n.user_id = k.user_id`.execute(db);
}

/** The users as `k`, each with the name that it moves from or to. */
function listNames(moved: readonly MovedHash[], end: 'from' | 'to'): RawBuilder<unknown> {
  const users = moved.map(({ userId }) => userId);
  const names = moved.map((hash) => hash[end]);
  return sql`unnest(${users}::uuid[], ${names}::bytea[]) k(user_id, name)`;
}

/** Whether a column has a hash that ends with an earlier key. */
export async function hasOlderHashes(
  db: Db,
  { table, column }: HashedColumn,
  keyId: number,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select 1 from ${sql.table(table)} where ${endsBefore(column, keyId)}) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/**
 * What a batch has done; what several processes save is true for each, so the later one may be
 * behind.
 */
export async function saveHashProgress(
  db: Db,
  {
    rotationId,
    moved,
    ...to
  }: Pick<KeyRotation, 'rotationId' | 'tablesDone' | 'doneUpTo'> & { moved: number },
): Promise<void> {
  await db
    .updateTable('key_rotations')
    .set((eb) => ({ ...to, fields: eb('fields', '+', moved) }))
    .where('rotationId', '=', rotationId)
    .where('state', '=', 'running')
    .execute();
}

/** How many hashes end with each key: in rows, in the directory, and of codes that were sent. */
export async function countHashesByKey(db: Db): Promise<{ keyId: number; hashes: number }[]> {
  const columns = HASHED_COLUMNS.map(
    ({
      table,
      column,
    }) => sql`select get_byte(${sql.ref(column)}, 0) as key_id from ${sql.table(table)}
      where ${sql.ref(column)} is not null`,
  );
  const kinds = HASHED_COLUMNS.flatMap(({ kind }) => kind ?? []);
  const { rows } = await sql<{ keyId: number; hashes: number }>`
    select key_id, count(*)::bigint as hashes from (
      ${sql.join(columns, sql` union all `)}
      union all select get_byte(name, 0) from name_owners where kind = any(${kinds}::text[])
      union all select get_byte(phone_hash, 0) from otp_requests) one
    group by 1 order by 1 desc`.execute(db);

  return rows;
}

/** Whether the directory has a phone's hash that ends with one of these keys. */
export async function hasPhoneHashUnderKeys(db: Db, keyIds: readonly number[]): Promise<boolean> {
  const ranges = keyIds.map(
    (id) =>
      sql`(name >= ${Buffer.of(id)} ${id < 255 ? sql`and name < ${Buffer.of(id + 1)}` : sql``})`,
  );
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select 1 from name_owners
      where kind = 'phone' and (${sql.join(ranges, sql` or `)})) as has`.execute(db);

  return rows[0]?.has ?? false;
}
