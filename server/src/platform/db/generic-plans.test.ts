import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionColumns } from '../../people/session-columns-store.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { findSession } from '../http/session-store.ts';
import { makeUserToken } from './carried-user.ts';
import { type Db, makeDb, makePool } from './db.ts';

let app: TestApp;
/** One connection, so that its prepared statements can be inspected. */
let db: Db;

beforeAll(async () => {
  app = await startApp();
  db = makeDb(makePool(app.deps.config.DATABASE_URL, 1, () => undefined));
});

afterAll(async () => {
  await db.destroy();
  await app.stop();
});

/** PostgreSQL makes this many custom plans before it may choose a generic one. */
const TRIED = 5;
const RUNS_EACH = 12;

test('the batched session statement gets one generic plan, not a plan for each list', async () => {
  const someone = () =>
    findSession(
      { db, sessionColumns },
      { token: makeUserToken(randomUUID()), cookie: randomUUID(), now: app.deps.now() },
    );

  for (let turn = 0; turn < RUNS_EACH; turn++) await Promise.all([someone(), someone(), someone()]);

  const { rows } = await sql<{ custom: number; generic: number }>`
    select custom_plans as custom, generic_plans as generic from pg_prepared_statements
    where statement like '%join sessions s on%'`.execute(db);
  const [plans, ...others] = rows.filter(({ custom, generic }) => custom + generic >= RUNS_EACH);

  expect(others).toEqual([]);
  expect(plans?.custom).toBeLessThanOrEqual(TRIED);
});
