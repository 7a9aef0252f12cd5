import { randomInt, randomUUID } from 'node:crypto';
import type { BodyOf } from '@noren/contract/call';
import { CALLS } from '@noren/contract/index';
import type { startPayment } from '@noren/contract/repayment';
import type { PostedJournal } from '../lending/book/ledger.ts';
import { loanToday } from '../lending/book/loan-book.ts';
import { type LoanEventToPost, postLoanEvent } from '../lending/book/post-loan-event.ts';
import { lockOrderForPosting } from '../lending/close/close-order.ts';
import { syncOrderWithLedger } from '../lending/payments/posting/sync-order.ts';
import { offsetClock } from '../platform/business-time.ts';
import { trialBalance } from './balances.ts';
import {
  aBorrowerWithLoan,
  aPaymentEvent,
  openSandboxBank,
  readOrder,
  readRepayDetail,
  sendWebhook,
  startFullPayment,
} from './loans.ts';
import type { TestApp } from './start-app.ts';
import { type SignedInUser, successData } from './users.ts';

/**
 * Starts a payment of a kind over UPI.
 * @returns the answer, which may be a refusal
 */
export const requestPayment = (
  who: SignedInUser,
  body: Omit<BodyOf<typeof startPayment>, 'channel'>,
) => who.client.send(CALLS.startPayment, { body: { channel: 'upi', ...body } });

/**
 * Starts a payment.
 * @returns its code and amount
 */
export const aStartedPayment = async (...of: Parameters<typeof requestPayment>) =>
  successData(await requestPayment(...of));

/** A loan whose first full payment was replaced by a newer one on the next business day. */
export async function aReplacedPayment(app: TestApp) {
  const { who, repayId } = await aBorrowerWithLoan(app);
  const { code } = await startFullPayment(who, repayId);

  app.moveDays(1);

  const newer = await startFullPayment(who, repayId);
  return { who, repayId, code, newer };
}

/**
 * A loan paid in full, and overpaid under the same code when an amount is given. The payments in
 * the order they came.
 */
export async function aPaidLoan(app: TestApp, overpaidPaise = 0) {
  const { who, repayId } = await aBorrowerWithLoan(app);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const refs: string[] = [];

  for (const amount of [amountPaise, overpaidPaise].filter((one) => one > 0)) {
    const event = await openSandboxBank(app).payIntent(code, amount);
    if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');
    refs.push(event.providerRef);
  }

  await openSandboxBank(app).deliverAll(app.url);

  return { who, repayId, code, amountPaise, refs };
}

/** Charges a payment back today, in part when an amount is given. */
export async function chargeBack(
  app: TestApp,
  providerRef: string,
  amountPaise?: number,
): Promise<void> {
  await openSandboxBank(app).chargeBack(providerRef, amountPaise);
  await openSandboxBank(app).deliverAll(app.url);
}

/** What the lender has written off. */
export const readLoss = async ({ deps }: TestApp): Promise<number> =>
  (await trialBalance(deps.db)).accounts.write_off_expense ?? 0;

/** What the provider gave back of a payment. */
export async function sumSandboxRefunds(app: TestApp, providerRef: string): Promise<number> {
  const sent = await app.deps.db
    .selectFrom('sandbox_refunds')
    .select('amountPaise')
    .where('paymentRef', '=', providerRef)
    .where('state', '=', 'confirmed')
    .execute();
  return sent.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

/** The number that a bank gives to a transfer. */
export const aUtr = (): string => `SBIN${randomInt(10 ** 11, 10 ** 12)}`;

/** A bank transfer without a payment code. */
export async function aBankTransfer(app: TestApp, utr: string, amountPaise: number) {
  const event = await openSandboxBank(app).payIntent(randomUUID(), amountPaise, {
    channel: 'bank_transfer',
    utr,
  });
  if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');

  await openSandboxBank(app).deliverAll(app.url);

  return event;
}

/** What was paid of an order. */
export const readPaid = async (who: SignedInUser, repayId: string) =>
  (await readRepayDetail(who, repayId)).paidPaise;

/** Posts a payment of a code, on the current business day or some days earlier. */
export async function receivePayment(
  app: TestApp,
  code: string,
  amountPaise: number,
  daysAgo = 0,
): Promise<void> {
  const now = offsetClock({ now: app.deps.now(), today: app.deps.today() });
  const { status } = await sendWebhook(
    app,
    aPaymentEvent(app, code, amountPaise, { paidAtMs: now - daysAgo * 86_400_000 }),
  );
  if (status !== 200) throw new Error(`the hook answered ${status}`);
}

/**
 * Starts a payment of a kind and pays it.
 * @returns the amount
 */
export async function startAndPay(
  app: TestApp,
  ...of: Parameters<typeof requestPayment>
): Promise<number> {
  const { code, amountPaise } = await aStartedPayment(...of);
  await receivePayment(app, code, amountPaise);
  return amountPaise;
}

export const quoteExtension = (who: SignedInUser, repayId: string, days = 7) =>
  who.client.send(CALLS.quoteExtension, { body: { repayId, days } });

export const acceptExtension = (
  who: SignedInUser,
  { addendumNo, hash }: { addendumNo: string; hash: string },
) => who.client.send(CALLS.acceptExtension, { body: { addendumNo, hash, acknowledged: true } });

/**
 * Quotes an extension and accepts it.
 * @returns the addendum
 */
export async function anAcceptedExtension(who: SignedInUser, repayId: string, days = 7) {
  const { addendum } = successData(await quoteExtension(who, repayId, days));
  return successData(await acceptExtension(who, addendum)).addendum;
}

/** Posts a loan event as an operator's decision does, and syncs the order with its ledger. */
export async function postOperatorEvent(
  app: TestApp,
  who: SignedInUser,
  repayId: string,
  preparePosting: (journals: readonly PostedJournal[]) => LoanEventToPost,
): Promise<void> {
  const { deps } = app;
  const { orderId } = await readOrder(app, who, repayId);

  await deps.db.transaction().execute(async (tx) => {
    const { order, journals } = await lockOrderForPosting(tx, deps, who.userId, orderId);
    const booked = await postLoanEvent(tx, order, journals, {
      ...preparePosting(journals),
      bookedAt: deps.now(),
    });
    await syncOrderWithLedger(
      tx,
      deps,
      order,
      loanToday(order.terms, booked?.journals ?? journals, deps.today()).view,
    );
  });
}

/** Reverses the newest journal of a kind. */
export function postChargeback(
  app: TestApp,
  who: SignedInUser,
  repayId: string,
  kind: 'payment' | 'extension' | 'waiver',
): Promise<void> {
  return postOperatorEvent(app, who, repayId, (journals) => {
    const reverses = journals.findLast((journal) => journal.kind === kind)?.journalId;
    if (!reverses) throw new Error(`order ${repayId} has no ${kind}`);

    return {
      kind: 'reversal',
      day: app.deps.today(),
      cause: `reversal of ${reverses}`,
      reason: 'test',
      reverses,
    };
  });
}
