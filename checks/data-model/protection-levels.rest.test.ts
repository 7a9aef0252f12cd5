import { CALLS } from '@noren/contract/index';
import { collectPersonalData, findTraces } from '@noren/server/src/testing/personal-data-traces.ts';
import { aBankTransfer, aPaidLoan, aUtr } from '@noren/server/src/testing/repayments.ts';
import { useApp } from '@noren/server/src/testing/use-app.ts';
import { successData } from '@noren/server/src/testing/users.ts';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readTables, type Table } from './catalogue.ts';
import type { Level } from './levels.ts';
import { listLevels } from './protection-levels.ts';

const app = await useApp();
const { db } = app.deps;
let tables: Table[];

beforeAll(async () => {
  const { who } = await aPaidLoan(app);
  successData(
    await who.client.send(CALLS.saveFeedback, {
      body: { type: 'other', text: 'It is slow, says a borrower.' },
    }),
  );
  await aBankTransfer(app, aUtr(), 100_00);
  await db.transaction().execute(async (tx) => {
    tables = await readTables(tx);
  });
});

const listColumns = (level: Level) =>
  tables.flatMap(({ name: table, columns }) =>
    columns
      .filter((column) => listLevels(table, column.name)[0] === level)
      .map((column) => ({ table, ...column })),
  );

/**
 * The columns of a level that have values, and those with a value that is not as the level demands.
 */
async function check(level: Level, demand: (column: RawBuilder<unknown>) => RawBuilder<unknown>) {
  const found = { filled: 0, wrong: [] as string[] };
  for (const { table, name, type } of listColumns(level)) {
    if (type !== 'bytea') continue;

    const column = sql.ref(name);
    const { rows } = await sql<{ values: number; wrong: number }>`
      select count(*)::int as values, count(*) filter (where not (${demand(column)}))::int as wrong
      from ${sql.table(table)} where ${column} is not null`.execute(db);

    if ((rows[0]?.values ?? 0) > 0) found.filled++;
    if ((rows[0]?.wrong ?? 0) > 0) found.wrong.push(`${table}.${name}`);
  }

  return found;
}

test('each column of each table has exactly one level', () => {
  const columns = tables.flatMap(({ name, columns }) =>
    columns.map((column) => [name, column.name] as const),
  );
  expect(columns.length).toBeGreaterThan(700);

  const wrong = columns.filter(([table, column]) => listLevels(table, column).length !== 1);
  expect(wrong).toEqual([]);
});

test('a column is named after its level, and the bytes of every other are explained', () => {
  const named = tables.flatMap(({ name: table, columns }) =>
    columns.filter(({ name }) => name.endsWith('_enc')).map(({ name }) => `${table}.${name}`),
  );
  expect(listColumns('encrypted').map(({ table, name }) => `${table}.${name}`)).toEqual(named);

  const plain = (['public', 'internal', 'personal'] as const).flatMap((level) =>
    listColumns(level)
      .filter(({ type }) => type === 'bytea')
      .map(({ table, name }) => `${table}.${name}`),
  );
  expect(plain.toSorted()).toEqual([
    'kfs_forms.form_id',
    'name_owners.name',
    'quotes.form_id',
    'staff_audit.hash',
    'staff_audit.previous_hash',
    'staff_audit_head.hash',
    'staff_passkeys.public_key',
    'user_passkeys.public_key',
  ]);
});

test('what is encrypted begins with the id of the key and has room for nonce and tag', async () => {
  const { filled, wrong } = await check(
    'encrypted',
    (column) =>
      sql`get_byte(${column}, 0) = ${app.deps.crypto.keyIds.current} and length(${column}) >= 29`,
  );
  expect(wrong).toEqual([]);
  expect(filled).toBeGreaterThan(10);
});

test('a keyed hash begins with its key’s id, and a secret is stored as a hash', async () => {
  const { current } = app.deps.crypto.hashKeyIds;
  const hashed = await check(
    'hashed',
    (column) => sql`get_byte(${column}, 0) = ${current} and length(${column}) = 33`,
  );

  expect(hashed.wrong).toEqual([]);
  expect(hashed.filled).toBeGreaterThan(6);

  const secret = await check('secret', (column) => sql`length(${column}) in (32, 33)`);
  expect(secret.wrong).toEqual([]);
  expect(secret.filled).toBeGreaterThan(1);
});

test('phone, PAN, names, accounts and tokens are readable in the sandbox’s tables alone', async () => {
  const { who } = await aPaidLoan(app);
  const { texts } = await collectPersonalData(app, who);
  const found = await findTraces(app, { texts, hashes: [] });
  const readable = found.filter((path) => {
    const [table = '', column = ''] = path.split('.');
    return listLevels(table, column)[0] !== 'invented';
  });

  expect(readable).toEqual([]);
});
