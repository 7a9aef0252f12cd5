import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay, instantOfDayStart } from '@noren/core/money/time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockOrderForPosting } from '../../lending/close/close-order.ts';
import { readMoves } from '../../lending/orders/order-store.ts';
import { makeClock } from '../../platform/clock/clock.ts';
import { makeLog } from '../../platform/log.ts';
import { jobTable } from '../../schedule/job-table.ts';
import { decideByTwo } from '../../testing/decisions.ts';
import { readQueuedJobs } from '../../testing/job-queue.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  readEntries,
  readOrder,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useNewLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';
import { runSelfChecks } from '../self-checks/self-checks.ts';
import { closeMissedDays } from './close-of-day.ts';

const DAY = 86_400_000;
const BEGAN = '2026-11-24' as BusinessDay;

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

const closedDays = async () =>
  (
    await app.deps.db
      .selectFrom('closed_days')
      .select(['day', 'undoneAt'])
      .orderBy('startedAt')
      .orderBy('day')
      .execute()
  ).map(({ day, undoneAt }) => (undoneAt === null ? day : `${day} undone`));

const listNotifications = async (who: SignedInUser) =>
  (
    await app.deps.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', who.userId)
      .where('kind', 'in', ['due_soon', 'due_today', 'overdue', 'penal_charged', 'dues_corrected'])
      .orderBy('notificationId')
      .execute()
  ).map(({ kind }) => kind);

const daysCheck = async () => {
  const checks = await runSelfChecks(app.deps.db, { today: app.deps.today(), now: app.deps.now() });
  return checks.find(({ name }) => name === 'business days are closed')?.problems;
};

test('a process whose clock is 20 days ahead does no dated work, serves by the database’s time, and resumes', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  app.moveDays(1);
  app.setClockError(20 * DAY);
  await runJobs(app);
  await jobTable['close-missed-days'](app.deps, {});
  await jobTable.sweep(app.deps, {});
  await jobTable['expire-quotes'](app.deps, {});
  await jobTable['purge-expired'](app.deps, {});
  await jobTable['self-check'](app.deps, {});

  const { orderId } = await readOrder(app, who, repayId);
  await jobTable['send-dunning-message'](app.deps, { userId: who.userId, orderId });
  expect(await closedDays()).toEqual([]);
  expect(app.deps.today()).toBe(addDays(BEGAN, 1));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    overdueFeePaise: 0,
  });

  for (const name of [
    'close-missed-days',
    'sweep',
    'expire-quotes',
    'purge-expired',
    'self-check',
  ] as const)
    expect(await readQueuedJobs(app.deps.db, name), name).toMatchObject([{ isDue: false }]);

  expect(await readQueuedJobs(app.deps.db, 'send-dunning-message')).toMatchObject([
    { key: `dunning:${orderId}` },
  ]);

  app.setClockError(0);
  await runJobs(app, { delayed: true });
  expect(await closedDays()).toEqual([BEGAN]);
});

test('says once that the clock is wrong, and that it is right again', async () => {
  const lines: string[] = [];
  const log = makeLog(
    { NOREN_LOG_LEVEL: 'warn' },
    { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) },
  );
  let [process, database] = [1_000 * DAY, 1_000 * DAY];
  const clock = makeClock({
    processNow: () => process,
    steadyNow: () => database,
    databaseNow: async () => database,
    db: app.deps.db,
    log,
  });

  const step = async (by: { process?: number; database?: number }) => {
    process += by.process ?? 0;
    database += by.database ?? 0;
    return [await clock.check(), clock.now() - database];
  };

  expect(await step({ process: 59_000 })).toEqual([true, 59_000]);
  expect(await step({ process: -3 * 60_000 })).toEqual([false, 0]);
  expect(await step({ process: 5_000, database: 5_000 })).toEqual([false, 0]);
  expect(await step({ process: 20 * DAY })).toEqual([false, 0]);
  expect(await step({ process: 2 * 60_000 + 1_000 - 20 * DAY })).toEqual([true, 0]);
  expect(lines).toEqual([
    expect.stringContaining('this machine’s clock differs from the database’s'),
    expect.stringContaining('dated work resumes'),
  ]);
});

test('a clock that leaps is seen before the next comparison, and a payment is dated by the right one', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const movesBefore = await readMoves(app.deps.db, await readOrder(app, who, repayId));

  app.setClockError(20 * DAY);
  await sendWebhook(app, aPaymentEvent(app, code, 500_00));

  expect(app.deps.today()).toBe(BEGAN);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    paidPaise: 500_00,
  });
  expect(await readMoves(app.deps.db, await readOrder(app, who, repayId))).toEqual(movesBefore);
});

test('a self-check names an order that counts as overdue before its due day has passed', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const overdue = { status: OrderStatus.overdue };
  const order = app.deps.db.updateTable('orders').where('repayId', '=', repayId);

  await order.set(overdue).execute();
  expect(await daysCheck()).toEqual([
    `order ${repayId} is overdue, but due on 2026-12-09: today is ${BEGAN}`,
  ]);
  await order.set({ status: OrderStatus.active }).execute();
});

test('a machine that slept goes on with the time it wakes to', async () => {
  let [process, steady] = [1_000 * DAY, 0];
  const clock = makeClock({
    processNow: () => process,
    steadyNow: () => steady,
    databaseNow: async () => process,
    db: app.deps.db,
    log: app.deps.log,
  });

  await clock.check();
  steady += 5;
  process += 8 * 3_600_000;
  expect(clock.now()).toBe(1_000 * DAY + 5);
  await expect.poll(() => clock.now()).toBe(process);
  expect(clock.isRight()).toBe(true);
});

