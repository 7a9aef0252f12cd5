import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays, instantOfDayStart } from '@noren/core/money/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRazorpayPayments } from '../../providers/payments/razorpay.ts';
import { makeRazorpayXPayouts } from '../../providers/payouts/razorpayx.ts';
import {
  anActiveLoan,
  queuedJobNames,
  readEntries,
  readPayouts,
  readRepayDetail,
  readStatus,
  runJobs,
  startFullPayment,
} from '../../testing/loans.ts';
import {
  deliverWebhook,
  type RazorpayDouble,
  startRazorpayDouble,
} from '../../testing/razorpay-double/double.ts';
import type { Payment } from '../../testing/razorpay-double/gateway.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';
import { closeMissedDays } from '../close-of-day/close-of-day.ts';

// What a bank confirms days later, with every webhook lost: only the nightly reconciliation can
// find it.

const HOUR = 3_600_000;

let app: TestApp;
let double: RazorpayDouble;

beforeEach(async () => {
  double = await startRazorpayDouble(() => app.deps.now());
  double.x.payoutsBecome = 'processed';
  app = await startApp({
    providers: () => ({
      payments: [makeRazorpayPayments(double.access.payments)],
      payouts: makeRazorpayXPayouts(double.access.payouts),
    }),
  });
});

afterEach(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
  await double.stop();
});

const today = () => app.deps.today();

/** Closes the running day, two minutes after it ended, and runs every job. */
async function night(): Promise<void> {
  app.advance(instantOfDayStart(addDays(today(), 1)) + 2 * 60_000 - app.deps.now());
  await closeMissedDays(app.deps);
  await runJobs(app, { delayed: true });
}

/** Lets hours pass, with their nights. */
async function pass(hours: number): Promise<void> {
  const end = app.deps.now() + hours * HOUR;
  while (instantOfDayStart(addDays(today(), 1)) + 2 * 60_000 <= end) await night();
  app.advance(end - app.deps.now());
}

/** A borrower with a loan that was paid out. */
async function aBorrower(product = 'N15'): Promise<{ who: SignedInUser; repayId: string }> {
  const who = await aSignedInUser(app);
  return { who, repayId: await anActiveLoan(app, who, { productCode: product, rupees: 5_000 }) };
}

/**
 * A payment that the bank has not confirmed: the provider calls it failed, whenever it is queried
 * about the code.
 */
async function payUnconfirmed(code: string, amount?: number): Promise<Payment> {
  const { qrs, accounts, links } = double.gateway;
  const instruments = [...qrs.values(), ...accounts.values(), ...links.values()];
  const paidBy = instruments.find((one) => one.notes.code === code || one.reference_id === code)!;
  const payment = double.gateway.pay(paidBy.id, {
    status: 'failed',
    ...(amount !== undefined && { amount }),
  });

  while ((await queuedJobNames(app)).includes('query-payment'))
    await runJobs(app, { delayed: true });

  return payment;
}

/** The bank confirms after all; the webhook is lost. */
function confirm(payment: Payment): void {
  Object.assign(payment, { status: 'captured', captured: true });
  const link = double.gateway.links.get(String(payment.paid_by));
  if (link)
    link.payments = [{ payment_id: payment.id, amount: payment.amount, status: 'captured' }];
}

const readPayments = async ({ who, repayId }: { who: SignedInUser; repayId: string }) =>
  (await readEntries(who, repayId)).entries.filter(({ kind }) => kind === 'payment');

test('a QR payment captured up to five days later is posted once, on its day, by the next night', async () => {
  const day = today();
  const paidAt = app.deps.now();
  const made = [];

  for (const hours of [20, 40, 60, 119]) {
    const borrower = await aBorrower();
    const { code, amountPaise } = await startFullPayment(borrower.who, borrower.repayId);
    made.push({ ...borrower, hours, amountPaise, payment: await payUnconfirmed(code) });
  }

  for (let nights = 0; nights < 8; nights += 1) {
    const hoursAtNight = (instantOfDayStart(addDays(today(), 1)) - paidAt) / HOUR;
    const confirmed = made.filter(({ hours }) => hours < hoursAtNight);

    for (const { payment } of confirmed) confirm(payment);
    await night();

    for (const borrower of made) {
      const posted = confirmed.includes(borrower) ? [expect.objectContaining({ day })] : [];
      expect(await readPayments(borrower)).toEqual(posted);
    }
  }

  for (const { who, repayId, amountPaise } of made)
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      paidPaise: amountPaise,
      totalPaise: 0,
    });

  for (const { payment, ...borrower } of made) {
    const qr = double.gateway.qrs.get(String(payment.paid_by));
    const webhook = double.paymentWebhook('qr_code.credited', { payment, qr_code: qr });
    expect((await deliverWebhook(app.url, 'razorpay', webhook)).status).toBe(200);
    expect(await readPayments(borrower)).toHaveLength(1);
  }
});

