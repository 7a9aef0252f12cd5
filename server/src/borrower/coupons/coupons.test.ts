import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { timestamp } from '../../platform/db/db.ts';
import {
  acceptanceBody,
  applyFor,
  listCoupons,
  listLines,
  openSandboxBank,
  readEntries,
  runJobs,
} from '../../testing/loans.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useLedgerApp();

const receive = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.receiveCoupon, {}));

const requestQuote = (who: SignedInUser, couponId: string | null, amount = 5_000) =>
  who.client.send(CALLS.quoteLoan, {
    body: { productCode: 'N15', principalPaise: rupees(amount), couponId },
  });

const applyWith = async (who: SignedInUser, couponId: string | null) =>
  who.client.send(CALLS.applyLoan, {
    body: acceptanceBody(successData(await requestQuote(who, couponId))),
  });

test('completing certification gives one coupon, also with twenty concurrent requests', async () => {
  const who = await aSignedInUser(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => receive(who)));

  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(answers.map(({ coupon }) => coupon.couponId)).size).toBe(1);
  expect(await listCoupons(who)).toEqual([
    {
      couponId: answers[0]?.coupon.couponId,
      kind: 'fee',
      discount: { amountPaise: rupees(100) },
      leastPrincipalPaise: rupees(2_000),
      expiresOn: addDays(app.deps.today(), 30),
      source: 'certification',
      state: 'usable',
      repayId: null,
      closedBecause: null,
    },
  ]);
});

test('a coupon discounts the quote and KFS, and the disbursement posts the full fee and the discount', async () => {
  const who = await aSignedInUser(app);
  const { couponId } = (await receive(who)).coupon;
  const quoted = successData(await requestQuote(who, couponId));

  // 3 % of 5,000 is 150; 100 off leaves 50 and 9 GST: 4,941 arrive.
  expect(quoted.quote).toMatchObject({
    feePaise: 5_000,
    feeDiscountPaise: 10_000,
    gstPaise: 900,
    netPaise: 494_100,
  });

  const rows = Object.fromEntries(
    quoted.kfs.sections.flatMap((part) => part.rows).map((row) => [row.id, row.value]),
  );
  expect(rows).toMatchObject({
    processingFee: 5_000,
    processingFeeGst: 900,
    feeDiscount: 10_000,
    netDisbursed: 494_100,
  });

  const { repayId } = successData(await applyFor(who, quoted));
  expect(await listCoupons(who)).toMatchObject([{ state: 'held', repayId }]);
  await runJobs(app);
  expect(await listCoupons(who)).toMatchObject([
    { state: 'used', repayId, closedBecause: 'You have used it.' },
  ]);
  expect(listLines((await readEntries(who, repayId)).entries[0])).toEqual([
    ['loan_principal', 500_000],
    ['settlement_out', -494_100],
    ['fee_income', -15_000],
    ['fee_discount', 10_000],
    ['gst_payable', -900],
  ]);
});

test('of two concurrent applications with one coupon one succeeds and the other is rejected', async () => {
  const who = await aSignedInUser(app);
  const { couponId } = (await receive(who)).coupon;
  const quotes = [
    successData(await requestQuote(who, couponId)),
    successData(await requestQuote(who, couponId, 3_000)),
  ];
  const answers = await Promise.all(quotes.map((quoted) => applyFor(who, quoted)));

  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)?.data).toMatchObject({ reason: 'coupon_taken' });
  expect(await requestQuote(who, couponId)).toMatchObject({
    code: 409,
    data: { reason: 'coupon_taken' },
  });

  const orders = await app.deps.db
    .selectFrom('orders')
    .select('couponId')
    .where('userId', '=', who.userId)
    .execute();
  expect(orders).toEqual([{ couponId }]);
  expect((await applyWith(who, null)).code).toBe(200);
});

test('an order with a failed payout holds its coupon until it is cancelled', async () => {
  const who = await aSignedInUser(app);
  const { couponId } = (await receive(who)).coupon;
  const bank = openSandboxBank(app);

  await bank.setBehaviour('payouts', 'fail');

  const { repayId } = successData(await applyWith(who, couponId));
  await runJobs(app);
  await bank.setBehaviour('payouts', 'succeed');
  expect(await listCoupons(who)).toMatchObject([{ state: 'held', repayId }]);
  successData(
    await who.client.send(CALLS.failBorrowHandler, { body: { repayId, action: 'cancel' } }),
  );
  expect(await listCoupons(who)).toMatchObject([{ state: 'usable', repayId: null }]);
  expect((await applyWith(who, couponId)).code).toBe(200);
});

test('an unusable coupon is rejected with the reason', async () => {
  const who = await aSignedInUser(app);
  const { couponId } = (await receive(who)).coupon;
  const stranger = await aSignedInUser(app);

  expect((await requestQuote(stranger, couponId)).code).toBe(404);

  const small = await who.client.send(CALLS.quoteLoan, {
    body: { productCode: 'N07', principalPaise: rupees(1_500), couponId },
  });
  expect(small).toMatchObject({ code: 409, data: { reason: 'coupon_below_min_principal' } });
  app.moveDays(31);
  expect(await requestQuote(who, couponId)).toMatchObject({
    code: 409,
    data: { reason: 'coupon_expired' },
  });
  expect(await listCoupons(who)).toMatchObject([
    { state: 'expired', closedBecause: 'It has expired.' },
  ]);
  app.moveDays(-31);

  const repay = await app.deps.db
    .updateTable('coupons')
    .set({ kind: 'repay', issuedAt: timestamp(app.deps.now()) })
    .where('userId', '=', who.userId)
    .returning('couponId')
    .executeTakeFirstOrThrow();
  expect(await requestQuote(who, repay.couponId)).toMatchObject({
    code: 409,
    data: { reason: 'coupon_wrong_kind' },
  });
});

test('a KFS keeps its coupon terms for its validity, past the coupon’s expiry', async () => {
  const who = await aSignedInUser(app);
  const { couponId } = (await receive(who)).coupon;

  app.moveDays(30);

  const quoted = successData(await requestQuote(who, couponId));
  app.moveDays(1);
  expect((await applyFor(who, quoted)).code).toBe(200);
  app.moveDays(-31);
});
