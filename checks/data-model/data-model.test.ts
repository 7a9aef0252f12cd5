import { readFile } from 'node:fs/promises';
import { type Db, makeDb, makePool } from '@noren/server/src/platform/db/db.ts';
import { TABLE_PLACEMENT } from '@noren/server/src/platform/db/table-placement.ts';
import { type TestDatabase, takeDatabase } from '@noren/server/src/testing/databases.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDomains, readRoutines, readRuleNames, readTables, type Table } from './catalogue.ts';
import { renderDataModel } from './render.ts';
import { findBrokenRules } from './table-rules.ts';

let database: TestDatabase;
let db: Db;
let tables: Table[];

beforeAll(async () => {
  database = await takeDatabase();
  db = makeDb(makePool(database.url, 2, () => undefined));
  tables = await readTables(db);
});

afterAll(async () => {
  await db.destroy();
  await database.release();
});

test('every table, trigger and function has a comment', async () => {
  expect(tables.length).toBeGreaterThan(60);
  expect(tables.filter(({ comment }) => !comment).map(({ name }) => name)).toEqual([]);

  const triggers = tables.flatMap(({ name: table, triggers }) =>
    triggers.map((trigger) => ({ ...trigger, table })),
  );
  expect(
    triggers.filter(({ comment }) => !comment).map(({ table, name }) => `${table}.${name}`),
  ).toEqual([]);
  expect(
    (await readRoutines(db)).filter(({ comment }) => !comment).map(({ name }) => name),
  ).toEqual([]);
});

test('every table is created by the migration of its domain', async () => {
  const made = [...(await readDomains()).values()].flat();
  expect(made.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test('indexes, checks and triggers are named after their table and kind', async () => {
  const badRules = (await readRuleNames(db)).filter(
    ({ table, name, kind }) =>
      !name.startsWith(`${table}_`) ||
      !(kind === 'check' ? /_check$/ : /_(pkey|key|idx)$/).test(name),
  );
  expect(badRules).toEqual([]);

  const keys = tables.flatMap(({ name: table, keys }) => keys.map((key) => ({ ...key, table })));
  const suffixes = { primary: '_pkey', unique: '_key', foreign: '_fkey' };

  expect(
    keys.filter(({ name, kind }) => !name.endsWith(suffixes[kind])).map(({ name }) => name),
  ).toEqual([]);

  const triggers = tables.flatMap(({ name: table, triggers }) =>
    triggers.map(({ name }) => ({ table, name })),
  );
  expect(triggers.filter(({ table, name }) => !name.startsWith(`${table}_`))).toEqual([]);
});

/** Keys that still break the rules of `TABLE_PLACEMENT`. The list only gets shorter. */
const NOT_YET: string[] = [];

test('every table is placed, and every key of a spread table holds on one machine', () => {
  const broken = findBrokenRules(tables, TABLE_PLACEMENT).filter(
    ({ rule }) => !NOT_YET.includes(rule),
  );
  expect(broken.map(({ problem }) => problem)).toEqual([]);

  const rules = findBrokenRules(tables, TABLE_PLACEMENT).map(({ rule }) => rule);
  expect(NOT_YET.filter((rule) => !rules.includes(rule))).toEqual([]);
});

test('an unplaced table, a nullable column and keys without the user are found', async () => {
  const found = await db.transaction().execute(async (tx) => {
    await sql`create table loose (user_id uuid references users, n int primary key, other text unique,
      payer_id uuid references users, staff_id uuid references staff)`.execute(tx);

    const loose = (await readTables(tx)).filter(({ name }) => name === 'loose');
    await sql`drop table loose`.execute(tx);

    return loose;
  });

  const listRules = (placements: Parameters<typeof findBrokenRules>[1]) =>
    findBrokenRules(found, { users: { kind: 'user', column: 'user_id' }, ...placements }).map(
      ({ rule }) => rule,
    );

  const isSpread = { loose: { kind: 'user', column: 'user_id' } } as const;
  expect(listRules(isSpread)).toEqual([
    'users',
    'loose.user_id',
    'loose_pkey',
    'loose_other_key',
    'loose_payer_id_fkey',
  ]);
  expect(listRules({})).toEqual(['users', 'loose']);
});

test('docs/data-model.md is up to date: npm run data-model', async () => {
  const page = await readFile(new URL('../../docs/data-model.md', import.meta.url), 'utf8');
  const [routines, domains] = await Promise.all([readRoutines(db), readDomains()]);
  expect(renderDataModel({ tables, routines, domains })).toBe(page);
});