test.each(['bank_transfer', 'payment_link'] as const)(
  'a late payment by %s is posted on its day',
  async (channel) => {
    const borrower = await aBorrower();
    const { who, repayId } = borrower;
    const body = { repayId, kind: 'full' as const, channel };
    const { code, amountPaise } = successData(await who.client.send(CALLS.startPayment, { body }));
    const day = today();
    const payment = await payUnconfirmed(code, amountPaise);

    await pass(60);
    confirm(payment);
    await night();

    expect(await readPayments(borrower)).toEqual([expect.objectContaining({ day })]);
    expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);
  },
);

test('a loan paid on its due day and confirmed late is settled without penal charges', async () => {
  const borrower = await aBorrower('N07');
  const { who, repayId } = borrower;

  await pass(7 * 24);

  const { code, amountPaise } = await startFullPayment(who, repayId);
  const payment = await payUnconfirmed(code);

  await pass(90);

  const late = await readRepayDetail(who, repayId);
  expect(late.borrowStatus).toBe(OrderStatus.overdue);
  expect(late.totalPaise).toBeGreaterThan(amountPaise);
  confirm(payment);
  await night();

  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    paidPaise: amountPaise,
    totalPaise: 0,
  });
});

test('a payment confirmed after the loan was paid otherwise is refunded once', async () => {
  const borrower = await aBorrower();
  const { who, repayId } = borrower;
  const first = await startFullPayment(who, repayId);
  const unconfirmed = await payUnconfirmed(first.code);

  await pass(1);

  const second = await startFullPayment(who, repayId);
  const qr = [...double.gateway.qrs.values()].find(({ notes }) => notes.code === second.code)!;

  double.gateway.pay(qr.id);
  await night();
  expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);

  await pass(40);
  confirm(unconfirmed);
  await night();
  await pass(6 * 24);

  expect(await readPayments(borrower)).toHaveLength(2);
  expect([...double.gateway.refunds.values()]).toMatchObject([
    { amount: unconfirmed.amount, status: 'processed' },
  ]);
});

test('a payout that the bank sends back days later is known by the next night', async () => {
  const { who, repayId } = await aBorrower();
  await pass(60);

  const [payout] = await readPayouts(app, who);
  double.x.settle(double.x.byReference(payout!.payoutRef)[0]!, 'reversed', 'bank_account_closed');
  await night();
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);
});

test('a payout and a refund that are confirmed days later are known by the next night', async () => {
  double.x.payoutsBecome = 'processing';

  const late = await aBorrower();
  const [payout] = await readPayouts(app, late.who);

  await pass(60);
  double.x.settle(double.x.byReference(payout!.payoutRef)[0]!, 'processed');
  await night();
  expect(await readStatus(late.who, late.repayId)).toBe(OrderStatus.active);

  double.gateway.refundsBecome = 'pending';

  const { code, amountPaise } = await startFullPayment(late.who, late.repayId);
  const qr = [...double.gateway.qrs.values()].find(({ notes }) => notes.code === code)!;

  double.gateway.pay(qr.id, { amount: amountPaise + rupees(5) });
  await pass(60);

  const refund = [...double.gateway.refunds.values()][0]!;
  Object.assign(refund, { status: 'processed' });
  await night();

  const refunds = await app.deps.db
    .selectFrom('refunds')
    .select(['state', 'amountPaise'])
    .execute();
  expect(refunds).toEqual([{ state: 'confirmed', amountPaise: rupees(5) }]);
});
