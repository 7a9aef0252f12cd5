import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { overNetwork } from '../../testing/databases.ts';
import { freePort } from '../../testing/own-process.ts';
import { useApp } from '../../testing/use-app.ts';
import { databaseTrouble } from './database-trouble.ts';
import { makeDb, makePool } from './db.ts';

const app = await useApp();

const changeAddress = (change: (url: URL) => void): string => {
  const url = new URL(overNetwork(app.deps.config.DATABASE_URL));
  change(url);
  return url.href;
};

/** What a process that is given this address says. */
async function troubleAt(address: string): Promise<string | undefined> {
  const db = makeDb(makePool(address, 1, () => undefined));
  try {
    await sql`select 1`.execute(db);
    return 'none';
  } catch (error) {
    return databaseTrouble(error)?.message;
  } finally {
    await db.destroy();
  }
}

describe('what keeps a process from its database is one sentence that says how to mend it', () => {
  test.each<[string, (url: URL) => void, string]>([
    [
      'another password',
      (url) => (url.password = 'wr0ng'),
      'it refuses the password of the address',
    ],
    ['no such database', (url) => (url.pathname = '/none'), 'there is no database of that name'],
    [
      'no TLS there',
      (url) => url.searchParams.set('sslmode', 'verify-full'),
      'it has no TLS: set ssl = on there',
    ],
    [
      'no such authority',
      (url) => url.searchParams.set('sslrootcert', '/none/ca.crt'),
      'there is no file /none/ca.crt, which its address names',
    ],
    ['no such host', (url) => (url.hostname = 'db.invalid'), 'name'],
  ])('%s', async (_, change, says) => {
    const said = await troubleAt(changeAddress(change));
    expect(said).toMatch(/^The database was not reached: [^\n]+\.$/);
    expect(said).toContain(says);
    expect(said).not.toContain('wr0ng');
  });

  test('nothing listens', async () => {
    const port = await freePort();
    expect(await troubleAt(changeAddress((url) => (url.port = String(port))))).toContain(
      `nothing listens there`,
    );
  });

  test('no socket is in the folder of the address', async () => {
    const folder = encodeURIComponent('/var/empty/none');
    expect(await troubleAt(`postgres://noren:secret@${folder}/noren`)).toContain(
      'it has no socket there',
    );
  });

  test('no host is a primary: what each said', async () => {
    const [port, other] = [await freePort(), await freePort()];
    const said = await troubleAt(
      changeAddress((url) => {
        url.port = String(port);
        url.searchParams.set('standby', `127.0.0.1:${other}`);
      }),
    );

    expect(said).toContain('promote a replica');
    for (const one of [port, other])
      expect(said).toMatch(new RegExp(`127.0.0.1:${one} does not answer \\(.*${one}\\)`));
  });
});

test('a statement that took too long is not said to be a host that does not answer', async () => {
  const db = makeDb(
    makePool(
      changeAddress(() => undefined),
      1,
      () => undefined,
      'noren',
      { statement: 50, lock: 0 },
    ),
  );
  const error = await sql`select pg_sleep(5)`.execute(db).catch((cause: unknown) => cause);

  expect(databaseTrouble(error)?.message).toMatch(
    /^The database ended a statement: it took longer than it may, /,
  );
  await db.destroy();
});

test('any other error is left as it is', async () => {
  const error = await sql`select none`.execute(app.deps.db).catch((cause: unknown) => cause);
  expect(databaseTrouble(error)).toBeNull();
  expect(databaseTrouble(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBeNull();
});
