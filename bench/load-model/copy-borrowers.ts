import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';
import { decrypt, encrypt } from './field-values.ts';

/** Tables with a user that are not copied: who is signed in, and what the app does not read. */
const NOT_COPIED = ['sessions', 'otp_requests', 'audit_log', 'operator_requests'];

/** Names that one row of a table has and no other. */
const OWN_NAMES = [
  'repay_id',
  'proposal_no',
  'payout_ref',
  'code',
  'provider_ref',
  'payment_ref',
  'refund_ref',
  'ref',
];

/** Hashes that identify a person. */
const OWN_HASHES = [
  'phone_hash',
  'account_hash',
  'pan_hash',
  'aadhaar_hash',
  'holder_hash',
  'utr_hash',
  'token_hash',
];

/** A claimed name: the text of a number, or a hash. */
const OWNED_NAME = `case when t.kind in ('repay_id', 'payment')
  then t.name || convert_to(s.name, 'UTF8') else sha256(t.name || s.hash) end`;

/** Provider events name no user: all events of the copied people are copied as often. */
const COPY_EVENTS = namedStatement<'from' | 'to'>(`
  insert into provider_events (provider, event_id, kind, outcome, event, received_at, utr_hash)
  select provider, event_id || '.' || k, kind, outcome, event, received_at, utr_hash
  from (select * from provider_events where event_id !~ '[.][0-9]+$' order by ctid offset 0) t
  cross join lateral (
    select k from generate_series(:from::int, :to::int) k
    where t.event_id is not null offset 0) s`);

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Table {
  readonly table: string;
  readonly columns: readonly Column[];
}

const READ_TABLES = namedStatement<'without'>(`
  select c.table_name as "table",
    json_agg(json_build_object('name', column_name, 'type', data_type)) as columns
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and is_identity = 'NO'
    and table_name <> all(:without)
  group by 1 having bool_or(column_name = 'user_id')`);

/** Gives copied people an encrypted field of the one they were copied from, encrypted for them. */
export async function copyField(
  db: Client,
  field: `${string}.${string}_enc`,
  { of, to }: { of: string; to: readonly string[] },
): Promise<void> {
  const [table, column] = field.split('.');
  const read = namedStatement<'of'>(`select ${column} as value from ${table} where user_id = :of`);
  const save = namedStatement<'to' | 'values'>(
    `update ${table} t set ${column} = c.value
     from unnest(:to::uuid[], :values::bytea[]) c(user_id, value) where t.user_id = c.user_id`,
  );

  const { rows } = await db.query(read({ of }));
  const plain = decrypt(rows[0].value, `${field}:${of}`);
  await db.query(save({ to, values: to.map((userId) => encrypt(plain, `${field}:${userId}`)) }));
}

/**
 * Copies people with all their rows, as our own server wrote them, under other ids. An id's copy
 * sorts as the id did; rows are written in the order in which theirs were, so that the rows of two
 * days are stored apart. Triggers and references are not checked.
 */
export async function copyBorrowers(
  db: Client,
  { people, from, to }: { people: readonly string[]; from: number; to: number },
): Promise<void> {
  const { rows: tables } = await db.query<Table>(READ_TABLES({ without: NOT_COPIED }));

  await atSpeed(db, async () => {
    for (const table of tables) await db.query(buildCopyStatement(table)({ people, from, to }));

    await db.query(COPY_EVENTS({ from, to }));

    // The console's lists show masked names.
    for (const person of people)
      await copyField(db, 'identities.name_enc', { of: person, to: listCopies(person, from, to) });
  });
  // The copies have the transactions of their originals, which are long over: totals and checks
  // would leave them out.
  await db.query('delete from ledger_totals');
  await db.query('update ledger_totals_head set before_xact = 0');
  await db.query('delete from self_check_passes');
  await db.query('vacuum (freeze, analyze)');
  await db.query('checkpoint');
}

/** The ids of a person's copies. */
const listCopies = (id: string, from: number, to: number): string[] =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `${id.slice(0, 24)}${(from + index).toString(16).padStart(12, '0')}`,
  );

/** The statement that copies a table's rows. */
function buildCopyStatement({ table, columns }: Table) {
  const names = columns.map(({ name }) => name).join(', ');
  // A condition that always holds makes the copies depend on the row, so that PostgreSQL reads the
  // rows once, in their order.
  return namedStatement<'people' | 'from' | 'to'>(`with s as materialized (
     select lpad(to_hex(k), 12, '0') as id, 'X' || upper(lpad(to_hex(k), 6, '0')) as name,
            int4send(k) as hash
      from generate_series(:from::int, :to::int) k)
    insert into ${table} (${names}) select ${columns.map((column) => copiedValue(table, column)).join(', ')}
    from (select * from ${table} where user_id = any(:people::uuid[]) order by ctid offset 0) t
    cross join lateral (select * from s where t.user_id is not null offset 0) s`);
}

function copiedValue(table: string, { name, type }: Column): string {
  if (table === 'name_owners' && name === 'name') return OWNED_NAME;
  if (type === 'uuid') return `(left(t.${name}::text, 24) || s.id)::uuid`;
  if (OWN_NAMES.includes(name)) return `t.${name} || s.name`;
  if (OWN_HASHES.includes(name)) return `sha256(t.${name} || s.hash)`;

  return `t.${name}`;
}

const WHILE_COPYING = {
  full_page_writes: 'off',
  max_wal_size: `'16GB'`,
  checkpoint_timeout: `'1h'`,
  autovacuum: 'off',
};

/** Does work while what slows the writing of many rows is switched off. */
async function atSpeed(db: Client, work: () => Promise<void>): Promise<void> {
  for (const [name, value] of Object.entries(WHILE_COPYING))
    await db.query(`alter system set ${name} = ${value}`);
  await db.query('select pg_reload_conf()');
  await db.query('set session_replication_role = replica; set synchronous_commit = off');

  await work();

  await db.query('reset session_replication_role; reset synchronous_commit');
  for (const name of Object.keys(WHILE_COPYING)) await db.query(`alter system reset ${name}`);
  await db.query('select pg_reload_conf()');
}

/** How many rows each of these tables has. */
export async function countRows(
  db: Client,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};

  for (const table of tables) {
    const { rows } = await db.query(`select count(*)::int as n from ${table}`);
    counts[table] = rows[0].n;
  }

  return counts;
}
