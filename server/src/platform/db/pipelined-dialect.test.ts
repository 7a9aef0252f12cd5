import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import type { Tx } from './db.ts';
import { executeBatch, queueWithNext } from './statements.ts';

const app = await useApp();

const change = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.deps.db.transaction().execute(work);

const insert = (tx: Tx, action: string) =>
  queueWithNext(
    tx,
    sql`
      insert into audit_log (user_id, at, actor, action)
      values (uuidv7(), now(), 'test', ${action})`,
  );

const count = async (action: string): Promise<number> =>
  (
    await app.deps.db
      .selectFrom('audit_log')
      .select('auditId')
      .where('action', '=', action)
      .execute()
  ).length;

test('queued statements run in order, before the statement that follows them', async () => {
  const action = randomUUID();
  const seen = await change(async (tx) => {
    await insert(tx, action);
    await insert(tx, action);
    return (
      await tx.selectFrom('audit_log').select('auditId').where('action', '=', action).execute()
    ).length;
  });
  expect([seen, await count(action)]).toEqual([2, 2]);
});

test('a statement queued before the commit is committed', async () => {
  const action = randomUUID();
  await change((tx) => insert(tx, action));
  expect(await count(action)).toBe(1);
});

test('a queued statement that fails at the commit rolls back and throws its own error', async () => {
  const action = randomUUID();
  const run = change(async (tx) => {
    await insert(tx, action);
    await queueWithNext(
      tx,
      sql`insert into audit_log (user_id, at, actor) values (uuidv7(), now(), ${action})`,
    );
  });

  await expect(run).rejects.toMatchObject({ code: '23502', column: 'action' });
  expect(await count(action)).toBe(0);
});

test('a statement after a failed queued one throws its error, and the connection stays usable', async () => {
  const action = randomUUID();
  const run = change(async (tx) => {
    await queueWithNext(tx, sql`select 1 / ${0}::int`);
    await sql`select ${1}::int`.execute(tx);
  });

  await expect(run).rejects.toMatchObject({ code: '22012' });
  await Promise.all(Array.from({ length: 20 }, () => change((tx) => insert(tx, action))));
  expect(await count(action)).toBe(20);
});

test('a transaction rolled back before its queue was sent leaves nothing and releases its connection', async () => {
  const action = randomUUID();
  for (let turn = 0; turn < 20; turn++) {
    const run = change(async (tx) => {
      await insert(tx, action);
      throw new Error('given up');
    });
    await expect(run).rejects.toThrow('given up');
  }

  expect(await count(action)).toBe(0);
});

test('a statement sent with one that cannot be prepared is prepared the next time', async () => {
  const action = randomUUID();
  const text = sql.lit(action);

  const insertWithDetail = (tx: Tx) =>
    queueWithNext(
      tx,
      sql`
        insert into audit_log (user_id, at, actor, action, detail)
        select uuidv7(), now(), 'test', ${text}, ${'{}'}::jsonb`,
    );

  for (let turn = 0; turn < 20; turn++) {
    const run = change(async (tx) => {
      await insertWithDetail(tx);
      await sql`select ${1}::int from no_such_table`.execute(tx);
    });
    await expect(run).rejects.toMatchObject({ code: '42P01' });
  }

  await Promise.all(Array.from({ length: 20 }, () => change((tx) => insertWithDetail(tx))));
  expect(await count(action)).toBe(20);
});

test('a value that cannot be sent throws, and the connection stays usable', async () => {
  const action = randomUUID();
  const circular: unknown[] = [];

  circular.push({ circular });

  const run = change(async (tx) => {
    await insert(tx, action);
    await sql`select ${{ circular }}::jsonb`.execute(tx);
  });
  await expect(run).rejects.toThrow(/circular/i);
  expect(await count(action)).toBe(0);
});

test('a commit after a caught failure throws that failure', async () => {
  const action = randomUUID();
  const run = change(async (tx) => {
    await sql`select 1 / ${0}::int`.execute(tx).catch(() => undefined);
    await insert(tx, action);
  });

  await expect(run).rejects.toMatchObject({ code: '22012' });
  expect(await count(action)).toBe(0);
});

test.each(['in a transaction', 'without one'])(
  'each statement of a batch returns its rows, %s',
  async (where) => {
    const action = randomUUID();
    const statements = [
      sql`select ${1}::int as one, null as nothing`,
      sql`select ${1}::int as one where false`,
      sql`
        insert into audit_log (user_id, at, actor, action)
        values (uuidv7(), now(), 'test', ${action})`,
      sql`select action, ${['a', 'b']}::text[] as list from audit_log where action = ${action}`,
      sql`select ${2}::int as one, null as nothing`,
    ];

    const query = () =>
      where === 'without one'
        ? executeBatch(app.deps.db, statements)
        : change((tx) => executeBatch(tx, statements));

    for (let turn = 1; turn <= 15; turn += 1) {
      const found = { action, list: ['a', 'b'] };
      expect(await query()).toEqual([
        [{ one: 1, nothing: null }],
        [],
        [],
        Array(turn).fill(found),
        [{ one: 2, nothing: null }],
      ]);
    }
  },
);

test('a failed statement of a batch rolls back those before it, and the connection stays usable', async () => {
  const action = randomUUID();
  const run = change(async (tx) => {
    await insert(tx, action);
    await executeBatch(tx, [
      sql`
        insert into audit_log (user_id, at, actor, action)
        values (uuidv7(), now(), 'test', ${action})`,
      sql`select 1 / ${0}::int as never`,
      sql`select ${1}::int as one`,
    ]);
  });

  await expect(run).rejects.toMatchObject({ code: '22012' });
  expect(await count(action)).toBe(0);

  const one = [sql`select ${1}::int as one`];
  const all = await Promise.all(Array.from({ length: 20 }, () => executeBatch(app.deps.db, one)));

  expect(all).toEqual(Array(20).fill([[{ one: 1 }]]));
});
