import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { afterEach, expect, test } from 'vitest';
import {
  anAppliedLoan,
  aPaymentEvent,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { aSignedInUser, successData } from '../../../testing/users.ts';
import { verifyLedger } from '../../../testing/verify-ledger.ts';

const DAY = 86_400_000;
let app: TestApp;

afterEach(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
});

/** Starts the app at a time of 24 November 2026, UTC, such as `18:30:00.000`. */
async function beginAt(time: string) {
  app = await startApp({ startAt: Date.parse(`2026-11-24T${time}Z`) });
  return aSignedInUser(app);
}

test.each([
  ['18:29:59.998, still the 24th in India', '18:29:59.998', '2026-11-24', '2026-12-09'],
  ['18:29:59.999 and paid out on the 25th', '18:29:59.999', '2026-11-25', '2026-12-10'],
  ['18:30, the 25th', '18:30:00.000', '2026-11-25', '2026-12-10'],
  ['19:40, the 25th', '19:40:00.000', '2026-11-25', '2026-12-10'],
] as const)(
  'applied for at %s: the loan begins on the day it is paid out',
  async (_, time, day, dueDay) => {
    const who = await beginAt(time);
    const repayId = await anAppliedLoan(who);

    app.advance(1);
    await runJobs(app);

    const asOf = { asOfDay: day, interestDays: 1, interestPaise: rupees(10), dueDay };
    expect(await readRepayDetail(who, repayId)).toMatchObject(asOf);
    expect(
      successData(await who.client.send(CALLS.billDetail, { params: { repayId } })).bill.dueDay,
    ).toBe(dueDay);
  },
);

test('a loan paid in the last millisecond of its due day and reported a day later was never overdue', async () => {
  const who = await beginAt('18:30:00.000');
  const repayId = await anAppliedLoan(who);

  await runJobs(app);
  app.advance(16 * DAY - 1);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    asOfDay: '2026-12-10',
    overdueDays: 0,
    interestDays: 15,
  });

  const { code, amountPaise, expiresAt } = await startFullPayment(who, repayId);
  expect(expiresAt).toBe(app.deps.now() + 1);

  const payment = aPaymentEvent(app, code, amountPaise);
  app.advance(1);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.overdue,
    overdueDays: 1,
    totalPaise: amountPaise,
  });
  app.advance(DAY);
  await sendWebhook(app, payment);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
    overdueFeePaise: 0,
  });
});

/** All of the second day paid so long after its midnight, with so much less than was asked. */
async function payAfterMidnight(lateMs: number, less = 0) {
  const who = await beginAt('18:30:00.000');
  const repayId = await anAppliedLoan(who);

  await runJobs(app);
  app.advance(2 * DAY - 1);

  const { code, amountPaise } = await startFullPayment(who, repayId);
  app.advance(1 + lateMs);
  await sendWebhook(app, aPaymentEvent(app, code, amountPaise - less));

  return { who, repayId };
}

test.each([0, 600_000])(
  'the amount of a day paid %i ms after it closes the loan: the night is waived',
  async (lateMs) => {
    const { who, repayId } = await payAfterMidnight(lateMs);
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      totalPaise: 0,
      waivedPaise: rupees(10),
    });

    const { entries } = await readEntries(who, repayId);
    expect(entries.filter(({ kind }) => kind === 'waiver')).toHaveLength(1);

    const waiver = await app.deps.db
      .selectFrom('journals')
      .select('reason')
      .where('kind', '=', 'waiver')
      .execute();
    expect(waiver).toEqual([{ reason: 'tolerance' }]);
  },
);

test.each([
  ['later than the code’s grace', 600_001, 0, rupees(10)],
  ['less than was asked', 0, 1, rupees(10) + 1],
] as const)('%s: the new day’s interest stays owed', async (_, lateMs, less, totalPaise) => {
  const { who, repayId } = await payAfterMidnight(lateMs, less);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise,
    waivedPaise: 0,
  });
});
