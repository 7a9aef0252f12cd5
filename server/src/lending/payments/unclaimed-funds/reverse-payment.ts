import type { BusinessDay } from '@noren/core/money/time';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { PostedJournal } from '../../book/ledger.ts';
import { sumAccount } from '../../book/loan-events.ts';
import { postLoanEvent } from '../../book/post-loan-event.ts';
import type { LockedOrder } from '../../close/close-order.ts';
import { isOnItsWayBack, listHeldParts } from '../known-payment.ts';
import { lockKnownPayment } from '../known-payment-store.ts';
import { sumChargebacks } from '../posting/chargeback.ts';
import {
  BY_UTR,
  listPaymentsOfOrder,
  lockPayments,
  type PaymentKey,
  type PostedPayment,
  toPaymentName,
} from '../posting/provider-payments-store.ts';
import {
  isOfPayment,
  isUnderWay,
  listRefunds,
  markRefund,
  type Refund,
} from '../refunds/refund-store.ts';
import { listPostedRefunds } from '../refunds/refunds.ts';
import { chargeBackParts } from './charge-back-unclaimed-funds.ts';
import { addToSuspense, recordRefundedPart, startReturn } from './unclaimed-funds.ts';

/** Locks all payments of an order. Called before any other lock, like `lockPayment`. */
export async function lockPaymentsOfOrder(
  tx: Tx,
  order: { userId: string; orderId: string },
): Promise<void> {
  await lockPayments(tx, await listPaymentsOfOrder(tx, order));
}

/** The cause by which all of a loan is undone whose payout the borrower's bank sent back. */
export const causeOfReversedPayout = (payoutRef: string): string =>
  `${REVERSED_PAYOUT}${payoutRef}`;
export const isOfReversedPayout = ({ cause }: PostedJournal): boolean =>
  cause.startsWith(REVERSED_PAYOUT);
const REVERSED_PAYOUT = 'reversed:';

/**
 * Whether a provider may be making a refund of a payment: until it answers nobody knows what is
 * left of the payment. The caller holds the order's lock.
 */
export async function isRefundUnderWay(
  tx: Tx,
  { order }: LockedOrder,
  { journalId }: PostedJournal,
): Promise<boolean> {
  const names = (await listPaymentsOfOrder(tx, order)).filter(
    (payment) => payment.journalId === journalId,
  );
  const refunds = (await listRefunds(tx, order)).filter(isUnderWay);

  return refunds.some((refund) => names.some((name) => isOfPayment(refund, name)));
}

/** Why and as of when a payment is taken off its order. */
interface PaymentReversal {
  readonly day: BusinessDay;
  readonly cause: string;
  readonly reason: string;
  /**
   * Sends the money back to its sender at once: it was paid on a loan that never reached the
   * borrower.
   */
  readonly isSentBack?: boolean;
}

/**
 * Takes a payment off its order, with the refunds made of it. Money that a provider holds goes to
 * unclaimed funds in the same transaction: it can be counted for another order, or sent back. The
 * caller holds the locks of {@link lockPaymentsOfOrder} and of the order.
 * @returns all journals of the order; null when nothing changes
 */
export async function reversePayment(
  tx: Tx,
  deps: Deps,
  { order, journals: before }: LockedOrder,
  payment: PostedJournal,
  { isSentBack = false, ...of }: PaymentReversal,
): Promise<readonly PostedJournal[] | null> {
  const { journalId } = payment;
  const names = (await listPaymentsOfOrder(tx, order)).filter((one) => one.journalId === journalId);
  const received = names.find(({ provider }) => provider !== BY_UTR);
  // Of what no provider holds the borrower owes what was refunded, unless the loan never reached
  // them.
  const known = received ?? (isSentBack ? names[0] : undefined);
  let journals: readonly PostedJournal[] = before;
  const refunded: Refund[] = [];

  for (const refund of known ? await listRefundsByNames(tx, order, names, before) : []) {
    const reversal = { ...of, kind: 'reversal' as const, cause: `${of.cause}:${refund.journalId}` };
    const undone = { ...reversal, reverses: refund.journalId, bookedAt: deps.now() };

    journals = (await postLoanEvent(tx, order, journals, undone))?.journals ?? journals;

    const cancelled = {
      from: ['waiting'],
      to: 'cancelled',
      now: deps.now(),
      reason: 'payment_reversed',
    } as const;
    if (!(await markRefund(tx, refund, cancelled))) refunded.push(refund);
  }

  const event = {
    ...of,
    kind: 'reversal' as const,
    cause: `${of.cause}:${journalId}`,
    reverses: journalId,
  };
  const posted = await postLoanEvent(tx, order, journals, { ...event, bookedAt: deps.now() });
  // Nothing else is left of a payment that was charged back in full, but its refunds were money of
  // the order until now.
  if (!posted && journals === before) return null;

  journals = posted?.journals ?? journals;
  if (!known) return journals;

  const { provider, providerRef, paidAt } = known;
  const key = { provider, providerRef };

  for (const { refundRef, amountPaise } of refunded)
    await recordRefundedPart(tx, deps, { ...key, refundRef, amountPaise, paidAt }, of.day);

  const left = refunded.reduce(
    (sum, { amountPaise }) => sum - amountPaise,
    received ? sumAccount(payment.lines, 'settlement_in') - sumChargebacks(before, journalId) : 0,
  );
  if (left < 0) await bookLoss(tx, deps, key, { cause: event.cause, amountPaise: -left });

  if (left <= 0) return journals;

  const cause = `${toPaymentName(key)}:${posted?.journalId ?? journalId}`;
  const isJoined = await addToSuspense(
    tx,
    deps,
    { ...key, amountPaise: left, paidAtMs: paidAt },
    { valueDay: of.day, cause },
  );

  // What waited before waits for two people, and the rest with it.
  if (isSentBack && !isJoined) await startReturn(tx, deps, key);

  return journals;
}

/**
 * Books what was both refunded and charged back of a payment that counts for no order any more: the
 * lender has lost it.
 */
async function bookLoss(
  tx: Tx,
  deps: Deps,
  key: PaymentKey,
  taken: { cause: string; amountPaise: number },
): Promise<void> {
  const parts = listHeldParts(await lockKnownPayment(tx, key));
  await chargeBackParts(
    tx,
    deps,
    parts.filter((part) => !isOnItsWayBack(part)),
    taken,
  );
}

/** The refunds of a payment, by whatever name, that are posted and not reversed. */
async function listRefundsByNames(
  tx: Tx,
  order: { userId: string; orderId: string },
  names: readonly PostedPayment[],
  journals: readonly PostedJournal[],
): Promise<(Refund & { journalId: string })[]> {
  const refunds = listPostedRefunds(await listRefunds(tx, order), journals);
  return refunds.filter((refund) => names.some((name) => isOfPayment(refund, name)));
}
