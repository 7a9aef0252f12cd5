import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { sendPayout } from '../../lending/orders/send-payout.ts';
import {
  anAppliedLoan,
  applyFor,
  aQuote,
  countPaidOut,
  listCoupons,
  openSandboxBank,
  readBill,
  readCredit,
  readPayouts,
  readStatus,
  runJobs,
} from '../../testing/loans.ts';
import { cancelOrder } from '../../testing/preorders.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useNewLedgerApp } from '../../testing/use-app.ts';
import {
  aSignedInUser,
  becomeLinkSession,
  type SignedInUser,
  successData,
} from '../../testing/users.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

test('an order withdrawn before its payout is sent pays nothing and releases hold and coupon', async () => {
  const who = await aSignedInUser(app);
  const { couponId } = successData(await who.client.send(CALLS.receiveCoupon, {})).coupon;
  const body = { productCode: 'N15', principalPaise: rupees(10_000), couponId };
  const quoted = successData(await who.client.send(CALLS.quoteLoan, { body }));
  const { repayId } = successData(await applyFor(who, quoted));

  expect((await readBill(who, repayId)).bill.mayWithdraw).toBe(true);
  expect(successData(await cancelOrder(who, repayId))).toEqual({
    borrowStatus: OrderStatus.cancelled,
  });

  const { bill, history, payout } = await readBill(who, repayId);
  expect(bill).toMatchObject({
    borrowStatus: OrderStatus.cancelled,
    next: null,
    mayWithdraw: false,
  });
  expect(history.at(-1)?.reason).toBe('You cancelled it before the money was sent.');
  expect(payout).toBeNull();
  expect(await readCredit(who)).toMatchObject({ heldPaise: 0, availablePaise: rupees(20_000) });
  expect(await listCoupons(who)).toMatchObject([{ state: 'usable' }]);
  await runJobs(app, { delayed: true });

  const [stored] = await readPayouts(app, who);
  expect(await countPaidOut(app, stored?.payoutRef ?? '')).toBe(0);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.cancelled);
  expect((await cancelOrder(who, repayId)).code).toBe(409);
});

test.each(['time_out', 'lost'] as const)(
  'an order cannot be withdrawn once its payout was sent (%s)',
  async (does) => {
    const who = await aSignedInUser(app);
    const repayId = await anAppliedLoan(who);

    await openSandboxBank(app).setBehaviour('payouts', does);
    await runJobs(app);
    await openSandboxBank(app).setBehaviour('payouts', 'succeed');
    expect((await readBill(who, repayId)).bill).toMatchObject({
      borrowStatus: OrderStatus.disbursing,
      mayWithdraw: false,
    });

    expect(await cancelOrder(who, repayId)).toMatchObject({
      code: 409,
      data: { reason: 'status' },
    });
    await runJobs(app, { delayed: true });
    expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
    expect((await cancelOrder(who, repayId)).code).toBe(409);
  },
);

test('an order with a failed payout can be withdrawn', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);

  await openSandboxBank(app).setBehaviour('payouts', 'fail');
  await runJobs(app);
  await openSandboxBank(app).setBehaviour('payouts', 'succeed');
  expect((await readBill(who, repayId)).bill).toMatchObject({
    borrowStatus: OrderStatus.disbursementFailed,
    mayWithdraw: true,
  });
  expect((await cancelOrder(who, repayId)).code).toBe(200);
  expect((await readBill(who, repayId)).payout?.state).toBe('failed');
});

test('of a withdrawal and a concurrent payout job exactly one succeeds', async () => {
  const ends: number[] = [];
  for (let round = 0; round < 12; round++) {
    const who = await aSignedInUser(app);
    const repayId = await anAppliedLoan(who);
    const [payout] = await readPayouts(app, who);
    const works = [() => cancelOrder(who, repayId), () => sendPayout(app.deps, payout!)] as const;
    const [first, second] = round % 2 === 0 ? works : ([works[1], works[0]] as const);
    const answers = await Promise.all([first(), second()]);
    const code = answers.find((answer) => answer)?.code;
    const status = await readStatus(who, repayId);

    expect([code, status, await countPaidOut(app, payout!.payoutRef)]).toSatisfy(
      ([said, status, paid]: number[]) =>
        (said === 200 && status === OrderStatus.cancelled && paid === 0) ||
        (said === 409 && status === OrderStatus.active && paid === 1),
    );
    ends.push(status);
  }

  expect(ends).toHaveLength(12);
});

test('an order withdrawn twenty times concurrently is withdrawn once', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);
  const codes = (
    await Promise.all(Array.from({ length: 20 }, () => cancelOrder(who, repayId)))
  ).map(({ code }) => code);

  expect(codes.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
});

test('a link session needs a code to withdraw an order', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);
  await becomeLinkSession(app, who);
  expect((await cancelOrder(who, repayId)).code).toBe(316);
});

async function acceptDuringEvaluation(who: SignedInUser) {
  const quoted = await aQuote(who);
  expect((await applyFor(who, quoted)).code).toBe(314);
  return quoted.kfs.proposalNo;
}

test('a cancelled pending acceptance can no longer be applied for', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  const proposalNo = await acceptDuringEvaluation(who);
  const postChargeback = (by: SignedInUser) =>
    by.client.send(CALLS.cancelWaiting, { body: { proposalNo } });

  expect((await postChargeback(await aSignedInUser(app))).code).toBe(404);
  expect((await readCredit(who)).waiting?.proposalNo).toBe(proposalNo);
  expect((await postChargeback(who)).code).toBe(200);
  expect((await readCredit(who)).waiting).toBeNull();
  expect((await postChargeback(who)).code).toBe(409);

  const limit = { state: 'approved' as const, limitPaise: rupees(20_000) };
  await app.deps.db
    .updateTable('credit_limits')
    .set(limit)
    .where('userId', '=', who.userId)
    .execute();
  expect((await who.client.send(CALLS.applyLoanAuto, { body: { proposalNo } })).code).toBe(409);
});

test('a concurrent cancellation and application end with either an order or a void acceptance', async () => {
  for (let round = 0; round < 6; round++) {
    const who = await aSignedInUser(app, { limitPaise: null });
    const proposalNo = await acceptDuringEvaluation(who);
    const limit = { state: 'approved' as const, limitPaise: rupees(20_000) };

    await app.deps.db
      .updateTable('credit_limits')
      .set(limit)
      .where('userId', '=', who.userId)
      .execute();

    const [applied, back] = await Promise.all([
      who.client.send(CALLS.applyLoanAuto, { body: { proposalNo } }),
      who.client.send(CALLS.cancelWaiting, { body: { proposalNo } }),
    ]);
    expect([applied.code, back.code].sort()).toEqual([200, 409]);
    expect((await readCredit(who)).heldPaise).toBe(applied.code === 200 ? rupees(10_000) : 0);
  }
});
