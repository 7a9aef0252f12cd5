import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { businessDay } from '@noren/core/money/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSelfChecks } from '../operations/self-checks/self-checks.ts';
import { makeDb, makePool } from '../platform/db/db.ts';
import { type TestDatabase, takeDatabase } from './databases.ts';

/** The queries of docs/debugging.md run, and it names every self-check. */

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/debugging.md'), 'utf8');
const queries = [...page.matchAll(/```sql\n(.*?)```/gs)].map((found) => found[1] ?? '');

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await takeDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.release();
});

test('the page has queries', () => expect(queries.length).toBeGreaterThan(8));

test.each(queries)('the query runs: %s', async (query) => {
  await client.query(query.replaceAll(/:'\w+'/g, 'null'));
});

test('the page names every self-check', async () => {
  const db = makeDb(makePool(database.url, 1, () => undefined));
  const checks = await runSelfChecks(db, {
    today: businessDay('2026-11-23'),
    now: Date.UTC(2026, 10, 23),
  });

  await db.destroy();

  const [, table = ''] = /## verify fails\n(.*?)\n## /s.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| ([^|`-]+?) \|/gm)].map((found) => found[1]).slice(1);

  expect(rows.toSorted()).toEqual(checks.map(({ name }) => name).toSorted());
});
