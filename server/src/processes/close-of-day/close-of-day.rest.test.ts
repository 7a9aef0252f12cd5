import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../lending/book/ledger.ts';
import { lockOrderForPosting } from '../../lending/close/close-order.ts';
import { useClosedDays } from '../../testing/closed-days.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  readOrder,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { closeDay, closeMissedDays } from './close-of-day.ts';

const closing = await useClosedDays();
const { readLedger, listClosedDays } = closing;

describe('missed days', () => {
  test('two processes at once close each order once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aSignedInUser(closing.app)));
    for (const who of people) await anActiveLoan(closing.app, who, { rupees: 2_000 });
    closing.app.moveDays(3);
    await Promise.all([
      closeMissedDays(closing.app.deps),
      closeMissedDays(closing.app.deps),
      closeMissedDays(closing.app.deps),
    ]);
    await runJobs(closing.app, { delayed: true });
    expect(await listClosedDays()).toEqual([
      ['2026-11-24', 6, 0],
      ['2026-11-25', 6, 0],
      ['2026-11-26', 6, 0],
    ]);

    const day = addDays(closing.app.deps.today(), -1);
    closing.app.moveDays(1);

    const twice = await Promise.all([
      closeDay(closing.app.deps, addDays(day, 1)),
      closeDay(closing.app.deps, addDays(day, 1)),
    ]);
    expect(twice).toEqual([
      { closed: 6, failed: 0, behind: 0 },
      { closed: 6, failed: 0, behind: 0 },
    ]);
    expect((await listClosedDays()).at(-1)).toEqual(['2026-11-27', 6, 0]);

    const accruals = await closing.app.deps.db
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
    const who = await aSignedInUser(closing.app);
    people.set(way, { who, repayId: await anActiveLoan(closing.app, who) });
  }

  const of = (way: (typeof ways)[number]) => people.get(way)!;

  const through = async (way: (typeof ways)[number], day: BusinessDay) => {
    const { orderId } = await readOrder(closing.app, of(way).who, of(way).repayId);
    await closing.app.deps.db.transaction().execute(async (tx) => {
      const today = () => addDays(day, 1);
      await lockOrderForPosting(tx, { ...closing.app.deps, today }, of(way).who.userId, orderId);
    });
  };

  const start = closing.app.deps.today();
  closing.app.moveDays(25);
  for (let after = 0; after < 20; after += 1) await through('on time', addDays(start, after));
  await through('late', addDays(start, 12));
  await through('late', addDays(start, 24));

  // A part paid on the 20th day, reported on the 25th.
  for (const { who, repayId } of people.values()) {
    const { code } = await startFullPayment(who, repayId);
    const paidAtMs = closing.app.deps.now() + 20 * 86_400_000;
    const paid = await sendWebhook(
      closing.app,
      aPaymentEvent(closing.app, code, 500_000, { paidAtMs }),
    );
    expect(paid).toEqual({ status: 200, text: 'done' });
  }

  closing.app.moveDays(3);
  await closeMissedDays(closing.app.deps);

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
  const people = await Promise.all(Array.from({ length: 8 }, () => aSignedInUser(closing.app)));
  const loans: {
    who: SignedInUser;
    repayId: string;
    paid: () => ReturnType<typeof sendWebhook>;
  }[] = [];

  for (const who of people)
    loans.push({
      who,
      repayId: await anActiveLoan(closing.app, who),
      paid: async () => ({ status: 0, text: '' }),
    });

  closing.app.moveDays(19);

  for (const loan of loans) {
    const { code, amountPaise } = await startFullPayment(loan.who, loan.repayId);
    const event = aPaymentEvent(closing.app, code, amountPaise, {
      paidAtMs: closing.app.deps.now() + 19 * 86_400_000,
    });
    loan.paid = () => sendWebhook(closing.app, event);
  }

  await Promise.all([closeMissedDays(closing.app.deps), ...loans.map(({ paid }) => paid())]);
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

  expect(await closing.app.deps.db.selectFrom('day_close_failures').selectAll().execute()).toEqual(
    [],
  );
});
