import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeRazorpayPayments } from '../src/providers/payments/razorpay.ts';
import { makeRazorpayXPayouts } from '../src/providers/payouts/razorpayx.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  readBill,
  readEntries,
  readPayouts,
  readRepayDetail,
  readStatus,
  runJobs,
  startFullPayment,
  viewPayment,
} from '../src/testing/loans.ts';
import {
  deliverWebhook,
  type RazorpayDouble,
  startRazorpayDouble,
  type Webhook,
} from '../src/testing/razorpay-double/double.ts';
import { reconcileDay } from '../src/testing/reconcile-day.ts';
import { startApp, type TestApp } from '../src/testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../src/testing/users.ts';
import { verifyLedger } from '../src/testing/verify-ledger.ts';

// The app as it runs with Razorpay and RazorpayX: every call and every webhook over HTTP, against
// their double.

let double: RazorpayDouble;
let app: TestApp;

beforeAll(async () => {
  double = await startRazorpayDouble(() => app.deps.now());
  app = await startApp({
    providers: () => ({
      payments: [makeRazorpayPayments(double.access.payments)],
      payouts: makeRazorpayXPayouts(double.access.payouts),
    }),
  });
});

afterEach(async () => {
  double.x.payoutsBecome = 'processing';
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});

afterAll(async () => {
  await app.stop();
  await double.stop();
});

/** RazorpayX's entity of a borrower's newest payout. */
async function findPayout(who: SignedInUser) {
  const payouts = await readPayouts(app, who);
  const made = double.x.byReference(payouts.at(-1)?.payoutRef ?? '');
  expect(made).toHaveLength(1);
  return made[0]!;
}

const deliverPayoutWebhook = (event: string, payout: object) =>
  deliverWebhook(app.url, 'razorpayx', double.payoutWebhook(event, { payout }));
const sendPaymentWebhook = (webhook: Webhook) => deliverWebhook(app.url, 'razorpay', webhook);

/** The webhook of a QR's payment. */
function paidWebhook(code: string, amount?: number): Webhook {
  const qr = [...double.gateway.qrs.values()].find((one) => one.notes.code === code)!;
  const payment = double.gateway.pay(qr.id, amount === undefined ? {} : { amount });
  return double.paymentWebhook('qr_code.credited', { payment, qr_code: qr });
}

async function paidOut(who: SignedInUser): Promise<string> {
  double.x.payoutsBecome = 'processed';
  const repayId = await anActiveLoan(app, who);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
  return repayId;
}

test('a loan is paid out and repaid by webhooks, each delivered twice and posted once', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  expect((await readBill(who, repayId)).payout?.state).toBe('sent');

  const payout = double.x.settle(await findPayout(who), 'processed');
  const answers = await Promise.all(
    [1, 2, 3].map(() => deliverPayoutWebhook('payout.processed', payout)),
  );

  expect(answers.map(({ text }) => text).sort()).toEqual(['done', 'repeated', 'repeated']);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);

  const { code, amountPaise } = await startFullPayment(who, repayId);
  expect(await viewPayment(app, code)).toMatchObject({
    state: 'pending',
    instruments: [{ channel: 'upi', upiUri: expect.stringContaining('upi://pay?') }],
  });

  const webhook = paidWebhook(code);
  const results = await Promise.all([1, 2, 3].map(() => sendPaymentWebhook(webhook)));

  expect(results.map(({ text }) => text).sort()).toEqual(['done', 'repeated', 'repeated']);
  expect(await viewPayment(app, code)).toMatchObject({ state: 'paid' });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    paidPaise: amountPaise,
  });
  expect(
    (await readEntries(who, repayId)).entries.filter(({ kind }) => kind === 'payment'),
  ).toHaveLength(1);
});

test('a timed-out payout without a webhook is settled by a query and sent once', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);

  double.x.payoutsBecome = 'processed';
  double.fail('late', 'POST', /payouts$/);
  await runJobs(app);
  expect((await readBill(who, repayId)).payout?.state).toBe('unknown');
  double.fail('server_error', 'GET', /payouts$/);
  await runJobs(app, { delayed: true });
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursing);
  await runJobs(app, { delayed: true });
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
  await findPayout(who);
});

test('a failed payout waits for the borrower; the next one is a new payout', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const first = double.x.settle(await findPayout(who), 'reversed', 'bank_account_closed');

  expect((await deliverPayoutWebhook('payout.reversed', first)).text).toBe('done');

  const failed = await readBill(who, repayId);
  expect(failed).toMatchObject({
    bill: { borrowStatus: OrderStatus.disbursementFailed },
    payout: { reason: expect.stringContaining('closed') },
  });
  double.x.payoutsBecome = 'processed';
  successData(
    await who.client.send(CALLS.failBorrowHandler, { body: { repayId, action: 'retry' } }),
  );
  await runJobs(app);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
  expect((await findPayout(who)).id).not.toBe(first.id);
});

