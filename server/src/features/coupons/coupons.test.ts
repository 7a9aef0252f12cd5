import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../operations/self-checks/verify-ledger.ts';
import { timestamp } from '../../platform/db/db.ts';
import { acceptance, bankOf, linesOf, readEntries, runJobs } from '../../testing/borrow.ts';
import { type GivenUser, given, granted } from '../../testing/given.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
});

const receive = async (who: GivenUser) => granted(await who.client.send(CALLS.receiveCoupon, {}));
const list = async (who: GivenUser) => granted(await who.client.send(CALLS.couponList, {})).details;
const ask = (who: GivenUser, couponId: string | null, amount = 5_000) =>
  who.client.send(CALLS.quoteLoan, { body: { productCode: 'N15', principalPaise: rupees(amount), couponId } });
const take = async (who: GivenUser, couponId: string | null) =>
  who.client.send(CALLS.applyLoan, { body: acceptance(granted(await ask(who, couponId))) });

test('completing the certification gives one coupon once, also when asked for twenty times at once', async () => {
  const who = await given.user(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => receive(who)));
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(answers.map(({ coupon }) => coupon.couponId)).size).toBe(1);
  expect(await list(who)).toEqual([
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

test('a quote is priced with it, the key facts say so, and the disbursement shows the whole fee and the discount', async () => {
  const who = await given.user(app);
  const { couponId } = (await receive(who)).coupon;
  const quoted = granted(await ask(who, couponId));
  // 3 % of 5,000 is 150; 100 off leaves 50 and 9 GST: 4,941 arrive.
  expect(quoted.quote).toMatchObject({ feePaise: 5_000, feeDiscountPaise: 10_000, gstPaise: 900, netPaise: 494_100 });
  const rows = Object.fromEntries(quoted.kfs.sections.flatMap((part) => part.rows).map((row) => [row.id, row.value]));
  expect(rows).toMatchObject({
    processingFee: 5_000,
    processingFeeGst: 900,
    feeDiscount: 10_000,
    netDisbursed: 494_100,
  });
  const { repayId } = granted(await who.client.send(CALLS.applyLoan, { body: acceptance(quoted) }));
  expect(await list(who)).toMatchObject([{ state: 'held', repayId }]);
  await runJobs(app);
  expect(await list(who)).toMatchObject([{ state: 'used', repayId, closedBecause: 'You have used it.' }]);
  expect(linesOf((await readEntries(who, repayId)).entries[0])).toEqual([
    ['loan_principal', 500_000],
    ['settlement_out', -494_100],
    ['fee_income', -15_000],
    ['fee_discount', 10_000],
    ['gst_payable', -900],
  ]);
});

test('two quotes with one coupon applied for at once: one order gets it, the other is told and takes nothing', async () => {
  const who = await given.user(app);
  const { couponId } = (await receive(who)).coupon;
  const quotes = [granted(await ask(who, couponId)), granted(await ask(who, couponId, 3_000))];
  const answers = await Promise.all(
    quotes.map((quoted) => who.client.send(CALLS.applyLoan, { body: acceptance(quoted) })),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)?.data).toMatchObject({ reason: 'coupon_taken' });
  expect(await ask(who, couponId)).toMatchObject({ code: 409, data: { reason: 'coupon_taken' } });
  const orders = await app.deps.db.selectFrom('orders').select('couponId').where('userId', '=', who.userId).execute();
  expect(orders).toEqual([{ couponId }]);
  expect((await take(who, null)).code).toBe(200);
});

test('an order whose payout failed keeps it while it may be sent again, and gives it back when cancelled', async () => {
  const who = await given.user(app);
  const { couponId } = (await receive(who)).coupon;
  const bank = bankOf(app);
  await bank.setBehaviour('payouts', 'fail');
  const { repayId } = granted(await take(who, couponId));
  await runJobs(app);
  await bank.setBehaviour('payouts', 'succeed');
  expect(await list(who)).toMatchObject([{ state: 'held', repayId }]);
  granted(await who.client.send(CALLS.failBorrowHandler, { query: { repayId, action: 'cancel' }, body: {} }));
  expect(await list(who)).toMatchObject([{ state: 'usable', repayId: null }]);
  expect((await take(who, couponId)).code).toBe(200);
});

test('a coupon that cannot be used says why', async () => {
  const who = await given.user(app);
  const { couponId } = (await receive(who)).coupon;
  const stranger = await given.user(app);
  expect((await ask(stranger, couponId)).code).toBe(404);
  const small = await who.client.send(CALLS.quoteLoan, {
    body: { productCode: 'N07', principalPaise: rupees(1_500), couponId },
  });
  expect(small).toMatchObject({ code: 409, data: { reason: 'coupon_below_min_principal' } });
  app.moveDays(31);
  expect(await ask(who, couponId)).toMatchObject({ code: 409, data: { reason: 'coupon_expired' } });
  expect(await list(who)).toMatchObject([{ state: 'expired', closedBecause: 'Its last day is over.' }]);
  app.moveDays(-31);
  const repay = await app.deps.db
    .updateTable('coupons')
    .set({ kind: 'repay', issuedAt: timestamp(app.deps.now()) })
    .where('userId', '=', who.userId)
    .returning('couponId')
    .executeTakeFirstOrThrow();
  expect(await ask(who, repay.couponId)).toMatchObject({ code: 409, data: { reason: 'coupon_wrong_kind' } });
});

test('a statement holds its terms for its days, past the coupon’s own last day', async () => {
  const who = await given.user(app);
  const { couponId } = (await receive(who)).coupon;
  app.moveDays(30);
  const quoted = granted(await ask(who, couponId));
  app.moveDays(1);
  expect((await who.client.send(CALLS.applyLoan, { body: acceptance(quoted) })).code).toBe(200);
  app.moveDays(-31);
});
