import { sql } from 'kysely';
import { readPersonalData } from '../people/personal-data/read-personal-data.ts';
import type { TestApp } from './start-app.ts';
import type { SignedInUser } from './users.ts';

/** Values that identify a user, in plain text or as a keyed hash. */
export interface PersonalData {
  readonly texts: readonly string[];
  readonly hashes: readonly Buffer[];
}

/** Texts by the test's user, besides what every certified user has. */
export const USER_TEXTS = {
  feedback: 'Zanzibar Quixote wrote this',
  nominee: 'Nominata Example',
  nomineePhone: '9111111111',
  company: 'Quagga Traders',
} as const;

/** Reads all current values, plain or hashed, that identify the user. */
export async function collectPersonalData(app: TestApp, who: SignedInUser): Promise<PersonalData> {
  const { db, crypto } = app.deps;
  const read = async (table: Parameters<typeof readPersonalData>[2]) =>
    readPersonalData(db, crypto, table, who.userId);
  const [identity] = await read('identities');
  const [info] = await read('personal_info');
  const [home] = await read('addresses');
  const [account] = await read('bank_accounts');
  const contacts = await read('contacts');
  const texts = [
    who.phone,
    identity?.name,
    identity?.pan,
    info?.email,
    info?.companyName,
    info?.companyAddress,
    home?.street,
    account?.account,
    account?.holder_name,
    ...contacts.flatMap(({ name, phone }) => [name, phone]),
    ...Object.values(USER_TEXTS),
    'Example Works Pvt Ltd',
    who.client.token,
  ].map(String);
  if (texts.includes('undefined')) throw new Error('the test’s user lacks an identifying value');

  const { rows } = await sql<{ hash: Buffer }>`
    select phone_hash as hash from users where user_id = ${who.userId}
    union all select pan_hash from identities where user_id = ${who.userId}
    union all select aadhaar_hash from identities where user_id = ${who.userId}
    union all select account_hash from bank_accounts where user_id = ${who.userId}
    union all select token_hash from sessions where user_id = ${who.userId}`.execute(db);
  if (rows.length < 5) throw new Error('the test’s user lacks a hash');

  return { texts, hashes: rows.map(({ hash }) => hash) };
}

/** All columns of all tables that contain any of these values. */
export async function findTraces(app: TestApp, names: PersonalData): Promise<string[]> {
  const { db } = app.deps;
  const columns = await sql<{ schema: string; table: string; column: string; type: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'graphile_worker') and t.table_type = 'BASE TABLE'`.execute(
    db,
  );
  const found: string[] = [];

  for (const { schema, table, column, type } of columns.rows) {
    const of = sql.ref(column);
    const isBytes = type === 'bytea';
    const hit = isBytes
      ? sql`exists (select from unnest(${names.hashes}::bytea[]) h where position(h in ${of}) > 0)
          or exists (select from unnest(${names.texts}::text[]) v where position(convert_to(v, 'UTF8') in ${of}) > 0)`
      : sql`exists (select from unnest(${names.texts}::text[]) v where position(lower(v) in lower(${of}::text)) > 0)`;
    const read =
      await sql`select 1 from ${sql.table(`${schema}.${table}`)} where ${hit} limit 1`.execute(db);

    if (read.rows.length > 0) found.push(`${table}.${column}`);
  }

  return found;
}
