import pg from 'pg';
import { expect, test } from 'vitest';
import { takeDatabase } from './databases.ts';

const SIZE = `select reltuples::int as rows from pg_class where oid = 'orders'::regclass`;

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();

  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('a database that another test used has neither its rows nor what it said of their number', async () => {
  const first = await takeDatabase();
  await query(
    first.url,
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', 'orders', 'reltuples', 1000000::real);
     insert into rate_limit_hits (bucket, key_hash, at) values ('b', '\\x00', now())`,
  );
  await first.release();

  const again = await takeDatabase();
  try {
    expect(await query(again.url, SIZE)).toEqual([{ rows: -1 }]);
    expect(await query(again.url, 'select from rate_limit_hits')).toHaveLength(0);
    expect(await query(again.url, 'select from product_versions')).not.toHaveLength(0);
  } finally {
    await again.release();
  }
});