test('an overpayment by transfer is refunded once; a chargeback is due again', async () => {
  const who = await aSignedInUser(app);
  const repayId = await paidOut(who);
  const body = { repayId, kind: 'full' as const, channel: 'bank_transfer' as const };
  const { code, amountPaise } = successData(await who.client.send(CALLS.startPayment, { body }));
  const account = [...double.gateway.accounts.values()].find((one) => one.notes.code === code)!;
  const payment = double.gateway.pay(account.id, {
    amount: amountPaise + 5_000,
    number: 'AXISN00012345678',
  });
  const entities = {
    payment,
    virtual_account: account,
    bank_transfer: { id: 'bt_1', bank_reference: 'AXISN00012345678' },
  };

  expect(
    (await sendPaymentWebhook(double.paymentWebhook('virtual_account.credited', entities))).text,
  ).toBe('done');
  double.gateway.refundsBecome = 'pending';
  double.fail('late', 'POST', /refund$/);
  await runJobs(app);
  await runJobs(app, { delayed: true });

  const refunds = [...double.gateway.refunds.values()];
  expect(refunds).toMatchObject([{ amount: 5_000, payment_id: payment.id }]);

  const refund = Object.assign(refunds[0]!, { status: 'processed' });
  const confirmed = double.paymentWebhook('refund.processed', { refund, payment });

  expect((await sendPaymentWebhook(confirmed)).text).toBe('done');
  expect((await sendPaymentWebhook(confirmed)).text).toBe('repeated');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
  });

  const dispute = {
    id: 'disp_1',
    payment_id: payment.id,
    amount_deducted: 10_000,
    currency: 'INR',
    status: 'lost',
  };
  const lost = () => double.paymentWebhook('payment.dispute.lost', { payment, dispute });

  expect([
    (await sendPaymentWebhook(lost())).text,
    (await sendPaymentWebhook(lost())).text,
  ]).toEqual(['done', 'repeated']);
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(10_000);
});

test('a payment whose webhook is lost is found when it is viewed', async () => {
  const who = await aSignedInUser(app);
  const repayId = await paidOut(who);
  const { code } = await startFullPayment(who, repayId);
  const webhook = paidWebhook(code);

  app.advance(3_100);
  double.fail('silent', 'GET', /payments$/);
  expect((await viewPayment(app, code)).state).toBe('pending');
  app.advance(3_100);
  expect((await viewPayment(app, code)).state).toBe('paid');
  expect((await sendPaymentWebhook(webhook)).text).toBe('repeated');
  expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);
});

test('a QR whose answer was lost is found, not made twice', async () => {
  const who = await aSignedInUser(app);
  const repayId = await paidOut(who);
  const before = double.gateway.qrs.size;

  double.fail('lost', 'POST', /qr_codes$/);
  await expect(startFullPayment(who, repayId)).rejects.toThrow();

  const { code } = await startFullPayment(who, repayId);
  expect(double.gateway.qrs.size).toBe(before + 1);
  expect((await sendPaymentWebhook(paidWebhook(code))).text).toBe('done');
  expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);
});

test('forged, foreign and unreadable webhooks change nothing', async () => {
  const who = await aSignedInUser(app);
  const repayId = await paidOut(who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const webhook = paidWebhook(code, rupees(1));
  const altered = Buffer.from(
    webhook.body.toString().replace(String(rupees(1)), String(amountPaise)),
  );

  expect((await sendPaymentWebhook({ ...webhook, body: altered })).status).toBe(401);
  expect((await sendPaymentWebhook({ body: webhook.body, headers: {} })).status).toBe(401);
  expect((await deliverWebhook(app.url, 'razorpayx', webhook)).status).toBe(401);

  const odd = double.paymentWebhook('qr_code.credited', {
    payment: { id: 'pay_1' },
    qr_code: { notes: { code } },
  });
  expect((await sendPaymentWebhook(odd)).status).toBe(400);
  expect((await sendPaymentWebhook(double.paymentWebhook('order.paid', {}))).status).toBe(200);
  expect((await fetch(`${app.url}/api/hooks/sandbox`, { method: 'POST', body: '{}' })).status).toBe(
    404,
  );
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(amountPaise);
});

test('a day’s statement recovers payments missed by webhooks and queries, and then matches the ledger', async () => {
  const who = await aSignedInUser(app);
  const repayId = await paidOut(who);
  const { code } = await startFullPayment(who, repayId);

  paidWebhook(code);
  app.advance(3_100);

  const day = app.deps.today();
  const taken = await reconcileDay(app.deps, day);

  expect(taken.map(({ kind, what }) => [kind, what])).toContainEqual(['payment', 'posted']);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);
  expect(await reconcileDay(app.deps, day)).toEqual([]);
});