test('a posting closes no day that the database’s clock has not ended, whatever the process takes for today', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  app.moveDays(2);

  const deps = { ...app.deps, today: () => addDays(BEGAN, 22) };
  const { userId, orderId } = await readOrder(app, who, repayId);
  const locked = await deps.db
    .transaction()
    .execute((tx) => lockOrderForPosting(tx, deps, userId, orderId));

  expect(locked.order.closedThrough).toBe(addDays(BEGAN, 1));
  // Nor does a run that nothing stopped before.
  await closeMissedDays(deps);
  expect(await closedDays()).toEqual([addDays(BEGAN, 1)]);
});

test('seven days in a row are closed; more wait until two operators confirm them', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who);
  app.advance(7 * DAY);
  await closeMissedDays(app.deps);
  expect(await closedDays()).toHaveLength(7);
  app.advance(8 * DAY);
  await closeMissedDays(app.deps);
  expect(await closedDays()).toHaveLength(7);
  await expect(
    decideByTwo(app.deps, { kind: 'close_days', detail: { through: app.deps.today() } }),
  ).rejects.toMatchObject({
    reason: 'not_possible',
  });
  await decideByTwo(app.deps, {
    kind: 'close_days',
    detail: { through: addDays(app.deps.today(), -1) },
  });
  await runJobs(app);
  expect(await closedDays()).toHaveLength(15);
});

test('wrong closes are found and undone: the ledger, the status and the notifications', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  app.moveDays(2);
  await closeMissedDays(app.deps);
  await runJobs(app);

  // As a database's clock 20 days ahead would have it.
  for (let day = 0; day < 20; day += 1) {
    app.moveDays(1);
    await closeMissedDays(app.deps);
    await runJobs(app, { delayed: true });
  }

  const wrong = await readOrder(app, who, repayId);
  expect(wrong).toMatchObject({ status: OrderStatus.overdue, closedThrough: addDays(BEGAN, 21) });
  expect((await listNotifications(who)).length).toBeGreaterThan(2);
  app.moveDays(-20);
  expect(await daysCheck()).toEqual(
    expect.arrayContaining([
      `order ${repayId} is closed through 2026-12-15, which has not ended: today is 2026-11-26`,
      'the day 2026-12-15 is closed, but has not ended: today is 2026-11-26',
    ]),
  );

  await decideByTwo(app.deps, { kind: 'undo_closes', detail: {} });
  await runJobs(app);
  expect(await daysCheck()).toEqual([]);
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  expect(await readOrder(app, who, repayId)).toMatchObject({
    status: OrderStatus.active,
    closedThrough: addDays(BEGAN, 1),
  });
  expect((await readMoves(app.deps.db, wrong)).at(-1)).toMatchObject({ reason: 'day_corrected' });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    overdueFeePaise: 0,
    totalPaise: 1_002_000,
  });

  const { entries } = await readEntries(who, repayId);
  expect(entries.every(({ day }) => day <= app.deps.today())).toBe(true);
  expect((await closedDays()).filter((day) => day.endsWith('undone'))).toHaveLength(20);
  expect((await listNotifications(who)).at(-1)).toBe('dues_corrected');
  await expect(decideByTwo(app.deps, { kind: 'undo_closes', detail: {} })).rejects.toMatchObject({
    reason: 'not_possible',
  });

  // The same days come for real: charged once, notified again.
  const before = (await listNotifications(who)).length;

  for (let day = 0; day < 20; day += 1) {
    app.moveDays(1);
    await closeMissedDays(app.deps);
    await runJobs(app, { delayed: true });
  }

  expect(await readOrder(app, who, repayId)).toMatchObject({
    status: OrderStatus.overdue,
    closedThrough: addDays(BEGAN, 21),
  });
  expect((await listNotifications(who)).length).toBeGreaterThan(before + 2);
  expect((await readRepayDetail(who, repayId)).overdueFeePaise).toBe(5 * 1_015);
  expect(await daysCheck()).toEqual([]);
});

test('what was paid of a wrong charge is given back when the closes are undone', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  for (let day = 0; day < 20; day += 1) {
    app.moveDays(1);
    await closeMissedDays(app.deps);
  }

  const { code, amountPaise } = await startFullPayment(who, repayId);
  app.moveDays(-18);
  // The bank's clock is right: it is paid on the second day.
  await sendWebhook(
    app,
    aPaymentEvent(app, code, amountPaise, { paidAtMs: app.deps.now() + 2 * DAY }),
  );
  await decideByTwo(app.deps, { kind: 'undo_closes', detail: {} });
  await runJobs(app, { delayed: true });
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  expect(await daysCheck()).toEqual([]);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
  });

  const { rows } = await sql<{ total: number }>`
    select sum(amount_paise)::int as total from refunds where user_id = ${who.userId}`.execute(
    app.deps.db,
  );
  expect(rows[0]?.total).toBe(amountPaise - 1_002_000);
});

test('a payment by a process less than a minute ahead closes no day early', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  app.moveDays(2);

  const { code } = await startFullPayment(who, repayId);
  app.advance(instantOfDayStart(addDays(app.deps.today(), 1)) - 30_000 - app.deps.now());

  const running = app.deps.today();
  app.setClockError(50_000);
  expect(await app.deps.clock.check()).toBe(true);
  expect(app.deps.today()).toBe(addDays(running, 1));
  await sendWebhook(app, aPaymentEvent(app, code, 100_00, { paidAtMs: app.deps.now() - 60_000 }));
  expect((await readOrder(app, who, repayId)).closedThrough).toBe(addDays(running, -1));
  app.setClockError(0);
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(100_00);
});
