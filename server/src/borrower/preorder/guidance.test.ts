import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { timestamp } from '../../platform/db/db.ts';
import { anActiveLoan, listCoupons, readCredit } from '../../testing/loans.ts';
import {
  aRepeatBorrower,
  preorderBody,
  readGuide,
  repayInFull,
  requestGuidance,
  reservedOffers,
} from '../../testing/preorders.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';

const HOUR = 3_600_000;
const app = await useLedgerApp();

const readRequests = (who: SignedInUser) =>
  app.deps.db.selectFrom('limit_requests').selectAll().where('userId', '=', who.userId).execute();

test('no guidance without a settled loan; after one repaid on time a larger limit is offered, marked new once', async () => {
  const who = await aSignedInUser(app);
  expect(await readGuide(who)).toBeNull();
  expect(
    (await requestGuidance(who, { applyTotalAmount: 1, products: [someProduct(1)] })).code,
  ).toBe(315);
  await repayInFull(app, who, await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 }));

  const guidance = await readGuide(who);
  const [coupon] = await listCoupons(who);

  expect(guidance).toMatchObject({
    limitNowPaise: rupees(20_000),
    requestedLimitPaise: rupees(25_000),
    coupon: { couponId: coupon?.couponId, amountPaise: rupees(100) },
    products: [
      {
        productCode: 'N30',
        productIcon: 'days-30',
        productName: 'Noren 30',
        productAmount: rupees(16_000),
      },
      {
        productCode: 'N15',
        productIcon: 'days-15',
        productName: 'Noren 15',
        productAmount: rupees(9_000),
      },
    ],
    applyTotalAmount: rupees(25_000),
    expiresAt: app.deps.now() + 24 * HOUR,
    isNew: true,
    isRegular: true,
  });
  expect(await readGuide(who)).toEqual({ ...guidance, isNew: false });
  expect(coupon).toMatchObject({ source: 'loan_guide', state: 'usable' });
  // Viewing does not raise the limit.
  expect((await readCredit(who)).limitPaise).toBe(rupees(20_000));
});

const someProduct = (amount: number) => ({
  productCode: 'N30',
  productIcon: 'days-30',
  productName: 'Noren 30',
  productAmount: amount,
});

test('applying raises the limit, records the request immutably and reserves each loan with a hold', async () => {
  const who = await aRepeatBorrower(app);
  const orders = await reservedOffers(who);

  expect(orders.map(({ borrowStatus }) => borrowStatus)).toEqual([
    OrderStatus.awaitingAcceptance,
    OrderStatus.awaitingAcceptance,
  ]);

  expect(await readCredit(who)).toMatchObject({
    limitPaise: rupees(25_000),
    heldPaise: rupees(25_000),
    availablePaise: 0,
  });

  expect(await readRequests(who)).toMatchObject([
    {
      fromPaise: rupees(20_000),
      toPaise: rupees(25_000),
      language: 'en',
      textVersion: '2026-11-2',
      deviceId: who.client.deviceId,
      at: app.deps.now(),
    },
  ]);

  await expect(
    app.deps.db
      .updateTable('limit_requests')
      .set({ toPaise: 1 })
      .where('userId', '=', who.userId)
      .execute(),
  ).rejects.toThrow(/never changed/);
  // The larger loan holds the fee coupon.
  expect(await listCoupons(who)).toMatchObject([{ state: 'held', repayId: orders[0]?.repayId }]);
  expect(await readGuide(who)).toBeNull();
  expect(
    (
      await requestGuidance(who, {
        applyTotalAmount: rupees(1),
        products: [someProduct(rupees(1))],
      })
    ).code,
  ).toBe(409);
});

test('guidance expires after exactly 24 hours and is not renewed', async () => {
  const who = await aRepeatBorrower(app);
  const body = await preorderBody(who);

  app.advance(24 * HOUR - 1);
  expect(await readGuide(who)).not.toBeNull();
  app.advance(1);
  expect(await readGuide(who)).toBeNull();
  expect(await requestGuidance(who, body)).toMatchObject({ code: 315, data: { reason: 'gone' } });
  expect(await readRequests(who)).toEqual([]);
  app.advance(-24 * HOUR);
});

test('the application must match the offered loans and their total', async () => {
  const who = await aRepeatBorrower(app);
  const body = await preorderBody(who);
  const [first, second] = body.products;
  const wrongSum = { ...body, applyTotalAmount: body.applyTotalAmount + 1 };

  expect(await requestGuidance(who, wrongSum)).toMatchObject({
    code: 400,
    data: { fields: [{ path: 'applyTotalAmount', problem: 'not_the_sum' }] },
  });

  for (const products of [
    [first!],
    [first!, { ...second!, productAmount: second!.productAmount + 1 }],
    [first!, { ...second!, productCode: 'N07' }],
    [first!, second!, second!],
  ]) {
    const applyTotalAmount = products.reduce((sum, one) => sum + one.productAmount, 0);
    expect(await requestGuidance(who, { applyTotalAmount, products })).toMatchObject({
      code: 409,
      data: { reason: 'differs' },
    });
  }

  expect(await readRequests(who)).toEqual([]);
  expect((await requestGuidance(who, { ...body, products: [second!, first!] })).code).toBe(200);
});

test('an overdue order blocks it with the specified text', async () => {
  const who = await aRepeatBorrower(app);
  const body = await preorderBody(who);

  await anActiveLoan(app, who, { productCode: 'N07', rupees: 1_000 });
  app.moveDays(8);
  expect(await requestGuidance(who, body)).toMatchObject({
    code: 317,
    msg: 'Your order is overdue and your credit limit has been locked. Please repay in time.',
  });
  expect(await readGuide(who)).toBeNull();
  app.moveDays(-8);
});

test('a link session needs a code to apply', async () => {
  const who = await aRepeatBorrower(app);
  const body = await preorderBody(who);
  const asLink = { assurance: 'link' as const, codeEnteredAt: null };

  await app.deps.db.updateTable('sessions').set(asLink).where('userId', '=', who.userId).execute();
  expect((await requestGuidance(who, body)).code).toBe(316);

  const long = timestamp(app.deps.now() - 40 * 60_000);
  const byCode = { assurance: 'otp' as const, codeEnteredAt: long };

  await app.deps.db.updateTable('sessions').set(byCode).where('userId', '=', who.userId).execute();
  expect((await requestGuidance(who, body)).code).toBe(200);
});
