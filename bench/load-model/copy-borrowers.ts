import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';
import { dropIndexes } from './drop-indexes.ts';
import { decrypt, encrypt, hash } from './field-values.ts';

/**
 * Tables with a user that are not copied: who is signed in, what the app does not read, and names,
 * which are claimed.
 */
const NOT_COPIED = [
  'sessions',
  'magic_links',
  'payment_links',
  'otp_requests',
  'audit_log',
  'operator_requests',
  'name_owners',
  'transfer_users',
];

/** An end that a former copying made readable has another phone now. */
const FREE_PHONES = `
  delete from name_owners where kind = 'phone' and name not in (select phone_hash from users)`;

const CLAIM_NAMES = `
  insert into name_owners (kind, name, user_id, claimed_at)
  select 'phone', phone_hash, user_id, now() from users
  union all select 'pan', pan_hash, user_id, now() from identities
  union all select 'aadhaar', aadhaar_hash, user_id, now() from identities
  union all select 'card_holder', holder_hash, user_id, now() from identity_sources
    where holder_hash is not null
  union all select 'bank_account', account_hash, user_id, now() from bank_accounts
    where replaced_at is null
  union all select 'repay_id', convert_to(repay_id, 'UTF8'), user_id, now() from orders
  union all select 'payment', convert_to(provider || ':' || provider_ref, 'UTF8'), user_id, now()
    from provider_payments
  on conflict (kind, name) do nothing`;

const NOTE_TRANSFERS = `
  insert into transfer_users (utr_hash, user_id, noted_at)
  select utr_hash, user_id, now() from provider_payments where utr_hash is not null
  on conflict do nothing`;

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
];

/** Provider events name no user: all events of the copied people are copied as often. */
const COPY_EVENTS = namedStatement<'from' | 'to'>(`
  insert into provider_events (provider, event_id, kind, outcome, event, received_at, utr_hash)
  select provider, event_id || '.' || k, kind, outcome, event, received_at, utr_hash
  from (select * from provider_events where event_id !~ '[.][0-9]+$' order by ctid offset 0) t
  cross join lateral (
    select k from generate_series(:from::int, :to::int) k
    where t.event_id is not null offset 0) s`);

interface Column {
  table: string;
  name: string;
  type: string;
}

const READ_ENDS = `
  (select user_id from users order by user_id limit 1)
  union all (select user_id from users order by user_id desc limit 1)`;

const SAVE_PHONE = namedStatement<'userId' | 'phone' | 'hash'>(
  'update users set phone_enc = :phone, phone_hash = :hash where user_id = :userId',
);

/**
 * A start decrypts the phones of the first and the last user, to know the keys. Those of copies
 * cannot be decrypted: they belong to another id. So both get an invented phone.
 */
async function makeEndsReadable(
  db: Client,
  { people, from }: { people: readonly string[]; from: number },
): Promise<void> {
  const { rows: ends } = await db.query(READ_ENDS);

  for (const [at, { user_id: userId }] of ends.entries()) {
    if (people.includes(userId)) continue;

    const phone = String(6_000_000_000 + from * 2 + at);
    await db.query(
      SAVE_PHONE({
        userId,
        phone: encrypt(phone, toPhoneContext(userId)),
        hash: hash('phone', phone),
      }),
    );
  }
}

const toPhoneContext = (userId: string): string => `users.phone_enc:${userId}`;

/** Names that are encrypted again in one statement. */
const BATCH = 5_000;

const LIST_COPIES = namedStatement<'after' | 'last' | 'most'>(
  `select user_id from identities where user_id > :after::uuid and user_id <= :last::uuid
   order by user_id limit :most`,
);

/** The console's lists show masked names: a copy has its original's. */
async function copyNames(db: Client, people: readonly string[]): Promise<void> {
  for (const person of people) {
    const last = `${person.slice(0, 24)}ffffffffffff`;
    let after = `${person.slice(0, 24)}000000000000`;

    for (;;) {
      const { rows } = await db.query(LIST_COPIES({ after, last, most: BATCH }));
      if (rows.length === 0) break;

      const ids: string[] = rows.map(({ user_id: userId }) => userId);
      await copyField(db, 'identities.name_enc', { of: person, to: ids });
      after = ids.at(-1)!;
    }
  }
}

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
 * days are stored apart. Keys and indexes are dropped meanwhile; triggers and references are not
 * checked.
 */
