import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startPostgres } from './postgres.mjs';

const folder = mkdtempSync(join(tmpdir(), 'noren launcher '));
// Readable by the account that PostgreSQL runs as, so that its data stays in this folder.
chmodSync(folder, 0o755);
const dataDir = join(folder, 'postgres');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();

  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

test('data persists, a running server is reused, a killed one is started again on its port', async () => {
  const first = await startPostgres({ dataDir });
  onTestFinished(async () => (await startPostgres({ dataDir })).stop());
  await query(first.url, 'create table kept as select 7 as n');

  const again = await startPostgres({ dataDir });
  expect(again).toMatchObject({ pid: first.pid, url: first.url });
  process.kill(first.pid, 'SIGKILL');
  await expect
    .poll(() =>
      query(first.url, 'select 1').then(
        () => 'up',
        () => 'down',
      ),
    )
    .toBe('down');

  const third = await startPostgres({ dataDir });
  expect(third.pid).not.toBe(first.pid);
  expect(third.port).toBe(first.port);
  expect(await query(third.url, 'select n from kept')).toEqual([7]);
  await third.stop();
  await expect(query(third.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('the server does not run as root, requires a password, uses UTF-8 and UTC, and listens on 127.0.0.1 only', async () => {
  const postgres = await startPostgres({ fast: true });
  const settings =
    "select current_setting('server_encoding'), current_setting('timezone'), current_setting('listen_addresses')";

  expect(await query(postgres.url, settings)).toEqual(['UTF8', 'UTC', '127.0.0.1']);

  const wrong = postgres.url.replace(/:[0-9a-f]+@/, ':guess@');
  await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });

  const [data] = await query(postgres.url, "select current_setting('data_directory')");
  // The server insists on owning its folder: so its account is the folder's.
  expect(statSync(String(data)).uid).not.toBe(0);
  await postgres.stop();
  expect(existsSync(String(data))).toBe(false);
});

test('where a restore was interrupted no empty database is made in its place', async () => {
  const interrupted = join(folder, 'interrupted');
  mkdirSync(join(interrupted, 'data.restoring'), { recursive: true });
  await expect(startPostgres({ dataDir: interrupted })).rejects.toThrow(
    'run "npm run restore" again',
  );
});
