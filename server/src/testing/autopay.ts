import type { BodyOf } from '@noren/contract/call';
import { CALLS } from '@noren/contract/index';
import type { startPayment } from '@noren/contract/repayment';
import { dueClock } from '../lending/payments/autopay/change-mandate.ts';
import { planDebits } from '../lending/payments/autopay/plan-debits.ts';
import { makeRazorpayPayments } from '../providers/payments/razorpay.ts';
import { aBorrowerWithLoan, readBill, runJobs } from './loans.ts';
import { deliverWebhook, type RazorpayDouble } from './razorpay-double/double.ts';
import { useRazorpayDouble } from './razorpay-double/use-double.ts';
import { aStartedPayment } from './repayments.ts';
import type { TestApp } from './start-app.ts';
import { useVerifiedApp } from './use-app.ts';
import { type SignedInUser, successData } from './users.ts';

/**
 * Starts an app whose payments go through a double of Razorpay with AutoPay, for all tests of the
 * file; after each the ledger is checked.
 */
export async function useAutopayApp(): Promise<{ app: TestApp; double: RazorpayDouble }> {
  const found: { app?: TestApp } = {};
  const double = await useRazorpayDouble(() => (found.app ? dueClock(found.app.deps) : 0));
  const app = await useVerifiedApp({
    providers: () => ({ payments: [makeRazorpayPayments(double.access.payments)] }),
  });
  found.app = app;

  return { app, double };
}

/** The bill's AutoPay. */
export const readAutopay = async (who: SignedInUser, repayId: string) =>
  (await readBill(who, repayId)).autopay;

export const startAutopay = (who: SignedInUser, repayId: string) =>
  who.client.send(CALLS.startAutopay, { body: { repayId } });

export const changeAutopay = (
  who: SignedInUser,
  repayId: string,
  act: 'pause' | 'resume' | 'end',
) => who.client.send(CALLS.changeAutopay, { body: { repayId, act } });

/** The stored mandate of a loan, the newest. */
export const readMandateRow = (app: TestApp, who: SignedInUser) =>
  app.deps.db
    .selectFrom('mandates')
    .selectAll()
    .where('userId', '=', who.userId)
    .orderBy('mandateId', 'desc')
    .executeTakeFirstOrThrow();

/** The stored debits of a user, the oldest first. */
export const readDebitRows = (app: TestApp, who: SignedInUser) =>
  app.deps.db
    .selectFrom('mandate_debits')
    .selectAll()
    .where('userId', '=', who.userId)
    .orderBy('debitId')
    .execute();

/** A loan of ₹10,000 for 15 days whose mandate the payer approved. */
export async function aLoanWithAutopay(app: TestApp, double: RazorpayDouble, rupees = 10_000) {
  const { who, repayId } = await aBorrowerWithLoan(app, { rupees });
  const { code, token } = await setUpAutopay(app, double, who, repayId);

  return { who, repayId, code, token };
}

/** Asks for AutoPay of a loan, which the payer approves. */
export async function setUpAutopay(
  app: TestApp,
  double: RazorpayDouble,
  who: SignedInUser,
  repayId: string,
) {
  successData(await startAutopay(who, repayId));

  const { code } = await readMandateRow(app, who);
  const { token, payment } = double.recurring.approve(code);
  await report(app, double, 'payment.captured', { payment });
  // The token is known once it was asked about: its webhook may come before.
  await report(app, double, 'token.confirmed', { token });
  await tend(app);

  return { code, token, payment };
}

/** Razorpay reports an event. */
export const report = (
  app: TestApp,
  double: RazorpayDouble,
  event: string,
  entities: Record<string, unknown>,
) => deliverWebhook(app.url, 'razorpay', double.paymentWebhook(event, entities));

/** Runs all jobs, past the time for which a provider is not asked about a mandate again. */
export async function tend(app: TestApp): Promise<void> {
  app.advance(3_001);
  await runJobs(app, { delayed: true });
}

/** Moves to a day, plans what is due and takes every step whose time has come. */
export async function moveAndTend(app: TestApp, days: number): Promise<void> {
  app.advance(3_001);
  app.moveDays(days);
  await planDebits(app.deps);
  await runJobs(app);
}

/** A loan whose debit is announced, two days before its due date. */
export async function anAnnouncedDebit(app: TestApp, double: RazorpayDouble) {
  const loan = await aLoanWithAutopay(app, double);
  await moveAndTend(app, 13);
  const [debit] = await readDebitRows(app, loan.who);
  if (!debit) throw new Error('no debit was planned');

  return { ...loan, debit };
}

/** The requests by which a debit was presented. */
export const listPresented = (double: RazorpayDouble, code: string) =>
  double.seen.filter(
    ({ path, body }) =>
      path.endsWith('/create/recurring') &&
      (body as { notes: { code: string } }).notes.code === code,
  );

/** Pays a loan by the double's QR code. */
export async function payByHand(
  { app, double }: { app: TestApp; double: RazorpayDouble },
  who: SignedInUser,
  body: Omit<BodyOf<typeof startPayment>, 'channel'>,
): Promise<void> {
  await aStartedPayment(who, body);

  const qr = [...double.gateway.qrs.values()].at(-1);
  if (!qr) throw new Error('no QR code was made');
  const payment = double.gateway.pay(qr.id);
  await report(app, double, 'qr_code.credited', { payment, qr_code: qr });
}
