import { noteAction } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { openPayment } from '../checkout/open-payment.ts';
import { matchWaiting } from '../proofs/voucher-match.ts';
import { findIntent, type Intent, markChecking, markPaid, readOpenIntent, stateAt } from '../store.ts';
import { isGoingBack, releaseReceipt } from '../unclaimed-funds/unclaimed-funds.ts';
import { postPayment } from './post-payment.ts';
import {
  BY_UTR,
  findByUtr,
  findPostedPayment,
  type PostedPayment,
  recordPostedPayment,
} from './provider-payments-store.ts';
import type { PaymentEvent } from './redacted-event.ts';

/** How long a payment that its payer's bank was told to make is waited for. @ASSUMED an hour: UPI settles or fails by then. */
const INITIATED_TIMEOUT_MS = 60 * 60_000;

/** What became of a payment's event; whether something that was told before speaks of it. */
export interface Taken {
  readonly outcome: 'done' | 'repeated' | 'unknown';
  readonly isSpokenOf: boolean;
}

/**
 * Takes in money that came in, however it is heard of: webhook, question, statement. Each of a provider's payments is
 * booked once over all codes and orders; one that an operator counted by its bank's number is recognised by it.
 * @param heardAt when its event is to be noted; null for one that is noted already
 * @returns `unknown` where nothing here bears its name: it is kept, and tried again
 */
export async function receivePayment(
  tx: Tx,
  deps: Deps,
  provider: string,
  { event, heardAt }: { event: PaymentEvent; heardAt: number | null },
): Promise<Taken> {
  const { isNew, payment, isSpokenOf } = await openPayment(tx, provider, event, heardAt);
  if (!isNew) return { outcome: 'repeated', isSpokenOf: false };
  if (payment) {
    const { intent, ...known } = payment;
    await postPayment(tx, deps, { ...intent, intent }, { ...event, provider, cause: event.providerRef }, known);
    return { outcome: 'done', isSpokenOf };
  }
  return { outcome: (await matchUnlinkedPayment(tx, deps, provider, event)) ? 'done' : 'unknown', isSpokenOf };
}

/** A payment that is known by another event or number, or bears no code of ours. @returns false where nobody knows it */
async function matchUnlinkedPayment(tx: Tx, deps: Deps, provider: string, event: PaymentEvent): Promise<boolean> {
  const key = { provider, providerRef: event.providerRef };
  const booked = await findPostedPayment(tx, key);
  if (booked) {
    await recordAmountMismatch(tx, deps, booked, event);
    return true;
  }
  // What is on its way back to its sender is nobody's any more, whoever it says that it was for.
  if (await isGoingBack(tx, key)) return false;
  const isTaken = await postUnposted(tx, deps, provider, event);
  if (isTaken) await releaseReceipt(tx, deps, key);
  return isTaken;
}

async function postUnposted(tx: Tx, deps: Deps, provider: string, event: PaymentEvent): Promise<boolean> {
  const intent = await findIntent(tx, event.code);
  const counted = event.utrHash ? await findPostedByUtr(tx, event.utrHash) : undefined;
  if (counted) {
    await linkToProvider(tx, deps, { provider, event, counted, intent });
    return true;
  }
  const paid = { ...event, provider, cause: event.providerRef };
  if (intent) await postPayment(tx, deps, { ...intent, intent }, paid);
  return intent !== undefined || matchWaiting(tx, deps, paid);
}

/** What an operator counted by this number, and no provider has told of since. */
async function findPostedByUtr(tx: Tx, utrHash: string): Promise<PostedPayment | undefined> {
  const bearing = await findByUtr(tx, utrHash);
  const counted = bearing.find(({ provider }) => provider === BY_UTR);
  const isTold = bearing.some(({ provider, journalId }) => provider !== BY_UTR && journalId === counted?.journalId);
  return isTold ? undefined : counted;
}

/** The provider tells of what is counted already: the two are one payment. */
async function linkToProvider(
  tx: Tx,
  deps: Deps,
  given: { provider: string; event: PaymentEvent; counted: PostedPayment; intent: Intent | undefined },
): Promise<void> {
  const { provider, event, counted, intent } = given;
  const { userId, orderId, journalId } = counted;
  await recordPostedPayment(tx, { provider, userId, orderId, journalId }, event);
  // What it overpaid can be given back now that a provider bears its name.
  await addJob(tx, 'refund-overpaid', { userId, orderId }, { key: `refund:${orderId}` });
  const { providerRef, amountPaise, paidAtMs: at } = event;
  if (intent?.orderId === orderId) await markPaid(tx, intent, { providerRef, amountPaise, at });
  await recordAmountMismatch(tx, deps, counted, event);
}

/** A second word with another amount changes nothing by itself: a person looks at it. */
async function recordAmountMismatch(tx: Tx, deps: Deps, booked: PostedPayment, event: PaymentEvent): Promise<void> {
  if (booked.amountPaise === event.amountPaise) return;
  const { providerRef: subject, amountPaise: said } = event;
  deps.log.error({ providerRef: subject, kept: booked.amountPaise, said }, 'payment contradicted');
  await noteAction(tx, {
    at: deps.now(),
    userId: booked.userId,
    actor: 'provider',
    action: 'payment_contradicted',
    subject,
    detail: { kept: booked.amountPaise, said },
  });
}

/**
 * The payer's bank was told to pay: no other payment of the order is asked for while that is on its way.
 * @returns false where nothing here bears its code
 */
export async function markPaymentInitiated(tx: Tx, deps: Deps, event: { code: string }): Promise<boolean> {
  const intent = await findIntent(tx, event.code);
  if (!intent) return false;
  // Told after the payment itself: it is not on its way any more.
  if (intent.state === 'paid') return true;
  await markChecking(tx, intent, { now: deps.now(), forMs: INITIATED_TIMEOUT_MS });
  return true;
}

/** What an order's open payment is doing now; null where none is open. */
export async function readOpenPayment(
  tx: Tx,
  order: { userId: string; orderId: string },
  now: number,
): Promise<{ intent: Intent; state: Intent['state'] } | null> {
  const intent = await readOpenIntent(tx, order);
  return intent ? { intent, state: stateAt(intent, now) } : null;
}
