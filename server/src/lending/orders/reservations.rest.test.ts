import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { defaultProducts } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { expireQuotes } from '../../schedule/sweep.ts';
import { applyFor, readCredit, readStatus, runJobs } from '../../testing/loans.ts';
import {
  aRepeatBorrower,
  aUserWithReservations,
  cancelOrder,
  repayInFull,
  reservedOffers,
  reviewOffer,
} from '../../testing/preorders.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useNewLedgerApp } from '../../testing/use-app.ts';
import { successData } from '../../testing/users.ts';
import { expireReservations } from './reservations.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

test('an offer accepted twenty times concurrently is one loan, paid out once', async () => {
  const who = await aRepeatBorrower(app);
  const [larger] = await reservedOffers(who);
  const offer = await reviewOffer(who, larger?.repayId ?? '');
  const answers = await Promise.all(Array.from({ length: 20 }, () => applyFor(who, offer)));

  expect(answers.map(({ code }) => code).sort()).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 409),
  ]);
  await runJobs(app);

  const payouts = await app.deps.db
    .selectFrom('payouts')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  expect(payouts.filter(({ amountPaise }) => amountPaise === offer.quote.netPaise)).toHaveLength(1);
});

test('an offer accepted and withdrawn concurrently ends as one of the two', async () => {
  const who = await aRepeatBorrower(app);
  for (const { repayId } of await reservedOffers(who)) {
    const offer = await reviewOffer(who, repayId);
    const [accepted, withdrawn] = await Promise.all([
      applyFor(who, offer),
      cancelOrder(who, repayId),
    ]);

    // If accepted first, it may still be withdrawn while its payout is pending.
    expect([accepted.code, withdrawn.code]).toSatisfy(
      ([a, w]: number[]) => (a === 200 && w === 200) || ([315, 409].includes(a ?? 0) && w === 200),
    );
    expect(await readStatus(who, repayId)).toBe(OrderStatus.cancelled);
  }

  await runJobs(app);
  expect(await readCredit(who)).toMatchObject({ heldPaise: 0, owedPaise: 0 });
});

test('a KFS issued on the offer’s last day stays valid, but no new one is issued afterwards', async () => {
  const who = await aRepeatBorrower(app);
  const [larger] = await reservedOffers(who);
  const repayId = larger?.repayId ?? '';
  const first = await reviewOffer(who, repayId);

  expect((await reviewOffer(who, repayId)).kfs).toEqual(first.kfs);
  app.moveDays(7);

  const last = await reviewOffer(who, repayId);
  expect(last.kfs.proposalNo).not.toBe(first.kfs.proposalNo);
  expect(await applyFor(who, first)).toMatchObject({ code: 315 });
  app.moveDays(2);
  await expireReservations(app.deps);
  expect((await reviewOffer(who, repayId)).kfs).toEqual(last.kfs);
  expect((await applyFor(who, last)).code).toBe(200);
  app.moveDays(-9);
});

test('in another language the offer has the same terms and validity', async () => {
  const who = await aRepeatBorrower(app);
  const [larger] = await reservedOffers(who);
  const repayId = larger?.repayId ?? '';
  const english = await reviewOffer(who, repayId);
  const client = Object.assign(app.client({ language: 'es' }), {
    token: who.client.token,
    cookie: who.client.cookie,
  });
  const inSpanish = { ...who, client };
  const spanish = await reviewOffer(inSpanish, repayId);

  expect(spanish.kfs).toMatchObject({ language: 'es', validUntil: english.kfs.validUntil });
  expect(spanish.quote).toEqual(english.quote);
  expect(spanish.kfs.hash).not.toBe(english.kfs.hash);
  expect((await applyFor(who, english)).code).toBe(315);
  expect((await applyFor(inSpanish, spanish)).code).toBe(200);
});

test('an offer follows the current product version, an accepted order keeps its own, a closed product ends the offer', async () => {
  const { who, running, larger, smaller } = await aUserWithReservations(app);
  const cheaper = { ...defaultProducts[2]!, version: 2, feePpm: 20_000 };

  await app.deps.db
    .insertInto('product_versions')
    .values({
      code: 'N30',
      version: 2,
      terms: JSON.stringify(cheaper),
      effectiveFrom: app.deps.today(),
      effectiveTo: null,
    })
    .execute();

  await app.deps.db
    .updateTable('product_versions')
    .set({ effectiveTo: app.deps.today() })
    .where('code', '=', 'N15')
    .execute();
  app.moveDays(1);
  await repayInFull(app, who, running);
  // 2 % of 14,000 is 280, less the 100 coupon.
  expect((await reviewOffer(who, larger)).quote).toMatchObject({
    feePaise: rupees(180),
    feeDiscountPaise: rupees(100),
  });
  expect(await readStatus(who, smaller)).toBe(OrderStatus.cancelled);

  const products = successData(
    await who.client.send(CALLS.productList, { params: { param: 'loan' } }),
  ).details;
  expect(products.map((one) => [one.productCode, one.productVersion])).toEqual([
    ['N07', 1],
    ['N30', 2],
  ]);
  app.moveDays(-1);
});

test('old quotes are deleted, but not those of expired orders', async () => {
  const { who } = await aUserWithReservations(app);
  app.moveDays(61);
  await expireReservations(app.deps);
  app.moveDays(-61);
  app.advance(200 * 86_400_000);
  await expireQuotes(app.deps);
  app.advance(-200 * 86_400_000);

  const stored = await app.deps.db
    .selectFrom('quotes')
    .select('proposalNo')
    .where('userId', '=', who.userId)
    .execute();
  const orders = await app.deps.db
    .selectFrom('orders')
    .select('proposalNo')
    .where('userId', '=', who.userId)
    .execute();

  expect(stored.map((one) => one.proposalNo).sort()).toEqual(
    orders.map((one) => one.proposalNo).sort(),
  );
});
