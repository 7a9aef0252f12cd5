import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { businessDay } from '@noren/core/money/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDb, makePool } from '../src/platform/db/db.ts';
import { runSelfChecks } from '../src/processes/self-checks/self-checks.ts';
import { type TestDatabase, takeDatabase } from '../src/testing/databases.ts';

/** The queries of the debugging pages run, and one of them names every self-check. */

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');
const operations = read('debugging-operations.md');
const pages = `${read('debugging.md')}${operations}`;
const queries = [...pages.matchAll(/```sql\n(.*?)```/gs)].map((found) => found[1] ?? '');

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

test('the pages have queries', () => expect(queries.length).toBeGreaterThan(8));

test.each(queries)('the query runs: %s', async (query) => {
  await client.query(query.replaceAll(/:'\w+'/g, 'null'));
});

test('docs/debugging-operations.md names every self-check', async () => {
  const db = makeDb(makePool(database.url, 1, () => undefined));
  const checks = await runSelfChecks(db, {
    today: businessDay('2026-11-23'),
    now: Date.UTC(2026, 10, 23),
  });

  await db.destroy();

  const [, table = ''] = /## verify fails\n(.*?)\n## /s.exec(operations) ?? [];
  const rows = [...table.matchAll(/^\| ([^|`-]+?) \|/gm)].map((found) => found[1]).slice(1);

  expect(rows.toSorted()).toEqual(checks.map(({ name }) => name).toSorted());
});
