import { CALLS } from '@noren/contract/index';
import type { Coupon } from '@noren/core/lending/coupon';
import { OrderStatus } from '@noren/core/lending/order-status';
import { paise, rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { readSandboxMessages } from '../../../sandbox/phone/store.ts';
import {
  anActiveLoan,
  listCoupons,
  listLines,
  readEntries,
  readRepayDetail,
  runJobs,
} from '../../../testing/loans.ts';
import { startMovingApp } from '../../../testing/moving-clock-app.ts';
import {
  aStartedPayment,
  postChargeback,
  receivePayment,
  requestPayment,
  startAndPay,
} from '../../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';
import { issueCoupon } from '../../orders/coupon-store.ts';

const { app, later } = await startMovingApp();
/** A coupon for half of the interest, at most ₹60, on a loan of ₹2,000 or more. */
const halfInterest = { kind: 'interest', discount: { ppm: 500_000, cap: rupees(60) } } as const;

const give = (who: SignedInUser, change: Partial<Coupon> = {}): Promise<string> =>
  app.deps.db.transaction().execute((tx) =>
    issueCoupon(tx, who.userId, {
      ...halfInterest,
      minPrincipal: rupees(2_000),
      expiresOn: addDays(app.deps.today(), 20),
      ...change,
      source: 'operator',
      actor: 'test operator',
      now: app.deps.now(),
    }),
  );

const detail = (who: SignedInUser, repayId: string, couponId: string) =>
  who.client.send(CALLS.repayDetail, { params: { repayId }, query: { couponId } });

test('a coupon reduces the amount owed, is held by the payment, and used by a waiver with that payment', async () => {
  const who = await aSignedInUser(app);
  const couponId = await give(who);
  const repayId = await anActiveLoan(app, who);

  later(10);

  const owed = await readRepayDetail(who, repayId);
  const offered = { couponId, kind: 'interest', discountPaise: rupees(50) } as const;

  expect(owed).toMatchObject({
    coupon: null,
    totalPaise: rupees(10_100),
    toPayPaise: rupees(10_100),
  });
  expect(owed.coupons).toEqual([{ ...offered, expiresOn: addDays(app.deps.today(), 10) }]);
  expect(successData(await detail(who, repayId, couponId))).toMatchObject({
    coupon: { ...offered, isUsed: false },
    totalPaise: rupees(10_100),
    toPayPaise: rupees(10_050),
  });

  const { code, amountPaise } = await aStartedPayment(who, { repayId, kind: 'full', couponId });
  expect(amountPaise).toBe(rupees(10_050));
  expect(await listCoupons(who)).toMatchObject([
    {
      couponId,
      source: 'operator',
      state: 'held',
      repayId,
      closedBecause: 'It is kept for a payment you have started.',
    },
  ]);
  await receivePayment(app, code, amountPaise);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
    waivedPaise: rupees(50),
    paidPaise: rupees(10_050),
    overpaidPaise: 0,
    coupon: { ...offered, isUsed: true },
    coupons: [],
  });
  expect(await listCoupons(who)).toMatchObject([
    { state: 'used', repayId, closedBecause: 'You have used it.' },
  ]);

  const [waiver, payment] = (await readEntries(who, repayId)).entries.slice(-2);
  // It reduces the interest in the ledger too: the payment covers the rest, and nothing is owed
  // after it.
  expect([waiver?.kind, waiver?.why, payment?.kind]).toEqual(['waiver', 'coupon', 'payment']);
  expect(listLines(waiver)).toEqual([
    ['interest_receivable', rupees(10)],
    ['interest_receivable', -rupees(50)],
    ['interest_income', -rupees(10)],
    ['waiver_expense', rupees(50)],
  ]);

  expect(listLines(payment)).toEqual([
    ['settlement_in', rupees(10_050)],
    ['interest_receivable', -rupees(50)],
    ['loan_principal', -rupees(10_000)],
  ]);
});

test('a coupon above the amount owed leaves at least a rupee to pay', async () => {
  const who = await aSignedInUser(app);
  const couponId = await give(who, { kind: 'repay', discount: { amount: rupees(200) } });
  const large = await give(who, { kind: 'repay', discount: { amount: rupees(90_000) } });
  const repayId = await anActiveLoan(app, who);

  expect(
    (await readRepayDetail(who, repayId)).coupons.map((coupon) => [
      coupon.couponId,
      coupon.discountPaise,
    ]),
  ).toEqual([
    [large, rupees(10_009)],
    [couponId, rupees(200)],
  ]);
  expect(await startAndPay(app, who, { repayId, kind: 'full', couponId })).toBe(rupees(9_810));
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});

test('a payment that does not close the loan uses no coupon: it is released, and the borrower notified', async () => {
  const who = await aSignedInUser(app);
  const couponId = await give(who);
  const repayId = await anActiveLoan(app, who);

  later(10);

  const { code, amountPaise } = await aStartedPayment(who, { repayId, kind: 'full', couponId });
  await receivePayment(app, code, amountPaise - 1);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(50) + 1,
    waivedPaise: 0,
  });
  expect(await listCoupons(who)).toMatchObject([{ couponId, state: 'usable', repayId: null }]);
  await runJobs(app);

  const messages = await readSandboxMessages(app.deps.db, who.phone, 9);
  expect(messages.map(({ template }) => template)).toContain('coupon_missed');
});

