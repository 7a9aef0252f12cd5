import { JOBS } from '../../../job-list.ts';
import { recordAction } from '../../../platform/audit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import type { Order } from '../../orders/order-store.ts';
import { markDebitPaid } from '../autopay/debit-store.ts';
import { findMandateByCode } from '../autopay/mandate-store.ts';
import { lockKnownPayment } from '../known-payment-store.ts';
import type { PaymentToPost } from '../posting/payment-to-post.ts';
import { postPayment } from '../posting/post-payment.ts';
import {
  type PostedPayment,
  recordPostedPayment,
  toPaymentName,
} from '../posting/provider-payments-store.ts';
import type { PaymentEvent } from '../posting/redacted-event.ts';
import { matchOpenProofs } from '../proofs/match-proof.ts';
import { findIntent, markChecking, markPaid } from '../store.ts';
import {
  postToSuspense,
  releaseUnclaimedFunds,
  startReturn,
} from '../unclaimed-funds/unclaimed-funds.ts';
import { openPayment, type ReceivedPayment } from './open-payment-store.ts';

/**
 * How long an initiated payment blocks a second one. @ASSUMED an hour: UPI settles or fails within
 * it.
 */
const INITIATED_TIMEOUT_MS = 60 * 60_000;

/** The outcome of a payment event; whether an earlier unmatched event refers to this payment. */
export interface ReceiveResult {
  readonly outcome: 'done' | 'repeated' | 'unknown';
  readonly hasEarlierEvent: boolean;
}

/**
 * Processes a payment reported by webhook, query or the provider's statement. A provider payment is
 * posted once across all codes and orders; a payment that staff posted by its UTR is recognised and
 * linked.
 * @param receivedAt when to record the event; null when it is already recorded
 * @returns `unknown` when it matches no order: the event is stored and retried
 */
export async function receivePayment(
  tx: Tx,
  deps: Deps,
  provider: string,
  { event, receivedAt }: { event: PaymentEvent; receivedAt: number | null },
): Promise<ReceiveResult> {
  const received = await openPayment(tx, provider, event, receivedAt);
  if (!received) return { outcome: 'repeated', hasEarlierEvent: false };

  // Its money came, whether it counts for the loan, goes back or was counted before.
  const intent = received.expected?.intent;
  if (intent?.debitDay) await markDebitPaid(tx, intent, { ...event, now: deps.now() });

  const isMatched = await matchPayment(tx, deps, event, received);
  return { outcome: isMatched ? 'done' : 'unknown', hasEarlierEvent: received.hasEarlierEvent };
}

/** @returns false when the payment belongs to no order that is known */
async function matchPayment(
  tx: Tx,
  deps: Deps,
  event: PaymentEvent,
  { known, expected }: ReceivedPayment,
): Promise<boolean> {
  switch (known.state) {
    case 'posted':
      await recordAmountMismatch(tx, deps, known.posting, event);
      return true;

    // Its code leads to the order that it was taken off, so a person must say where it belongs.
    case 'taken_off':
      return true;

    // Money on its way back to the sender can no longer count for an order.
    case 'going_back':
      return false;

    case 'counted_by_number':
      await linkToProvider(tx, deps, event, { known, posting: known.posting, expected });
      await releaseUnclaimedFunds(tx, deps, known);
      return true;

    case 'held':
    case 'unknown':
      return postOrSendBack(tx, deps, event, { known, expected });

    default: {
      const missing: never = known;
      throw new RangeError(`a payment stands nowhere: ${JSON.stringify(missing)}`);
    }
  }
}

/**
 * Posts a payment that counts for no order yet to the order of its code, or else of its proof, and
 * takes it out of suspense. Sends it back if its code's loan never reached the borrower.
 * @returns false when it was neither posted nor sent back
 */
async function postOrSendBack(
  tx: Tx,
  deps: Deps,
  event: PaymentEvent,
  { known, expected }: Pick<ReceivedPayment, 'known' | 'expected'>,
): Promise<boolean> {
  const payment = { ...event, provider: known.provider, cause: event.providerRef };
  if (expected && !isLent(expected.open.order)) return sendBack(tx, deps, payment);

  if (expected) {
    const { intent, open, isReserved } = expected;
    const { userId, orderId } = intent;
    await postPayment(tx, deps, { userId, orderId, intent, open, isReserved }, payment, known);
  } else if (!(await matchOpenProofs(tx, deps, payment, known))) return false;

  await releaseUnclaimedFunds(tx, deps, known);

  return true;
}

/** Whether the order's loan was paid out, and not sent back by the bank since. */
const isLent = ({ disbursedDay }: Pick<Order, 'disbursedDay'>): boolean => disbursedDay !== null;

/**
 * Sends a payment back to its sender, through suspense: the bank sent back the payout of its loan,
 * so that the borrower owes nothing.
 * @returns false when no part of it waits in suspense
 */
async function sendBack(tx: Tx, deps: Deps, payment: PaymentToPost): Promise<boolean> {
  // A payment that was unknown so far has no locks on its parts yet.
  const { parts } = await lockKnownPayment(tx, payment);
  const posting = { valueDay: deps.today(), cause: toPaymentName(payment) };
  if (parts.length === 0) await postToSuspense(tx, deps, payment, posting);

  return startReturn(tx, deps, payment);
}

/** Links a payment that staff posted by its bank number to the provider that reports it now. */
async function linkToProvider(
  tx: Tx,
  deps: Deps,
  event: PaymentEvent,
  {
    known: { provider },
    posting,
    expected,
  }: Pick<ReceivedPayment, 'known' | 'expected'> & { posting: PostedPayment },
): Promise<void> {
  const { userId, orderId, journalId } = posting;

  await recordPostedPayment(tx, { provider, userId, orderId, journalId }, event);
  // An overpayment can be refunded now that the provider payment is known.
  await addJob(tx, JOBS['refund-overpaid'], { userId, orderId });

  const { providerRef, amountPaise, paidAtMs: at } = event;
  if (expected?.intent.orderId === orderId)
    await markPaid(tx, expected.intent, { providerRef, amountPaise, at });

  await recordAmountMismatch(tx, deps, posting, event);
}

/** A repeated event with another amount changes nothing; it is logged and audited for staff. */
async function recordAmountMismatch(
  tx: Tx,
  deps: Deps,
  posting: PostedPayment,
  event: PaymentEvent,
): Promise<void> {
  if (posting.amountPaise === event.amountPaise) return;

  const { providerRef: subject, amountPaise: reported } = event;
  deps.log.error(
    { providerRef: subject, postedPaise: posting.amountPaise, reportedPaise: reported },
    'payment event conflicts with posted amount',
  );

  await recordAction(tx, {
    at: deps.now(),
    userId: posting.userId,
    actor: 'provider',
    action: 'payment_discrepancy',
    subject,
    detail: { stored: posting.amountPaise, reported },
  });
}

/**
 * The payer has initiated the payment at their bank: no second payment of the order may start
 * meanwhile. A payment by a mandate holds up none: it cannot be begun by hand.
 * @returns false when no intent has this code
 */
export async function markPaymentInitiated(
  tx: Tx,
  deps: Deps,
  event: { code: string },
): Promise<boolean> {
  const intent = await findIntent(tx, event.code);
  if (!intent) return false;
  // This event arrived after the payment itself.
  if (intent.state === 'paid') return true;
  if (intent.debitDay !== null || (await findMandateByCode(tx, intent))) return true;

  await markChecking(tx, intent, { now: deps.now(), forMs: INITIATED_TIMEOUT_MS, isSeen: true });

  return true;
}
