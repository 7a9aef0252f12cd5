import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, NO_ID, type Tx } from '../db/db.ts';
import { type Placement, TABLE_PLACEMENT } from '../db/table-placement.ts';
import { queueBesideUsers } from '../jobs/job-store.ts';

/**
 * Spreads the tables over the machines of a Citus cluster as `TABLE_PLACEMENT` says; a table that
 * is spread stays as it is. The connection is the coordinator's, as the tables' owner.
 */
export async function distributeTables(db: Db): Promise<void> {
  const tables = await readTablesToDistribute(db);
  if (tables.length === 0) return;

  await useOneConnectionAWorker(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local citus.enable_unsafe_triggers = on`.execute(tx);
    // A foreign key to a reference table is made shard by shard on the connection that made the
    // shards.
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);
    await nameShards(tx);
    await queueBesideUsers(tx);
    await distributeFunctions(tx);
    // On a worker it would note the worker's transaction; the coordinator fills in its own.
    await sql`drop trigger if exists journals_note_transaction on journals`.execute(tx);

    const foreignKeys = await readForeignKeys(tx, tables);
    for (const { table, name } of foreignKeys)
      await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx);
    for (const table of tables) await distribute(tx, table);

    for (const { table, name, definition } of foreignKeys)
      await sql`
        alter table ${sql.table(table)}
          add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx);
  });
}

/**
 * For every later connection: a transaction that has read many users on parallel connections could
 * not write to a reference table that their rows refer to.
 */
async function useOneConnectionAWorker(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await sql`
    alter database ${sql.id(rows[0]!.name)}
      set citus.multi_shard_modify_mode = 'sequential'`.execute(db);
}

function findPlacement(table: string): Placement | undefined {
  return (TABLE_PLACEMENT as Readonly<Record<string, Placement>>)[table];
}

async function distribute(tx: Tx, table: string): Promise<void> {
  const placement = findPlacement(table);
  if (placement === undefined || placement.kind === 'local') return;
  if (placement.kind === 'reference') {
    await sql`select create_reference_table(${table}::regclass)`.execute(tx);
    return;
  }

  const beside = placement.kind === 'user' && table !== 'users' ? 'users' : 'none';
  await sql`
    select create_distributed_table(
      ${table}::regclass, ${placement.column}, colocate_with => ${beside})`.execute(tx);
}

/** Tables that are not spread yet; `users`, beside which most are, first. */
async function readTablesToDistribute(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select c.relname as "table" from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    order by c.relname <> 'users', c.relname`.execute(db);

  return rows
    .map(({ table }) => table)
    .filter((table) => (findPlacement(table)?.kind ?? 'local') !== 'local');
}

/**
 * Foreign keys of these tables and to them: Citus takes none while one side is spread and the other
 * not.
 */
async function readForeignKeys(
  tx: Tx,
  tables: readonly string[],
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and (c.relname = any(${tables}) or f.relname = any(${tables}))
    order by k.conname`.execute(tx);
  return rows;
}

async function nameShards(tx: Tx): Promise<void> {
  await sql`create or replace function shard_of(user_id uuid) returns bigint language sql stable
    set search_path = pg_catalog, public, pg_temp
    as $$ select get_shard_id_for_distribution_column('users', user_id) $$`.execute(tx);
}

const answers = new WeakMap<Db, Promise<boolean>>();

/** Whether users' rows are spread over several machines; asked once for each database. */
export function isSpread(db: Db): Promise<boolean> {
  const earlier = answers.get(db);
  if (earlier) return earlier;

  const answer = sql<{ shard: number }>`select shard_of(${NO_ID}::uuid) as shard`
    .execute(db)
    .then(({ rows }) => rows[0]!.shard !== 0);
  answers.set(db, answer);
  // A database that is away is asked again.
  answer.catch(() => answers.delete(db));

  return answer;
}

/**
 * Whether one machine of several may have caused an error: the first machine answered, and says
 * that another does not.
 */
export function isOfOneMachine(db: Db): (error: unknown) => Promise<boolean> {
  return async (error) =>
    (error as { severity?: string }).severity !== undefined && (await isSpread(db));
}

/** Users' rows by the shard that holds them; one group where the tables are not spread. */
export async function groupByShard<Row>(
  tx: Tx,
  rows: readonly Row[],
  toUser: (row: Row) => string,
): Promise<Map<number, Row[]>> {
  const { rows: shards } = await sql<{ shard: number }>`
    select shard_of(user_id) as shard
    from unnest(${rows.map(toUser)}::uuid[]) with ordinality u(user_id, at)
    order by at`.execute(tx);
  return Map.groupBy(rows, (_, at) => shards[at]!.shard);
}

const COMMITTED_WITHIN_MS = 30_000;

/**
 * Waits until what has ended on the first machine can be read on every other: a change of several
 * machines is prepared on each, ends on the first and is then committed on the others. For a
 * transaction that has read nothing of users yet.
 * @throws Error when a change is still not committed after half a minute, as while a machine is
 * away
 */
export async function waitForCommits(tx: Tx): Promise<void> {
  const until = performance.now() + COMMITTED_WITHIN_MS;
  let left = await readPrepared(tx);

  while (left.length > 0) {
    if (performance.now() > until)
      throw new Error(`${left.length} changes are not committed on every machine yet`);

    await pause(LOOK_EVERY_MS);

    const stillPrepared = await readPrepared(tx);
    left = left.filter((name) => stillPrepared.includes(name));
  }
}

const LOOK_EVERY_MS = 20;

/** The changes that a machine has prepared and not committed, by Citus's names for them. */
async function readPrepared(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ isRead: boolean; names: string }>`
    select success as is_read, result as names from run_command_on_workers(
      $$select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts
        where database = current_database()$$)`.execute(tx);
  if (rows.some(({ isRead }) => !isRead))
    throw new Error('a machine of the database does not answer');

  return rows.flatMap(({ names }) => names.split(' ').filter((name) => name !== ''));
}

/** What triggers and checks call, on every machine. */
async function distributeFunctions(tx: Tx): Promise<void> {
  await sql`
    select create_distributed_function(p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(
    tx,
  );
}
