import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, takeDatabase } from '../../testing/databases.ts';
import { makeCommandPool, makeDb, makeOwnerPool, makePool } from './db.ts';
import { runMigrations } from './run-migrations.ts';
import type { Db } from './tables.ts';

let database: TestDatabase;
let db: Db;
let applied: string[];

beforeAll(async () => {
  database = await takeDatabase();
  db = makeDb(makePool(database.url, 1, () => undefined, 'noren', { statement: 0, lock: 100 }));
  await sql`create table pets (name text)`.execute(db);
});

beforeEach(async () => {
  applied = [];
  await sql`delete from kysely_migration where name like '9%'`.execute(db);
});

afterAll(async () => {
  await sql`drop table pets`.execute(db);
  await db.destroy();
  await database.release();
});

/** Applies migrations after those that the database has. */
async function run(later: Record<string, string>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const texts = { ...Object.fromEntries(rows.map(({ name }) => [name, 'select 1'])), ...later };
  await runMigrations(
    db.withoutPlugins(),
    texts,
    async (names) => void applied.push(names.join(' ')),
    10,
  );
}

test('an index is made while the program writes, in a file that runs outside a transaction', async () => {
  await run({
    '901_age': 'alter table pets add column age int; alter table pets add column colour text;',
    '902_index': `-- no transaction
drop index concurrently if exists pets_name;
-- By name.
create index concurrently pets_name on pets (name);
`,
    '903_kind': 'alter table pets add column kind text;',
  });
  expect(applied).toEqual(['901_age', '902_index', '903_kind']);

  const { rows } = await sql`select from pg_indexes where indexname = 'pets_name'`.execute(db);
  expect(rows).toHaveLength(1);
  expect(
    (await sql<{ of: string }>`select current_setting('lock_timeout') as of`.execute(db)).rows[0]
      ?.of,
  ).toBe('100ms');
});

test('a table that a transaction holds is waited for in short turns, between which others get it', async () => {
  const other = makeDb(makePool(database.url, 2, () => undefined));
  const { promise: isEnough, resolve: enough } = Promise.withResolvers<void>();
  const holder = other.transaction().execute(async (tx) => {
    await sql`lock table pets in access share mode`.execute(tx);
    await isEnough;
  });
  const migrated = run({ '904_weight': 'alter table pets add column weight int' });
  const waiting = sql`select from pg_locks where relation = 'pets'::regclass and not granted`;

  await expect
    .poll(async () => (await waiting.execute(other)).rows.length, { interval: 10 })
    .toBe(1);
  // Behind an alter table that waits without end it would wait for the holder.
  await sql`select count(*) from pets`.execute(other);
  enough();
  await holder;
  await migrated;
  expect(applied).toEqual(['904_weight']);
  await other.destroy();
});

test('a migration that fails is not tried again', async () => {
  await expect(run({ '905_wrong': 'alter table none add column age int' })).rejects.toThrow(
    '"none" does not exist',
  );
});

test('commands have no statement time-out, even if the role has one; the owner waits briefly for a lock', async () => {
  await sql`alter role current_user in database ${sql.id(new URL(database.url).pathname.slice(1))} set statement_timeout = '20s'`.execute(
    db,
  );

  const limits = async (pool: ReturnType<typeof makePool>) => {
    const { rows } = await pool.query<{ of: string }>(
      `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') as of`,
    );
    await pool.end();
    return rows[0]?.of;
  };

  expect(await limits(makePool(database.url, 1, () => undefined))).toBe('20s 0');
  expect(await limits(makeCommandPool(database.url, 1))).toBe('0 0');
  expect(await limits(makeOwnerPool(database.url))).toBe('0 5s');
  await sql`alter role current_user in database ${sql.id(new URL(database.url).pathname.slice(1))} reset statement_timeout`.execute(
    db,
  );
});
