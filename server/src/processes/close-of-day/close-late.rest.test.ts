import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestCloseOfDay } from '../../lending/close/request-close.ts';
import { sendPayout } from '../../lending/orders/send-payout.ts';
import type { Deps } from '../../platform/deps.ts';
import { cancelJob, type JobName } from '../../platform/jobs/job-store.ts';
import { readJobDelays } from '../../testing/job-queue.ts';
import { anActiveLoan, anAppliedLoan, readOrder, readPayouts } from '../../testing/loans.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';
import { selfCheck } from '../self-checks/self-checks.ts';
import { closeMissedDays } from './close-of-day.ts';

let app: TestApp;
/** The app's dependencies with recorded warnings and errors. */
let deps: Deps;
let loud: Record<string, unknown>[];
let leave: (() => void) | null;

beforeEach(async () => {
  app = await startApp();
  loud = [];
  leave = null;

  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void loud.push(JSON.parse(line)) },
  );
  deps = { ...app.deps, log };
});

afterEach(async () => {
  leave?.();
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
});

/**
 * Holds the close-of-day lock as another process would.
 * @returns its release
 */
async function beClosing(): Promise<() => Promise<void>> {
  const client = await app.deps.pool.connect();
  await client.query('select pg_advisory_lock(7319022115)');
  leave = () => client.release(true);

  return async () => {
    leave = null;
    await client.query('select pg_advisory_unlock(7319022115)');
    client.release(true);
  };
}

/** Seconds until the only job of a name starts. */
async function dueIn(name: JobName): Promise<number> {
  const delays = await readJobDelays(app.deps.db, name);
  expect(delays).toHaveLength(1);
  return delays[0]!;
}

test('a loan disbursed behind the last closed day is closed before the self-check reports it', async () => {
  const [one, late] = [await aSignedInUser(app), await aSignedInUser(app)];
  await anActiveLoan(app, one);

  const repayId = await anAppliedLoan(late);
  const closedThrough = async () => (await readOrder(app, late, repayId)).closedThrough;
  const day = app.deps.today();

  app.moveDays(1);
  await closeMissedDays(deps);
  await cancelJob(app.deps.db, 'self-check');
  // As in a process whose business day is still the day before.
  app.moveDays(-1);
  for (const { state: _any, ...key } of await readPayouts(app, late))
    await sendPayout(app.deps, key);
  app.moveDays(1);

  const end = await beClosing();
  await selfCheck(deps);
  expect([await closedThrough(), loud]).toEqual([null, []]);
  expect(await dueIn('self-check')).toBeGreaterThan(30);
  await end();
  await selfCheck(deps);
  expect([await closedThrough(), loud]).toEqual([day, []]);
});

test('a close that finds another running does not postpone the one already queued', async () => {
  const end = await beClosing();
  await closeMissedDays(deps);
  expect(await dueIn('close-missed-days')).toBeGreaterThan(15);
  await requestCloseOfDay(app.deps.db);
  await closeMissedDays(deps);
  expect(await dueIn('close-missed-days')).toBeLessThan(1);
  await end();
});
