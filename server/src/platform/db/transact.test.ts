import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, takeDatabase } from '../../testing/databases.ts';
import { type Db, makeDb, makePool, type Tx } from './db.ts';
import { transact } from './transact.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await takeDatabase();
  db = makeDb(makePool(database.url, 4, () => undefined));
  await sql`create schema own; create table own.notes (note text)`.execute(db);
});

afterAll(async () => {
  await sql`drop schema own cascade`.execute(db);
  await db.destroy();
  await database.release();
});

const lock = (tx: Tx, key: number) => sql`select pg_advisory_xact_lock(${key})`.execute(tx);

test('two transactions that wait for each other are both carried out, and the one that was ended only once', async () => {
  const started: string[] = [];

  const noted = async (tx: Tx, note: string) => {
    started.push(note);
    await sql`insert into own.notes (note) values (${note})`.execute(tx);
  };

  let arrived = 0;
  const both = Promise.withResolvers<void>();

  const crossing = (note: string, first: number, second: number) =>
    transact(db, async (tx) => {
      await noted(tx, note);
      await lock(tx, first);
      arrived += 1;
      if (arrived === 2) both.resolve();
      await both.promise;
      await lock(tx, second);

      return note;
    });

  expect(await Promise.all([crossing('a', 1, 2), crossing('b', 2, 1)])).toEqual(['a', 'b']);
  expect(started).toHaveLength(3);

  const { rows } = await sql<{ note: string }>`select note from own.notes order by note`.execute(
    db,
  );
  expect(rows).toEqual([{ note: 'a' }, { note: 'b' }]);
});

const failing = (code: string) => {
  let tries = 0;
  const run = transact(db, (tx) => {
    tries += 1;
    return sql`do ${sql.lit(`begin raise exception 'ended' using errcode = '${code}'; end`)}`.execute(
      tx,
    );
  });

  return { run, tries: () => tries };
};

test('one that is ended each time fails after four tries', async () => {
  const { run, tries } = failing('40P01');
  await expect(run).rejects.toMatchObject({ code: '40P01' });
  expect(tries()).toBe(4);
});

test.each(['23514', '57014', '55P03'])(
  'an error that another try would not mend is not tried again: %s',
  async (code) => {
    const { run, tries } = failing(code);
    await expect(run).rejects.toMatchObject({ code });
    expect(tries()).toBe(1);
  },
);
