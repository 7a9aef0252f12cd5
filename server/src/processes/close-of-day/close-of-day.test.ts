import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readJournals } from '../../lending/book/journal-store.ts';
import type { Account } from '../../lending/book/ledger.ts';
import { type OrderTerms, readLoan, sumBalances } from '../../lending/book/loan-book.ts';
import { lockOrderForPosting } from '../../lending/close/close-order.ts';
import { findOrder, readMoves } from '../../lending/orders/order-store.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  queuedJobNames,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';
import { closeDay, closeMissedDays } from './close-of-day.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
});

/** Advances days, closing each after it ends. */
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    app.moveDays(1);
    await closeMissedDays(app.deps);
  }
}

const need = async (who: SignedInUser, repayId: string) => {
  const order = await findOrder(app.deps.db, who.userId, repayId);
  if (!order) throw new Error('no such order');
  return order;
};

async function readLedger(who: SignedInUser, repayId: string) {
  const order = await need(who, repayId);
  const journals = await readJournals(app.deps.db, who.userId, order.orderId);
  const accruals = journals
    .filter(({ kind }) => kind === 'accrual')
    .map(({ valueDay, lines }) => ({ valueDay, lines }));
  const { view } = await readLoan(app.deps.db, order, app.deps.today());

  return { balances: sumBalances(journals), accruals, view, order };
}

const closedDays = async () =>
  (
    await app.deps.db
      .selectFrom('closed_days')
      .select(['day', 'orders', 'failed'])
      .orderBy('day')
      .execute()
  ).map((row) => [row.day, row.orders, row.failed]);

test('each day posts its accrual: interest until the due date, penal charge from the third overdue day', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

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

  const moves = await readMoves(app.deps.db, order);
  expect(moves.map(({ reason }) => reason)).toEqual(['applied', 'accepted', 'paid_out', 'overdue']);
});

test('after closing days the sweep and the self-check are queued; after closing none, neither', async () => {
  await anActiveLoan(app, await aSignedInUser(app));
  await passDays(1);
  expect(await queuedJobNames(app)).toEqual(expect.arrayContaining(['sweep', 'self-check']));
  await runJobs(app);
  await closeMissedDays(app.deps);
  expect(await queuedJobNames(app)).not.toContain('sweep');
});

test('the stored status becomes overdue on the day after the due date, not before', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  await passDays(15);
  expect((await need(who, repayId)).status).toBe(OrderStatus.active);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.active);
  await passDays(1);
  expect((await need(who, repayId)).status).toBe(OrderStatus.overdue);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.overdue);
});

describe('missed days', () => {
  test('are closed one by one, in order, each once', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    app.moveDays(18);
    await runJobs(app);
    await closeMissedDays(app.deps);

    const days = Array.from({ length: 18 }, (_, at) => addDays('2026-11-24' as BusinessDay, at));
    expect(await closedDays()).toEqual(days.map((day) => [day, 1, 0]));

    const late = await readLedger(who, repayId);
    expect(late.accruals).toHaveLength(15);
    await closeMissedDays(app.deps);
    expect(await closedDays()).toHaveLength(18);
  });

  test('two processes at once close each order once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aSignedInUser(app)));
    for (const who of people) await anActiveLoan(app, who, { rupees: 2_000 });
    app.moveDays(3);
    await Promise.all([
      closeMissedDays(app.deps),
      closeMissedDays(app.deps),
      closeMissedDays(app.deps),
    ]);
    await runJobs(app, { delayed: true });
    expect(await closedDays()).toEqual([
      ['2026-11-24', 6, 0],
      ['2026-11-25', 6, 0],
      ['2026-11-26', 6, 0],
    ]);

    const day = addDays(app.deps.today(), -1);
    app.moveDays(1);

    const twice = await Promise.all([
      closeDay(app.deps, addDays(day, 1)),
      closeDay(app.deps, addDays(day, 1)),
    ]);
    expect(twice).toEqual([
      { closed: 6, failed: 0, behind: 0 },
      { closed: 6, failed: 0, behind: 0 },
    ]);
    expect((await closedDays()).at(-1)).toEqual(['2026-11-27', 6, 0]);

    const accruals = await app.deps.db
      .selectFrom('journals')
      .select('kind')
      .where('kind', '=', 'accrual')
      .execute();
    // The day of disbursement and every day but the second: three of four.
    expect(accruals).toHaveLength(18);
  });
});

/** Drops what depends on when the days were closed: which journals there are, and their times. */
const sameEnd = ({ balances, view }: Awaited<ReturnType<typeof readLedger>>) => ({
  balances: Object.fromEntries(
    Object.entries(balances).filter(([, amount]) => amount !== 0),
  ) as Partial<Record<Account, number>>,
  view: { ...view, allocations: view.allocations.map(({ paymentId: _any, ...rest }) => rest) },
});

