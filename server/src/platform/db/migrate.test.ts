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
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  expect(applied.rows.map(({ name }) => name)).toContain('004_ledger');
});

test('a database with unknown migrations is refused with a readable error', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('900_later', '2026-01-01')`.execute(db);
  await expect(migrate(db)).rejects.toThrow(ConfigError);
  await expect(migrate(db)).rejects.toThrow(/does not know \(900_later, 1 in all\).*delete the folder \.noren/);
  await sql`delete from kysely_migration where name = '900_later'`.execute(db);
});
