import { expect, onTestFinished, test } from 'vitest';
import { overNetwork, takeDatabase } from '../../testing/databases.ts';
import { makePool } from './db.ts';
import { makeClient } from './primary-client.ts';

const KEEPALIVES = `select current_setting('tcp_keepalives_idle')::int as idle,
  current_setting('tcp_keepalives_interval')::int as interval, current_setting('tcp_keepalives_count')::int as count`;

test('PostgreSQL ends the sessions of a machine that vanished within a minute, unless the address says otherwise', async () => {
  const database = await takeDatabase();
  onTestFinished(() => database.release());

  const address = overNetwork(database.url);
  const pool = makePool(address, 1, () => undefined);
  expect((await pool.query(KEEPALIVES)).rows).toEqual([{ idle: 30, interval: 10, count: 3 }]);
  await pool.end();

  const url = new URL(address);
  url.searchParams.set('options', '-c tcp_keepalives_idle=45');

  const client = makeClient(url.href, {});
  await client.connect();
  expect((await client.query(KEEPALIVES)).rows).toEqual([{ idle: 45, interval: 10, count: 3 }]);
  await client.end();
});
