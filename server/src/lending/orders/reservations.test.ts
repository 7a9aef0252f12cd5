import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import {
  applyFor,
  listCoupons,
  readBill,
  readCredit,
  readStatus,
  runJobs,
} from '../../testing/loans.ts';
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
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { expireReservations } from './reservations.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

const review = (who: SignedInUser, repayId: string) =>
  who.client.send(CALLS.reviewOffer, { body: { repayId } });
const coupon = async (who: SignedInUser) => (await listCoupons(who))[0];

test('a reservation becomes an offer when the active loan is settled and is paid out when accepted', async () => {
  const { who, running, larger, smaller } = await aUserWithReservations(app);
  const reserved = await readBill(who, larger);

  expect(reserved.bill).toMatchObject({
    borrowStatus: OrderStatus.reserved,
    next: 'wait',
    mayWithdraw: true,
    principalPaise: 1_400_000,
  });

  expect(await readCredit(who)).toMatchObject({
    heldPaise: rupees(21_000),
    owedPaise: rupees(4_000),
  });
  expect((await review(who, larger)).code).toBe(409);

  const early = successData(
    await who.client.send(CALLS.viewKfs, { params: { proposalNo: reserved.proposalNo } }),
  );
  expect(await applyFor(who, early)).toMatchObject({ code: 409, data: { reason: 'reserved' } });

  app.moveDays(5);
  await repayInFull(app, who, running);

  const offered = await readBill(who, larger);
  expect(offered.bill).toMatchObject({
    borrowStatus: OrderStatus.awaitingAcceptance,
    next: 'review',
    mayWithdraw: true,
  });

  const notifications = successData(
    await who.client.send(CALLS.notificationCentre, { body: {} }),
  ).details;
  expect(notifications.map(({ text }) => text)).toContainEqual(
    expect.stringContaining(`${larger} of ₹14,000 can be read and accepted within 7 days.`),
  );
  // Until the end of the seventh day in India.
  expect(offered.bill.openUntil).toBe(Date.parse('2026-12-01T18:30:00Z'));
  expect(offered.proposalNo).not.toBe(reserved.proposalNo);
  // The quote made at reservation time can no longer be accepted.
  expect(await applyFor(who, early)).toMatchObject({ code: 315, data: { reason: 'expired' } });

  const offer = await reviewOffer(who, larger);
  expect(offer.quote).toMatchObject({
    principalPaise: rupees(14_000),
    feeDiscountPaise: rupees(100),
    dueDay: '2026-12-29',
  });

  expect(successData(await applyFor(who, offer))).toEqual({
    repayId: larger,
    borrowStatus: OrderStatus.disbursing,
    netPaise: offer.quote.netPaise,
    accountLast4: expect.stringMatching(/^\d{4}$/),
  });

  expect(await applyFor(who, offer)).toMatchObject({
    code: 409,
    data: { reason: 'already_applied' },
  });
  await runJobs(app);
  expect(await readStatus(who, larger)).toBe(OrderStatus.active);
  expect(await readStatus(who, smaller)).toBe(OrderStatus.awaitingAcceptance);
  expect(await readCredit(who)).toMatchObject({
    owedPaise: rupees(14_000),
    heldPaise: rupees(7_000),
  });

  expect((await readBill(who, larger)).history.map(({ borrowStatus }) => borrowStatus)).toEqual([
    OrderStatus.reserved,
    OrderStatus.awaitingAcceptance,
    OrderStatus.disbursing,
    OrderStatus.active,
  ]);
  expect(await coupon(who)).toMatchObject({ state: 'used', repayId: larger });
  app.moveDays(-5);
});

test('an offer expires after seven days and a reservation after sixty, releasing hold and coupon', async () => {
  const { who, running, larger, smaller } = await aUserWithReservations(app);
  app.moveDays(60);
  await expireReservations(app.deps);
  expect(await readStatus(who, larger)).toBe(OrderStatus.reserved);
  app.moveDays(1);
  expect(await expireReservations(app.deps)).toBe(2);
  expect([await readStatus(who, larger), await readStatus(who, smaller)]).toEqual([
    OrderStatus.cancelled,
    OrderStatus.cancelled,
  ]);
  expect((await readBill(who, larger)).history.at(-1)?.reason).toBe('It expired.');
  expect(await coupon(who)).toMatchObject({ state: 'usable', repayId: null });
  app.moveDays(-61);
  await repayInFull(app, who, running);

  const other = await aRepeatBorrower(app);
  const [first] = await reservedOffers(other);
  const repayId = first?.repayId ?? '';

  app.moveDays(7);
  await expireReservations(app.deps);
  expect(await readStatus(other, repayId)).toBe(OrderStatus.awaitingAcceptance);
  app.moveDays(1);
  await expireReservations(app.deps);
  expect(await readStatus(other, repayId)).toBe(OrderStatus.cancelled);
  expect((await review(other, repayId)).code).toBe(409);
  expect((await readCredit(other)).heldPaise).toBe(0);
  app.moveDays(-8);
});

test('while an order is overdue an offer cannot be opened or accepted', async () => {
  const who = await aRepeatBorrower(app);
  const [larger, smaller] = await reservedOffers(who);
  const [first, second] = [
    await reviewOffer(who, larger?.repayId ?? ''),
    await reviewOffer(who, smaller?.repayId ?? ''),
  ];

  successData(await applyFor(who, second));
  await runJobs(app);
  app.moveDays(16);

  const text = 'Your order is overdue and your credit limit has been locked. Please repay in time.';
  expect(await applyFor(who, first)).toMatchObject({ code: 317, msg: text });
  expect(await review(who, larger?.repayId ?? '')).toMatchObject({ code: 317, msg: text });
  app.moveDays(-16);
});

test('a user cannot access another user’s reservations', async () => {
  const { larger } = await aUserWithReservations(app);
  const stranger = await aSignedInUser(app);
  expect((await review(stranger, larger)).code).toBe(404);
  expect((await cancelOrder(stranger, larger)).code).toBe(404);
});
