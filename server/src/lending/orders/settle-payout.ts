import { lastRetryDay } from '@noren/core/lending/failed-payout';
import { OrderStatus } from '@noren/core/lending/order-status';
import { formatRupees } from '@noren/core/money/money';
import { addDays, type BusinessDay, formatDay, toBusinessDay } from '@noren/core/money/time';
import { notify } from '../../notifications/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { nextJournalId } from '../book/journal-ids.ts';
import { post, readJournals } from '../book/journal-store.ts';
import { effectiveDay } from '../book/loan-events.ts';
import { releaseLines } from './credit-hold.ts';
import { moveOrder, type Order, setOpenUntil } from './order-store.ts';
import { lockWithCredit } from './own-order.ts';
import { markPayout, OPEN_PAYOUT, type PayoutKey, readPayout } from './payout-store.ts';

/** A provider's final result. A failed payout will never be paid. */
export type PayoutDecision =
  | { state: 'confirmed'; providerId: string; paidAtMs?: number }
  | { state: 'failed'; providerId: string | null; reason: string };

/**
 * Posts a payout's final result; repeated results are ignored, whether from the send, a status
 * check or a webhook. Confirmed: the hold becomes a loan. Failed: the order waits for the borrower
 * and keeps its hold.
 */
export async function settlePayout(
  tx: Tx,
  deps: Deps,
  key: PayoutKey,
  decision: PayoutDecision,
): Promise<void> {
  const order = await lockWithCredit(tx, key);
  const now = deps.now();
  const isNew = await markPayout(tx, key, {
    from: OPEN_PAYOUT,
    to: decision.state,
    now,
    providerId: decision.providerId,
    ...(decision.state === 'failed' ? { reason: decision.reason } : {}),
  });
  if (!isNew) return recordPayoutMismatch(tx, deps, key, decision);

  if (decision.state === 'failed') {
    await moveOrder(tx, order, {
      to: OrderStatus.disbursementFailed,
      reason: 'payout_failed',
      now,
    });
    return waitForRetry(tx, deps, order, { kind: 'payout_failed', payoutRef: key.payoutRef });
  }

  await postDisbursement(tx, deps, order, {
    payoutRef: key.payoutRef,
    day: await decideValueDay(tx, deps, key, decision),
  });
}

/** Lets the borrower have the loan sent again, or cancel it, for some days, and tells them so. */
export async function waitForRetry(
  tx: Tx,
  deps: Deps,
  order: Order,
  { kind, payoutRef }: { kind: 'payout_failed' | 'payout_reversed'; payoutRef: string },
): Promise<void> {
  const until = lastRetryDay(deps.today());
  await setOpenUntil(tx, order, until);

  const { userId, repayId, terms } = order;
  const values = { repayId, amount: formatRupees(terms.quote.netDisbursed), day: formatDay(until) };

  await notify(tx, deps, { userId, kind, reference: payoutRef, values });
}

/**
 * The day the money left, by the provider's time: interest runs from then, whenever the
 * confirmation came. Never before the payout was made, nor after today; today where the provider
 * does not say.
 */
async function decideValueDay(
  tx: Tx,
  deps: Deps,
  key: PayoutKey,
  { paidAtMs }: { paidAtMs?: number },
): Promise<BusinessDay> {
  const today = deps.today();
  if (paidAtMs === undefined) return today;

  const payout = await readPayout(tx, key);
  const [first, paid] = [toBusinessDay(payout?.createdAt ?? paidAtMs), toBusinessDay(paidAtMs)];
  if (paid > today) return today;

  return paid < first ? first : paid;
}

async function postDisbursement(
  tx: Tx,
  deps: Deps,
  order: Order,
  { payoutRef, day: paidOn }: { payoutRef: string; day: BusinessDay },
): Promise<void> {
  const { userId, orderId } = order;
  const { quote } = order.terms;
  const now = deps.now();
  const before = await readJournals(tx, userId, orderId);
  // Later than an earlier payout that the bank sent back.
  const day = effectiveDay(before, paidOn);
  const journal = { userId, orderId, valueDay: day, bookedAt: now, cause: payoutRef };

  await post(tx, { ...journal, kind: 'release', lines: releaseLines(order, 'posted', now) });
  await post(tx, {
    ...journal,
    kind: 'disbursement',
    journalId: nextJournalId(before),
    lines: [
      ['loan_principal', quote.principal],
      ['settlement_out', -quote.netDisbursed],
      // Post the full fee and the coupon discount separately.
      ['fee_income', -(quote.fee + quote.feeDiscount)],
      ['fee_discount', quote.feeDiscount],
      ['gst_payable', -quote.gst],
    ],
  });

  const isFirst = !before.some(({ kind }) => kind === 'disbursement');
  const disbursed = { day, due: addDays(day, quote.tenorDays) };

  await moveOrder(tx, order, { to: OrderStatus.active, reason: 'paid_out', now, disbursed });

  const values = {
    repayId: order.repayId,
    dueDay: disbursed.due,
    amount: formatRupees(quote.netDisbursed),
  };
  await notify(tx, deps, {
    userId,
    kind: 'loan_paid_out',
    reference: isFirst ? orderId : payoutRef,
    values,
  });
}

/**
 * A result that conflicts with the recorded one changes nothing; it is logged and audited for
 * manual review.
 */
async function recordPayoutMismatch(
  tx: Tx,
  deps: Deps,
  key: PayoutKey,
  { state: received }: PayoutDecision,
): Promise<void> {
  const payout = await readPayout(tx, key);
  // A payout was confirmed before it was reversed, so a late report of that is no discrepancy.
  if (!payout || payout.state === received || payout.state === 'reversed') return;

  deps.log.error(
    { payoutRef: key.payoutRef, recorded: payout.state, received },
    'payout: conflicting result from the provider',
  );

  await recordAction(tx, {
    at: deps.now(),
    userId: key.userId,
    actor: 'provider',
    action: 'payout_discrepancy',
    subject: key.payoutRef,
    detail: { stored: payout.state, reported: received },
  });
}
