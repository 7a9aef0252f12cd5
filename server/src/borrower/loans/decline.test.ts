import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { markIdentity } from '../../testing/identity-documents.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  applyFor,
  aQuote,
  listCoupons,
  readBill,
  readCredit,
  runJobs,
} from '../../testing/loans.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useNewLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

const storedDecision = async (who: SignedInUser) =>
  (
    await app.deps.db
      .selectFrom('orders')
      .select('decision')
      .where('userId', '=', who.userId)
      .executeTakeFirstOrThrow()
  ).decision;

test('an approved application stores the facts the hard rules used', async () => {
  const who = await aSignedInUser(app);
  await anAppliedLoan(who);
  expect(await storedDecision(who)).toMatchObject({
    rules: '2026-11/1',
    facts: {
      identity: 'verified',
      isPanUnique: true,
      isAccountUnique: true,
      hasOverdueOrder: false,
    },
    broken: [],
  });
});

test('a hard rule broken after the quote declines the application: no hold, no payout, reasons stored', async () => {
  const who = await aSignedInUser(app);
  successData(await who.client.send(CALLS.receiveCoupon, {}));

  const { couponId } = (await listCoupons(who))[0]!;
  const body = { productCode: 'N15', principalPaise: rupees(10_000), couponId };
  const quoted = successData(await who.client.send(CALLS.quoteLoan, { body }));

  await markIdentity(app, who, 'refused');

  const answers = await Promise.all([applyFor(who, quoted), applyFor(who, quoted)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);

  const { repayId, borrowStatus } = successData(answers.find(({ code }) => code === 200)!) as {
    repayId: string;
    borrowStatus: number;
  };
  expect(borrowStatus).toBe(OrderStatus.declined);

  const { bill, history, declinedBecause } = await readBill(who, repayId);
  expect(bill).toMatchObject({
    borrowStatus: OrderStatus.declined,
    next: null,
    mayWithdraw: false,
  });

  expect(history.map((move) => move.borrowStatus)).toEqual([
    OrderStatus.underReview,
    OrderStatus.declined,
  ]);
  expect(declinedBecause?.map(({ id }) => id)).toEqual(['identity-not-verified']);
  expect(declinedBecause?.[0]?.text.length).toBeGreaterThan(10);
  expect(await readCredit(who)).toMatchObject({ heldPaise: 0 });
  expect(await listCoupons(who)).toMatchObject([{ state: 'usable' }]);

  const completed = successData(
    await who.client.send(CALLS.billList, { query: { borrowType: '1' } }),
  ).details;
  expect(completed).toMatchObject([{ repayId, borrowStatus: OrderStatus.declined }]);
  await runJobs(app);
  expect(
    await app.deps.db.selectFrom('payouts').selectAll().where('userId', '=', who.userId).execute(),
  ).toEqual([]);
});

test.each([
  ['on the day before the 81st birthday', -1, OrderStatus.disbursing],
  ['on the 81st birthday', 0, OrderStatus.declined],
])('the age rule applies %s', async (_, days, expected) => {
  const who = await aSignedInUser(app);
  const quoted = await aQuote(who);
  const year = Number(app.deps.today().slice(0, 4)) - 81;
  const birthday = `${year}${app.deps.today().slice(4)}`;
  const row = await app.deps.db
    .selectFrom('personal_info')
    .select('infoEnc')
    .where('userId', '=', who.userId)
    .executeTakeFirstOrThrow();
  const aad = `personal_info.info_enc:${who.userId}`;
  const info = JSON.parse(app.deps.crypto.decrypt(row.infoEnc, aad)) as object;
  const infoEnc = app.deps.crypto.encrypt(JSON.stringify({ ...info, birthday }), aad);

  await app.deps.db
    .updateTable('personal_info')
    .set({ infoEnc })
    .where('userId', '=', who.userId)
    .execute();
  if (days !== 0) app.moveDays(days);

  const fresh = days === 0 ? quoted : await aQuote(who);
  expect(successData(await applyFor(who, fresh)).borrowStatus).toBe(expected);
  if (days !== 0) app.moveDays(-days);
});

test('the yearly ceiling allows its last rupee, rejects one step more, and resets after a year', async () => {
  const who = await aSignedInUser(app, {
    bizStatus: UserStatus.regular,
    limitPaise: rupees(80_000),
  });
  await anActiveLoan(app, who, { productCode: 'N30', rupees: 40_000 });

  const [whole, over] = [
    await aQuote(who, { productCode: 'N30', rupees: 20_000 }),
    await aQuote(who, { productCode: 'N15', rupees: 2_000 }),
  ];
  const answers = [await applyFor(who, whole), await applyFor(who, over)];

  expect(answers.map(({ code }) => code)).toEqual([200, 315]);
  expect(answers[1]?.data).toMatchObject({ reason: 'year_ceiling' });
  await runJobs(app);
  expect(await readCredit(who)).toMatchObject({ availablePaise: 0, limitPaise: rupees(80_000) });
});

test('the limit locks the day after the due day, with the specified text, and unlocks on payment', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  app.moveDays(6);

  const quoted = await aQuote(who, { rupees: 2_000 });
  app.moveDays(1);
  expect((await readCredit(who)).isLocked).toBe(false);
  app.moveDays(1);

  const text = 'Your order is overdue and your credit limit has been locked. Please repay in time.';
  expect(await applyFor(who, quoted)).toMatchObject({ code: 317, msg: text });

  const products = successData(
    await who.client.send(CALLS.productList, { params: { param: 'loan' } }),
  ).details;
  expect(new Set(products.slice(0, 2).map((one) => one.closedBecause))).toEqual(new Set([text]));
  app.moveDays(-8);
});