export async function copyBorrowers(
  db: Client,
  { people, from, to }: { people: readonly string[]; from: number; to: number },
): Promise<void> {
  const columns = await readColumns(db);
  const tables = [...new Set(columns.map(({ table }) => table))];

  await atSpeed(db, async () => {
    const restoreIndexes = await dropIndexes(db, [...tables, 'provider_events']);

    for (const table of tables)
      await db.query(
        buildCopyStatement(
          table,
          columns.filter((column) => column.table === table),
        )({ people, from, to }),
      );

    await db.query(COPY_EVENTS({ from, to }));
    await restoreIndexes();
    await makeEndsReadable(db, { people, from });
    await db.query(FREE_PHONES);
    await db.query(CLAIM_NAMES);
    await db.query(NOTE_TRANSFERS);
    await copyNames(db, people);
  });
  // The copies have the transactions of their originals, which are long over: totals and checks
  // would leave them out.
  await db.query('delete from ledger_totals');
  await db.query('update ledger_totals_head set before_xact = 0');
  await db.query('delete from self_check_passes');
  await db.query('vacuum (freeze, analyze)');
  await db.query('checkpoint');
}

/** The id of a person's copy. */
export function copyOfId(id: string, copy: number): string {
  return `${id.slice(0, 24)}${copy.toString(16).padStart(12, '0')}`;
}

const READ_COLUMNS = namedStatement<'without'>(
  `select c.table_name as "table", c.column_name as name, c.data_type as type
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and is_identity = 'NO'
       and exists (select from information_schema.columns u where u.table_schema = 'public'
                   and u.table_name = c.table_name and u.column_name = 'user_id')
       and table_name <> all(:without)
     order by c.table_name, c.ordinal_position`,
);

async function readColumns(db: Client): Promise<Column[]> {
  const { rows } = await db.query<Column>(READ_COLUMNS({ without: NOT_COPIED }));
  return rows;
}

/** The statement that copies a table's rows. */
function buildCopyStatement(table: string, columns: readonly Column[]) {
  const names = columns.map(({ name }) => name).join(', ');
  // The copies depend on the row, by what is always so: the rows are gone through once, in their
  // order.
  return namedStatement<'people' | 'from' | 'to'>(`with s as materialized (
     select lpad(to_hex(k), 12, '0') as id, 'X' || upper(lpad(to_hex(k), 6, '0')) as name,
            int4send(k) as hash
      from generate_series(:from::int, :to::int) k)
    insert into ${table} (${names}) select ${columns.map(copiedValue).join(', ')}
    from (select * from ${table} where user_id = any(:people::uuid[]) order by ctid offset 0) t
    cross join lateral (select * from s where t.user_id is not null offset 0) s`);
}

function copiedValue({ name, type }: Column): string {
  if (type === 'uuid') return `(left(t.${name}::text, 24) || s.id)::uuid`;
  if (OWN_NAMES.includes(name)) return `t.${name} || s.name`;
  if (OWN_HASHES.includes(name)) return `sha256(t.${name} || s.hash)`;
  return `t.${name}`;
}

const SEEDING = {
  session_replication_role: 'replica',
  synchronous_commit: 'off',
  maintenance_work_mem: `'1GB'`,
  max_parallel_maintenance_workers: '2',
};

const WHILE_SEEDING = {
  full_page_writes: 'off',
  max_wal_size: `'16GB'`,
  checkpoint_timeout: `'1h'`,
  autovacuum: 'off',
};

/** Does work with what slows the writing of many rows switched off, and switches it on again. */
async function atSpeed(db: Client, work: () => Promise<void>): Promise<void> {
  for (const [name, value] of Object.entries(SEEDING)) await db.query(`set ${name} = ${value}`);
  for (const [name, value] of Object.entries(WHILE_SEEDING))
    await db.query(`alter system set ${name} = ${value}`);
  await db.query('select pg_reload_conf()');
  await work();
  for (const name of Object.keys(WHILE_SEEDING)) await db.query(`alter system reset ${name}`);
  await db.query('select pg_reload_conf()');
  for (const name of Object.keys(SEEDING)) await db.query(`reset ${name}`);
}
