import type { LoanView } from '@noren/core/lending/loan';
import { formatRupees, paise } from '@noren/core/money/money';
import { JOBS } from '../../../job-list.ts';
import { notify } from '../../../notifications/store.ts';
import { recordAction } from '../../../platform/audit-store.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../../platform/jobs/job-store.ts';
import type { PostedJournal } from '../../book/ledger.ts';
import { loanToday } from '../../book/loan-book.ts';
import { effectiveDay, sumAccount } from '../../book/loan-events.ts';
import { postLoanEvent } from '../../book/post-loan-event.ts';
import { type LockedOrder, lockOrderForPosting } from '../../close/close-order.ts';
import { sumChargebacks } from '../posting/chargeback.ts';
import {
  BY_UTR,
  listPaymentsOfOrder,
  type PostedPayment,
} from '../posting/provider-payments-store.ts';
import { syncOrderWithLedger } from '../posting/sync-order.ts';
import { postRefund } from './post-refund.ts';
import {
  addRefund,
  findRefund,
  isOffItsOrder,
  isOfPayment,
  listRefunds,
  makeRefundRef,
  markRefund,
  OFF_ITS_ORDER,
  OPEN_REFUND,
  type Refund,
  type RefundKey,
  readRefund,
  SENT_BACK,
} from './refund-store.ts';

/** The part of an overpayment refunded to one payment. */
interface Share {
  readonly payment: Pick<PostedPayment, 'provider' | 'providerRef'>;
  readonly amountPaise: number;
}

/**
 * Job: refunds an order's overpayment, each part to the payment it came from; nothing while
 * anything is owed. The refund is posted before the provider is called, so that the same money is
 * never refunded twice.
 */
export async function refundOverpaid(
  deps: Deps,
  payload: JobPayloads['refund-overpaid'],
): Promise<void> {
  await deps.db.transaction().execute((tx) => makeRefunds(tx, deps, payload));
}

/**
 * Posts and queues the refunds of an order. A payment whose refund failed is skipped unless an
 * operator retries it with `again`.
 * @returns the references of the refunds that were queued
 */
export async function makeRefunds(
  tx: Tx,
  deps: Deps,
  { userId, orderId, again = false }: { userId: string; orderId: string; again?: boolean },
): Promise<string[]> {
  const open = await lockOrderForPosting(tx, deps, userId, orderId);
  const { view, asOf: day } = loanToday(open.order.terms, open.journals, deps.today());
  const before = await listRefunds(tx, { userId, orderId });

  if (again) await cancelFailedRefund(tx, deps, before);
  if (view.overpaid === 0 || view.totalOwed > 0) return [];

  const refunds = again ? before.filter(({ state }) => state !== 'failed') : before;
  const shares = await computeShares(tx, open, view, refunds);
  const refundRefs: string[] = [];
  let { journals } = open;

  for (const { payment, amountPaise } of shares) {
    const { provider, providerRef: paymentRef } = payment;
    const refundRef = makeRefundRef(userId);
    const row = { userId, orderId, refundRef, provider, paymentRef, amountPaise, now: deps.now() };

    // Only its bank number names the payment, so that no provider can send it back.
    if (provider === BY_UTR) {
      await addRefund(tx, { ...row, journalId: null, state: 'failed', reason: 'no_provider' });
      continue;
    }

    const refund = { refundRef, day, amountPaise, bookedAt: deps.now() };
    const posting = await postRefund(tx, { order: open.order, journals }, refund);

    journals = posting.journals;
    await addRefund(tx, { ...row, journalId: posting.journalId, state: 'waiting' });
    await addJob(tx, JOBS['send-refund'], { userId, orderId, refundRef });
    refundRefs.push(refundRef);
  }

  return refundRefs;
}

/**
 * Retries an order's failed refunds. It sends money out, so a second operator must have approved.
 * @returns the references of the refunds that were queued; null when there is no such refund, or it
 * is no longer failed
 */
export async function retryRefund(tx: Tx, deps: Deps, refundRef: string): Promise<string[] | null> {
  const key = await findRefund(tx, refundRef);
  if (!key) return null;

  await lockOrderForPosting(tx, deps, key.userId, key.orderId);

  const refund = await readRefund(tx, key);
  // The money of a refund off its order goes into suspense: the order cannot refund it.
  return refund?.state === 'failed' && !isOffItsOrder(refund)
    ? makeRefunds(tx, deps, { ...refund, again: true })
    : null;
}

/** Cancels failed refunds that are being retried, so that they are no longer listed. */
async function cancelFailedRefund(tx: Tx, deps: Deps, refunds: readonly Refund[]): Promise<void> {
  for (const refund of refunds)
    if (refund.state === 'failed' && !isOffItsOrder(refund))
      await markRefund(tx, refund, {
        from: ['failed'],
        to: 'cancelled',
        now: deps.now(),
        reason: 'tried_again',
      });
}

/**
 * Splits the overpayment over its payments, newest first, each capped at what is left of that
 * payment: first the parts that overpaid, then, if the fee of a returned loan was reversed, the
 * rest over all payments.
 */
