import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, takeDatabase } from '../../testing/databases.ts';
import { ConfigError } from '../config/config-error.ts';
import { makeDb, makePool, migrate } from './db.ts';
import type { Db } from './tables.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await takeDatabase();
  db = makeDb(makePool(database.url, 1, () => undefined));
});

afterAll(async () => {
  await db.destroy();
  await database.release();
});

test('migrating an up-to-date database changes nothing', async () => {
  await migrate(db);

  const applied = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  expect(applied.rows.map(({ name }) => name)).toContain('004_ledger');
});

test('no two migrations have the same number', async () => {
  const { rows } = await sql<{ number: string }>`
    select left(name, 3) as number from kysely_migration order by name`.execute(db);
  const numbers = rows.map(({ number }) => number);

  expect(numbers).toEqual([...new Set(numbers)]);
});

test('a later version’s database is left as it is: this version runs on it', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('900_later', '2099-01-01')`.execute(
    db,
  );
  expect(await migrate(db)).toEqual({ isNewer: true });
  await sql`delete from kysely_migration where name = '900_later'`.execute(db);
  expect(await migrate(db)).toEqual({ isNewer: false });
});

test('a database that has unknown migrations and lacks one of ours is refused with a readable error', async () => {
  await sql`update kysely_migration set name = '900_later' where name = '011_sandbox'`.execute(db);
  await expect(migrate(db)).rejects.toThrow(ConfigError);
  await expect(migrate(db)).rejects.toThrow(
    /does not know \(900_later, 1 in all\).*delete the folder \.noren/,
  );
  await sql`update kysely_migration set name = '011_sandbox' where name = '900_later'`.execute(db);
});

test('a database made when a migration had another text is refused', async () => {
  const { rows } = await sql<{ noted: string }>`
    select obj_description('kysely_migration'::regclass) as noted`.execute(db);
  const note = (noted: string) =>
    sql`comment on table kysely_migration is ${sql.lit(noted)}`.execute(db);

  await note(JSON.stringify({ ...JSON.parse(rows[0]!.noted), '009_operations': 'of a week ago' }));
  await expect(migrate(db)).rejects.toThrow(
    /another text \(009_operations, 1 in all\).*delete the folder \.noren/,
  );
  await note(rows[0]!.noted);
  await migrate(db);
});
