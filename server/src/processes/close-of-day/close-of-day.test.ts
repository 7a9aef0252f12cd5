import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { describe, expect, test } from 'vitest';
import type { OrderTerms } from '../../lending/book/loan-book.ts';
import { readMoves } from '../../lending/orders/order-store.ts';
import { useClosedDays } from '../../testing/closed-days.ts';
import {
  anActiveLoan,
  queuedJobNames,
  readOrder,
  readRepayDetail,
  runJobs,
} from '../../testing/loans.ts';
import { startApp } from '../../testing/start-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { closeMissedDays } from './close-of-day.ts';

const closing = await useClosedDays();
const { readLedger, listClosedDays } = closing;

/** Advances days, closing each after it ends. */
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    closing.app.moveDays(1);
    await closeMissedDays(closing.app.deps);
  }
}

test('each day posts its accrual: interest until the due date, penal charge from the third overdue day', async () => {
  const who = await aSignedInUser(closing.app);
  const repayId = await anActiveLoan(closing.app, who);

  await passDays(19);

  const { accruals, balances, order } = await readLedger(who, repayId);
  const interest = accruals.filter(({ lines }) =>
    lines.some(([account]) => account === 'interest_income'),
  );

  // ₹10 for each of 15 days; the minimum of one day is posted on the day of disbursement, so the
  // next day accrues nothing.
  expect(interest.map(({ valueDay }) => valueDay)).toEqual(
    [0, ...Array.from({ length: 14 }, (_, at) => at + 2)].map((after) =>
      addDays('2026-11-24' as BusinessDay, after),
    ),
  );
  expect(
    interest.every(({ lines }) => JSON.stringify(lines).includes('["interest_receivable",1000]')),
  ).toBe(true);

  const penal = accruals.filter(({ lines }) =>
    lines.some(([account]) => account === 'penal_income'),
  );
  expect(penal.map(({ valueDay }) => valueDay)).toEqual(['2026-12-12']);
  expect(penal[0]?.lines).toContainEqual(['penal_receivable', 1_015]);
  expect(balances).toMatchObject({
    interest_receivable: 15_000,
    penal_receivable: 1_015,
    loan_principal: 1_000_000,
  });
  expect(order).toMatchObject({ status: OrderStatus.overdue, closedThrough: '2026-12-12' });

  const moves = await readMoves(closing.app.deps.db, order);
  expect(moves.map(({ reason }) => reason)).toEqual(['applied', 'accepted', 'paid_out', 'overdue']);
});

test('after closing days the sweep and the self-check are queued; after closing none, neither', async () => {
  await anActiveLoan(closing.app, await aSignedInUser(closing.app));
  await passDays(1);
  expect(await queuedJobNames(closing.app)).toEqual(
    expect.arrayContaining(['sweep', 'self-check']),
  );
  await runJobs(closing.app);
  await closeMissedDays(closing.app.deps);
  expect(await queuedJobNames(closing.app)).not.toContain('sweep');
});

test('a close that ends before its jobs are queued is ended again, with all of them', async () => {
  const { app } = closing;
  await anActiveLoan(app, await aSignedInUser(app));
  app.moveDays(1);

  const db = app.deps.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('"self-check"')) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  });

  await expect(closeMissedDays({ ...app.deps, db })).rejects.toThrow('killed');
  // The first one's connection may hold its lock for a moment longer.
  const closeAgain = async () => {
    await closeMissedDays(app.deps);
    return queuedJobNames(app);
  };

  await expect
    .poll(closeAgain)
    .toEqual(expect.arrayContaining(['sweep', 'self-check', 'log-audit-head']));
});

test('the stored status becomes overdue on the day after the due date, not before', async () => {
  const who = await aSignedInUser(closing.app);
  const repayId = await anActiveLoan(closing.app, who);

  await passDays(15);
  expect((await readOrder(closing.app, who, repayId)).status).toBe(OrderStatus.active);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.active);
  await passDays(1);
  expect((await readOrder(closing.app, who, repayId)).status).toBe(OrderStatus.overdue);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.overdue);
});

describe('missed days', () => {
  test('are closed one by one, in order, each once', async () => {
    const who = await aSignedInUser(closing.app);
    const repayId = await anActiveLoan(closing.app, who);

    closing.app.moveDays(18);
    await runJobs(closing.app);
    await closeMissedDays(closing.app.deps);

    const days = Array.from({ length: 18 }, (_, at) => addDays('2026-11-24' as BusinessDay, at));
    expect(await listClosedDays()).toEqual(days.map((day) => [day, 1, 0]));

    const late = await readLedger(who, repayId);
    expect(late.accruals).toHaveLength(15);
    await closeMissedDays(closing.app.deps);
    expect(await listClosedDays()).toHaveLength(18);
  });
});

test('an order that fails to close is recorded, stops no other, is retried, and its record is deleted', async () => {
  const [one, two, three] = [
    await aSignedInUser(closing.app),
    await aSignedInUser(closing.app),
    await aSignedInUser(closing.app),
  ];
  const repayIds = [
    await anActiveLoan(closing.app, one),
    await anActiveLoan(closing.app, two),
    await anActiveLoan(closing.app, three),
  ];
  const { db } = closing.app.deps;
  const terms = (await readOrder(closing.app, two, repayIds[1]!)).terms;

  const write = (as: OrderTerms) =>
    db
      .updateTable('orders')
      .set({ terms: JSON.stringify(as) })
      .where('repayId', '=', repayIds[1]!)
      .execute();

  const broken = { ...terms, quote: { ...terms.quote, tenorDays: 0.5 } };
  await write(broken);
  await passDays(2);

  const faults = await db
    .selectFrom('day_close_failures')
    .select(['day', 'attempts', 'reason'])
    .execute();
  expect(faults).toEqual([{ day: '2026-11-24', attempts: 3, reason: 'RangeError' }]);
  expect(await listClosedDays()).toEqual([
    ['2026-11-24', 2, 1],
    ['2026-11-25', 2, 1],
  ]);
  for (const at of [0, 2])
    expect(
      (await readOrder(closing.app, [one, two, three][at]!, repayIds[at]!)).closedThrough,
    ).toBe('2026-11-25');
  await write(terms);
  await closeMissedDays(closing.app.deps);
  expect((await readOrder(closing.app, two, repayIds[1]!)).closedThrough).toBe('2026-11-25');
  expect((await listClosedDays()).at(-1)).toEqual(['2026-11-25', 3, 0]);
  expect(await db.selectFrom('day_close_failures').selectAll().execute()).toEqual([]);
});

test.each([
  ['18:29:59.999', '2026-11-23'],
  ['18:30:00.000', '2026-11-24'],
  ['18:30:00.001', '2026-11-24'],
  ['19:40:00.000', '2026-11-24'],
])('at %s UTC the last day to close is %s', async (time, last) => {
  await closing.app.stop();
  closing.app = await startApp({ startAt: Date.parse('2026-11-20T06:00:00Z') });

  const who = await aSignedInUser(closing.app);
  const repayId = await anActiveLoan(closing.app, who);

  closing.app.advance(Date.parse(`2026-11-24T${time}Z`) - closing.app.deps.now());
  await runJobs(closing.app);
  await closeMissedDays(closing.app.deps);
  expect((await listClosedDays()).map(([day]) => day).at(-1)).toBe(last);
  expect((await readOrder(closing.app, who, repayId)).closedThrough).toBe(last);
});