test('another payment of the order, or its end, releases the coupon', async () => {
  const who = await aSignedInUser(app);
  const couponId = await give(who);
  const repayId = await anActiveLoan(app, who);

  later(4);
  await aStartedPayment(who, { repayId, kind: 'full', couponId });
  await aStartedPayment(who, { repayId, kind: 'full' });
  expect(await listCoupons(who)).toMatchObject([{ state: 'usable' }]);
  await aStartedPayment(who, { repayId, kind: 'full', couponId });
  later(1);
  expect(await listCoupons(who)).toMatchObject([{ state: 'held' }]);
  app.advance(86_400_000);
  expect(await listCoupons(who)).toMatchObject([{ state: 'usable' }]);
  app.advance(-86_400_000);
});

test('a coupon chosen for two loans at once goes to one; paying both codes does not use it twice', async () => {
  const who = await aSignedInUser(app);
  const couponId = await give(who);
  const [one, two] = [
    await anActiveLoan(app, who),
    await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 }),
  ];

  later(5);

  const both = [one, two].map((repayId) => ({ repayId, kind: 'full', couponId }) as const);
  const answers = await Promise.all(both.map((body) => requestPayment(who, body)));

  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);

  const refused = answers.findIndex(({ code }) => code === 409);
  expect(answers[refused]?.data).toMatchObject({ reason: 'coupon_held' });

  const [winner, loser] = refused === 0 ? [two, one] : [one, two];
  const won = successData(answers[1 - refused] as (typeof answers)[number]);

  expect(await detail(who, loser, couponId)).toMatchObject({
    code: 409,
    data: { reason: 'coupon_held' },
  });
  // The first payment is requested again without it, so that the other loan can use it; then both
  // codes are paid.
  await aStartedPayment(who, { repayId: winner, kind: 'full' });

  const other = await aStartedPayment(who, { repayId: loser, kind: 'full', couponId });
  await Promise.all([
    receivePayment(app, won.code, won.amountPaise),
    receivePayment(app, other.code, other.amountPaise),
  ]);

  const seen = await Promise.all([winner, loser].map((repayId) => readRepayDetail(who, repayId)));
  expect(seen[1]).toMatchObject({ borrowStatus: OrderStatus.settled });

  const used = seen.filter(({ coupon }) => coupon?.isUsed);
  expect(used).toHaveLength(1);
  expect(await listCoupons(who)).toMatchObject([{ state: 'used', repayId: loser }]);
  expect(seen[0]).toMatchObject({ borrowStatus: OrderStatus.active, waivedPaise: 0 });
});

test('reversing a payment releases its coupon for another use', async () => {
  const who = await aSignedInUser(app);
  const couponId = await give(who);
  const repayId = await anActiveLoan(app, who);

  later(10);
  await startAndPay(app, who, { repayId, kind: 'full', couponId });
  await postChargeback(app, who, repayId, 'payment');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(10_100),
    waivedPaise: 0,
    coupon: null,
  });
  expect(await listCoupons(who)).toMatchObject([{ state: 'usable', repayId: null }]);
  expect(await startAndPay(app, who, { repayId, kind: 'full', couponId })).toBe(rupees(10_050));
  expect(await listCoupons(who)).toMatchObject([{ state: 'used', repayId }]);
  expect((await readRepayDetail(who, repayId)).waivedPaise).toBe(rupees(50));
});

test('a payment requested with a coupon closes the loan also a minute after midnight', async () => {
  const who = await aSignedInUser(app);
  const couponId = await give(who, { expiresOn: app.deps.today() });
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await aStartedPayment(who, { repayId, kind: 'full', couponId });

  // The tests start at ten in the morning.
  app.advance(14 * 3_600_000 + 60_000);
  await receivePayment(app, code, amountPaise);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    coupon: { couponId, isUsed: true },
  });
  app.advance(-(14 * 3_600_000 + 60_000));
});

test('an unusable coupon is refused with its reason', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(2);

  const fee = await give(who, { kind: 'fee', discount: { amount: rupees(100) } });
  const expired = await give(who, { expiresOn: addDays(app.deps.today(), -1) });
  const larger = await give(who, { minPrincipal: rupees(10_001) });
  const other = await give(await aSignedInUser(app));
  const usable = await give(who, { discount: { ppm: 1, cap: paise(1_000) } });

  const readReason = async (couponId: string) => {
    const { code, data } = await requestPayment(who, { repayId, kind: 'full', couponId });
    return data !== null && 'reason' in data ? data.reason : code;
  };

  expect(await readReason(fee)).toBe('coupon_not_for_repaying');
  expect(await readReason(expired)).toBe('coupon_expired');
  expect(await readReason(larger)).toBe('coupon_below_min_principal');
  expect(await readReason(other)).toBe(404);
  // A millionth of ₹20 is less than half a paisa.
  expect(await readReason(usable)).toBe('coupon_no_interest');

  const part = await requestPayment(who, {
    repayId,
    kind: 'part',
    amountPaise: rupees(500),
    couponId: larger,
  });
  expect(part).toMatchObject({ code: 409, data: { reason: 'coupon_only_full' } });
  expect((await readRepayDetail(who, repayId)).coupons).toEqual([]);
});
