import { createRequire } from 'node:module';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import { sendCombined } from './combined-query.ts';

const app = await useApp();

test('pg is the version that combined-query.ts was written for', () => {
  const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
  expect(
    version,
    'read pg/lib/query.js, result.js and connection.js again before this number is raised',
  ).toBe('8.23.1');
});

test('pg still has each internal that combined-query.ts uses', async () => {
  const { Query, Result, utils } = pg as unknown as Record<
    string,
    { prototype: object; prepareValue?: unknown }
  >;
  for (const name of ['submit', 'handleRowDescription', 'handleDataRow', 'handleCommandComplete'])
    expect(Query?.prototype, name).toHaveProperty(name, expect.any(Function));
  expect(utils?.prepareValue).toBeTypeOf('function');

  const result = new (Result as unknown as new () => object)();
  for (const name of ['fields', '_types', '_parsers', '_prebuiltEmptyResultObject'])
    expect(result, name).toHaveProperty(name);

  const query = new (Query as unknown as new (config: object) => object)({ text: '' });
  for (const name of ['_result', '_results']) expect(query, name).toHaveProperty(name);

  const client = new pg.Client({ connectionString: app.deps.config.DATABASE_URL });
  const { connection } = client as unknown as { connection: Record<string, unknown> };

  for (const name of ['parse', 'bind', 'describe', 'execute', 'close', 'sync'])
    expect(connection[name], name).toBeTypeOf('function');
  expect(connection).toHaveProperty('parsedStatements');
  expect(connection.stream).toHaveProperty('cork');
});

test('each result has its own rows, command and count, the first time and when prepared', async () => {
  const client = await app.deps.pool.connect();
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      const results = await sendCombined(
        client,
        [
          { text: 'select $1::int as skipped', values: [1] },
          { text: 'select $1::int as one, $2::text as two', values: [1, 'a'] },
          { text: 'select $1::int as none where false', values: [1] },
          { text: 'select generate_series(1, $1::int) as n', values: [2] },
        ],
        1,
      );
      expect(results.map(({ command, rowCount, rows }) => ({ command, rowCount, rows }))).toEqual([
        { command: 'SELECT', rowCount: 1, rows: [{ one: 1, two: 'a' }] },
        { command: 'SELECT', rowCount: 0, rows: [] },
        { command: 'SELECT', rowCount: 2, rows: [{ n: 1 }, { n: 2 }] },
      ]);
    }
  } finally {
    client.release();
  }
});