test('balances and view are the same whether days close on time, late, before a payment, or never', async () => {
  const ways = ['on time', 'late', 'inline', 'late after the payment'] as const;
  const people = new Map<string, { who: SignedInUser; repayId: string }>();

  for (const way of ways) {
    const who = await aSignedInUser(app);
    people.set(way, { who, repayId: await anActiveLoan(app, who) });
  }

  const of = (way: (typeof ways)[number]) => people.get(way)!;

  const through = async (way: (typeof ways)[number], day: BusinessDay) => {
    const { orderId } = await need(of(way).who, of(way).repayId);
    await app.deps.db.transaction().execute(async (tx) => {
      const today = () => addDays(day, 1);
      await lockOrderForPosting(tx, { ...app.deps, today }, of(way).who.userId, orderId);
    });
  };

  const start = app.deps.today();
  app.moveDays(25);
  for (let after = 0; after < 20; after += 1) await through('on time', addDays(start, after));
  await through('late', addDays(start, 12));
  await through('late', addDays(start, 24));

  // A part paid on the 20th day, reported on the 25th.
  for (const { who, repayId } of people.values()) {
    const { code } = await startFullPayment(who, repayId);
    const paidAtMs = app.deps.now() + 20 * 86_400_000;
    const paid = await sendWebhook(app, aPaymentEvent(app, code, 500_000, { paidAtMs }));
    expect(paid).toEqual({ status: 200, text: 'done' });
  }

  app.moveDays(3);
  await closeMissedDays(app.deps);

  const ends = await Promise.all(
    [...people.values()].map(({ who, repayId }) => readLedger(who, repayId)),
  );
  for (const end of ends) {
    expect(sameEnd(end)).toEqual(sameEnd(ends[0]!));
    expect(end.order).toMatchObject({
      status: OrderStatus.overdue,
      closedThrough: addDays(start, 27),
    });
  }

  expect(ends[0]?.balances.penal_receivable).toBeGreaterThan(0);
});

test('payments during the close of their days are each posted once', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => aSignedInUser(app)));
  const loans: {
    who: SignedInUser;
    repayId: string;
    paid: () => ReturnType<typeof sendWebhook>;
  }[] = [];

  for (const who of people)
    loans.push({
      who,
      repayId: await anActiveLoan(app, who),
      paid: async () => ({ status: 0, text: '' }),
    });

  app.moveDays(19);

  for (const loan of loans) {
    const { code, amountPaise } = await startFullPayment(loan.who, loan.repayId);
    const event = aPaymentEvent(app, code, amountPaise, {
      paidAtMs: app.deps.now() + 19 * 86_400_000,
    });
    loan.paid = () => sendWebhook(app, event);
  }

  await Promise.all([closeMissedDays(app.deps), ...loans.map(({ paid }) => paid())]);
  await Promise.all(loans.map(({ paid }) => paid()));

  for (const { who, repayId } of loans) {
    const { balances, view, order } = await readLedger(who, repayId);
    // 15 days of ₹10; two penal days of 0.1 % of ₹10,150.
    expect(view).toMatchObject({ isSettled: true, overpaid: 0, paid: 1_000_000 + 15_000 + 2_030 });
    expect(balances).toMatchObject({
      loan_principal: 0,
      interest_receivable: 0,
      penal_receivable: 0,
    });
    expect(order.status).toBe(OrderStatus.settled);
  }

  expect(await app.deps.db.selectFrom('day_close_failures').selectAll().execute()).toEqual([]);
});

test('an order that fails to close is recorded, stops no other, is retried, and its record is deleted', async () => {
  const [one, two, three] = [
    await aSignedInUser(app),
    await aSignedInUser(app),
    await aSignedInUser(app),
  ];
  const repayIds = [
    await anActiveLoan(app, one),
    await anActiveLoan(app, two),
    await anActiveLoan(app, three),
  ];
  const { db } = app.deps;
  const terms = (await need(two, repayIds[1]!)).terms;

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
  expect(await closedDays()).toEqual([
    ['2026-11-24', 2, 1],
    ['2026-11-25', 2, 1],
  ]);
  for (const at of [0, 2])
    expect((await need([one, two, three][at]!, repayIds[at]!)).closedThrough).toBe('2026-11-25');
  await write(terms);
  await closeMissedDays(app.deps);
  expect((await need(two, repayIds[1]!)).closedThrough).toBe('2026-11-25');
  expect((await closedDays()).at(-1)).toEqual(['2026-11-25', 3, 0]);
  expect(await db.selectFrom('day_close_failures').selectAll().execute()).toEqual([]);
});

test.each([
  ['18:29:59.999', '2026-11-23'],
  ['18:30:00.000', '2026-11-24'],
  ['18:30:00.001', '2026-11-24'],
  ['19:40:00.000', '2026-11-24'],
])('at %s UTC the last day to close is %s', async (time, last) => {
  await app.stop();
  app = await startApp({ startAt: Date.parse('2026-11-20T06:00:00Z') });

  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  app.advance(Date.parse(`2026-11-24T${time}Z`) - app.deps.now());
  await runJobs(app);
  await closeMissedDays(app.deps);
  expect((await closedDays()).map(([day]) => day).at(-1)).toBe(last);
  expect((await need(who, repayId)).closedThrough).toBe(last);
});