async function computeShares(
  tx: Tx,
  open: LockedOrder,
  view: LoanView,
  refunds: readonly Refund[],
): Promise<Share[]> {
  const { order, journals } = open;
  const payments = await listPaymentsOfOrder(tx, order);
  // A payment may be taken off the order and counted for it again: then only refunds since count.
  const postedRefunds = listPostedRefunds(refunds, journals);
  const parts = view.allocations
    .toReversed()
    .map(({ paymentId, overpaid, principal, interest, fees }) => ({
      paymentId,
      most: overpaid + (view.feeReversed > 0 ? principal + interest + fees : 0),
    }));

  const shares: Share[] = [];
  let left: number = view.overpaid;

  for (const { paymentId, most } of parts) {
    if (most === 0 || left === 0) continue;

    const candidates = payments.filter(({ journalId }) => journalId === paymentId);
    const payment = candidates.find(({ provider }) => provider !== BY_UTR) ?? candidates[0];
    if (!payment) continue;

    const isOwn = (one: Refund): boolean => isOfPayment(one, payment);
    if (refunds.some((one) => isOwn(one) && one.state === 'failed' && !isOffItsOrder(one)))
      continue;

    const back = postedRefunds.filter(isOwn).reduce((sum, one) => sum + one.amountPaise, 0);
    const lines = journals.find(({ journalId }) => journalId === paymentId)?.lines ?? [];
    const rest = sumAccount(lines, 'settlement_in') - back - sumChargebacks(journals, paymentId);
    const amountPaise = Math.min(left, most, rest);
    if (amountPaise <= 0) continue;

    left -= amountPaise;
    shares.push({ payment, amountPaise });
  }

  return shares;
}

/** The refunds that are posted and not reversed. */
export function listPostedRefunds(
  refunds: readonly Refund[],
  journals: readonly PostedJournal[],
): (Refund & { journalId: string })[] {
  const reversed = new Set(journals.flatMap(({ reverses }) => reverses ?? []));
  return refunds.flatMap((refund) => {
    const { journalId } = refund;
    return journalId !== null && !reversed.has(journalId) ? [{ ...refund, journalId }] : [];
  });
}

/**
 * The borrower's bank sent a refund by payout back, perhaps after the provider had confirmed it:
 * the money is ours again.
 */
export const sentBack = (providerId: string | null) =>
  ({
    state: 'failed',
    providerId,
    reason: SENT_BACK,
    isSentBack: true,
  }) as const satisfies RefundDecision;

/** The final state of a refund: the provider's, or our own cancellation before it was sent. */
export type RefundDecision =
  | { state: 'confirmed'; providerId: string }
  | { state: 'failed'; providerId: string | null; reason: string; isSentBack?: true }
  | { state: 'cancelled'; reason: string };

/**
 * Records a refund's final state; idempotent. A failed or cancelled one is reversed in the ledger,
 * so the money is the borrower's credit again, and an operator sees a failed one.
 */
export async function settleRefund(
  tx: Tx,
  deps: Deps,
  key: RefundKey,
  decision: RefundDecision,
): Promise<void> {
  const { order, journals } = await lockOrderForPosting(tx, deps, key.userId, key.orderId);
  const isSentBack = decision.state === 'failed' && decision.isSentBack === true;
  const isNew = await markRefund(tx, key, {
    from:
      decision.state === 'cancelled'
        ? ['waiting']
        : [...OPEN_REFUND, ...(isSentBack ? ['confirmed' as const] : [])],
    to: decision.state,
    now: deps.now(),
    ...('providerId' in decision && { providerId: decision.providerId }),
    ...('reason' in decision && { reason: decision.reason }),
  });
  const refund = await readRefund(tx, key);
  if (!refund) return;
  if (!isNew) return recordRefundMismatch(tx, deps, refund, decision);

  if (decision.state === 'confirmed') return notifyRefund(tx, deps, order, refund);
  if (refund.journalId === null) return;

  // The payment was taken off the order meanwhile, and this refund with it.
  if (journals.some(({ reverses }) => reverses === refund.journalId)) {
    await markRefund(tx, refund, {
      from: ['failed'],
      to: 'failed',
      now: deps.now(),
      reason: OFF_ITS_ORDER,
    });
    return queueToHold(tx, refund);
  }

  const posting = await postLoanEvent(tx, order, journals, {
    kind: 'reversal',
    reverses: refund.journalId,
    day: effectiveDay(journals, deps.today()),
    cause: `refund_${decision.state}:${key.refundRef}`,
    reason: `refund_${decision.state}`,
    bookedAt: deps.now(),
  });
  if (!posting) return;

  const { view } = loanToday(order.terms, posting.journals, deps.today());
  await syncOrderWithLedger(tx, deps, order, view);
}

/** Notifies the borrower that the provider sent a refund. */
async function notifyRefund(
  tx: Tx,
  deps: Deps,
  { repayId }: LockedOrder['order'],
  { userId, refundRef, amountPaise, accountId }: Refund,
): Promise<void> {
  const values = { repayId, amount: formatRupees(paise(amountPaise)) };
  const kind = accountId === null ? 'refund_made' : 'refund_paid_out';

  await notify(tx, deps, { userId, kind, reference: refundRef, values });
}

/**
 * Leaves a failed refund to the job that puts its money into suspense: the payment's locks come
 * before the order's.
 */
export async function queueToHold(
  db: Tx | Db,
  { userId, orderId, refundRef }: RefundKey,
): Promise<void> {
  await addJob(db, JOBS['hold-failed-refund'], { userId, orderId, refundRef });
}

/**
 * A later event that conflicts with a decided refund changes nothing: it is recorded for an
 * operator.
 */
async function recordRefundMismatch(
  tx: Tx,
  deps: Deps,
  refund: Refund,
  decision: Pick<RefundDecision, 'state'>,
): Promise<void> {
  if (refund.state === decision.state || decision.state === 'cancelled') return;

  const { refundRef: subject, userId, state: stored } = refund;
  deps.log.error({ refundRef: subject, stored, reported: decision.state }, 'refund discrepancy');
  await recordAction(tx, {
    at: deps.now(),
    userId,
    actor: 'provider',
    action: 'refund_discrepancy',
    subject,
    detail: { stored, reported: decision.state },
  });
}
