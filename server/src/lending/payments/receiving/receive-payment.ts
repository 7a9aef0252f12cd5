import { JOBS } from '../../../job-list.ts';
import { recordAction } from '../../../platform/audit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import { findOrderById, type Order } from '../../orders/order-store.ts';
import { postPayment } from '../posting/post-payment.ts';
import {
  BY_UTR,
  findByUtr,
  findFullyReversedPayment,
  findPostedPayment,
  type PostedPayment,
  recordPostedPayment,
} from '../posting/provider-payments-store.ts';
import type { PaymentEvent } from '../posting/redacted-event.ts';
import { matchOpenProofs } from '../proofs/match-proof.ts';
import { findIntent, type Intent, markChecking, markPaid } from '../store.ts';
import {
  isBeingRefunded,
  postToSuspense,
  releaseUnclaimedFunds,
  startReturn,
  toCause,
} from '../unclaimed-funds/unclaimed-funds.ts';
import { findUnclaimedFunds } from '../unclaimed-funds/unclaimed-funds-store.ts';
import { openPayment } from './open-payment-store.ts';

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
  const { isNew, payment, hasEarlierEvent } = await openPayment(tx, provider, event, receivedAt);
  if (!isNew) return { outcome: 'repeated', hasEarlierEvent: false };

  if (payment) {
    const { intent, ...known } = payment;
    if (!isLent(known.open.order)) {
      await sendBack(tx, deps, { ...event, provider });
      return { outcome: 'done', hasEarlierEvent };
    }

    await postPayment(
      tx,
      deps,
      { ...intent, intent },
      { ...event, provider, cause: event.providerRef },
      known,
    );

    return { outcome: 'done', hasEarlierEvent };
  }

  return {
    outcome: (await matchUnlinkedPayment(tx, deps, provider, event)) ? 'done' : 'unknown',
    hasEarlierEvent,
  };
}

/**
 * Matches a payment whose code names no open intent: by provider reference, UTR or proof.
 * @returns false when unmatched
 */
async function matchUnlinkedPayment(
  tx: Tx,
  deps: Deps,
  provider: string,
  event: PaymentEvent,
): Promise<boolean> {
  const key = { provider, providerRef: event.providerRef };
  const booked = await findPostedPayment(tx, key);
  if (booked) {
    await recordAmountMismatch(tx, deps, booked, event);
    return true;
  }
  // Taken off an order, it waits for a person to say where it belongs: its code led to that order.
  if (await findFullyReversedPayment(tx, key)) return true;
  // A payment being returned to its sender can no longer be claimed.
  if (await isBeingRefunded(tx, key)) return false;

  const isTaken = await postUnposted(tx, deps, provider, event);
  if (isTaken) await releaseUnclaimedFunds(tx, deps, key);

  return isTaken;
}

async function postUnposted(
  tx: Tx,
  deps: Deps,
  provider: string,
  event: PaymentEvent,
): Promise<boolean> {
  const intent = await findIntent(tx, event.code);
  const counted = event.utrHash ? await findPostedByUtr(tx, event.utrHash) : undefined;
  if (counted) {
    await linkToProvider(tx, deps, { provider, event, counted, intent });
    return true;
  }

  const paid = { ...event, provider, cause: event.providerRef };
  const order = intent && (await findOrderById(tx, intent.userId, intent.orderId));

  if (order && !isLent(order)) await sendBack(tx, deps, { ...event, provider });
  else if (intent) await postPayment(tx, deps, { ...intent, intent }, paid);

  return intent !== undefined || matchOpenProofs(tx, deps, paid);
}

/** Whether the order's loan was paid out, and not sent back by the bank since. */
const isLent = ({ disbursedDay }: Pick<Order, 'disbursedDay'>): boolean => disbursedDay !== null;

/**
 * A payment on a loan whose payout the bank sent back belongs to the borrower: it goes back where
 * it came from.
 */
async function sendBack(
  tx: Tx,
  deps: Deps,
  payment: PaymentEvent & { provider: string },
): Promise<void> {
  if (await findUnclaimedFunds(tx, payment)) return;
  await postToSuspense(tx, deps, payment, { valueDay: deps.today(), cause: toCause(payment) });
  await startReturn(tx, deps, payment);
}

/** The payment staff posted by this UTR, unless a provider has reported it since. */
async function findPostedByUtr(tx: Tx, utrHash: string): Promise<PostedPayment | undefined> {
  const withUtr = await findByUtr(tx, utrHash);
  const counted = withUtr.find(({ provider }) => provider === BY_UTR);
  const isReported = withUtr.some(
    ({ provider, journalId }) => provider !== BY_UTR && journalId === counted?.journalId,
  );

  return isReported ? undefined : counted;
}

/** The provider reports a payment that staff already posted: link the two. */
async function linkToProvider(
  tx: Tx,
  deps: Deps,
  request: {
    provider: string;
    event: PaymentEvent;
    counted: PostedPayment;
    intent: Intent | undefined;
  },
): Promise<void> {
  const { provider, event, counted, intent } = request;
  const { userId, orderId, journalId } = counted;

  await recordPostedPayment(tx, { provider, userId, orderId, journalId }, event);
  // An overpayment can be refunded now that the provider payment is known.
  await addJob(tx, JOBS['refund-overpaid'], { userId, orderId });

  const { providerRef, amountPaise, paidAtMs: at } = event;
  if (intent?.orderId === orderId) await markPaid(tx, intent, { providerRef, amountPaise, at });
  await recordAmountMismatch(tx, deps, counted, event);
}

/** A repeated event with another amount changes nothing; it is logged and audited for staff. */
async function recordAmountMismatch(
  tx: Tx,
  deps: Deps,
  booked: PostedPayment,
  event: PaymentEvent,
): Promise<void> {
  if (booked.amountPaise === event.amountPaise) return;

  const { providerRef: subject, amountPaise: reported } = event;
  deps.log.error(
    { providerRef: subject, postedPaise: booked.amountPaise, reportedPaise: reported },
    'payment event conflicts with posted amount',
  );

  await recordAction(tx, {
    at: deps.now(),
    userId: booked.userId,
    actor: 'provider',
    action: 'payment_discrepancy',
    subject,
    detail: { stored: booked.amountPaise, reported },
  });
}

/**
 * The payer has initiated the payment at their bank: no second payment of the order may start
 * meanwhile.
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

  await markChecking(tx, intent, { now: deps.now(), forMs: INITIATED_TIMEOUT_MS });

  return true;
}
