import type { BusinessDay } from '@noren/core/money/time';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { OrderKey, PostedJournal } from '../../book/ledger.ts';
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
export async function lockPaymentsOfOrder(tx: Tx, order: OrderKey): Promise<void> {
  await lockPayments(tx, await listPaymentsOfOrder(tx, order));
}

/** The cause of all journals that undo a loan because the borrower's bank sent the payout back. */
export const causeOfReversedPayout = (payoutRef: string): string =>
  `${REVERSED_PAYOUT}${payoutRef}`;
export const isOfReversedPayout = ({ cause }: PostedJournal): boolean =>
  cause.startsWith(REVERSED_PAYOUT);
const REVERSED_PAYOUT = 'reversed:';

/**
 * Whether a provider may be making a refund of a payment: until the provider answers, nobody knows
 * what is left of the payment. The caller holds the order's lock.
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
  locked: LockedOrder,
  payment: PostedJournal,
  reversal: PaymentReversal,
): Promise<readonly PostedJournal[] | null> {
  const { order, journals: before } = locked;
  const { journalId } = payment;
  const { isSentBack = false } = reversal;
  const names = (await listPaymentsOfOrder(tx, order)).filter((one) => one.journalId === journalId);
  const received = names.find(({ provider }) => provider !== BY_UTR);
  // What was refunded of money that no provider holds is the borrower's debt, unless the loan never
  // reached them.
  const known = received ?? (isSentBack ? names[0] : undefined);

  const refunds = known ? await listRefundsByNames(tx, order, names, before) : [];
  const rest = await reverseRefunds(tx, deps, locked, refunds, reversal);
  const posting = await reverseJournal(tx, deps, { ...locked, ...rest }, journalId, reversal);

  // Of a payment that was charged back in full there is nothing else to reverse. Its refunds were
  // the order's money until now.
  if (!posting && rest.journals === before) return null;

  if (known) {
    const charged = sumChargebacks(before, journalId);
    const amountPaise = received ? sumAccount(payment.lines, 'settlement_in') - charged : 0;
    const cause = `${toPaymentName(known)}:${posting?.journalId ?? journalId}`;
    const money = { amountPaise, refunds: rest.refunds, journalId, cause };

    await moveMoney(tx, deps, known, money, reversal);
  }

  return posting?.journals ?? rest.journals;
}

/** Reverses one journal of the order; null when nothing of it is left to reverse. */
const reverseJournal = (
  tx: Tx,
  deps: Deps,
  { order, journals }: Pick<LockedOrder, 'order' | 'journals'>,
  journalId: string,
  { day, cause, reason }: PaymentReversal,
) =>
  postLoanEvent(tx, order, journals, {
    kind: 'reversal',
    day,
    cause: `${cause}:${journalId}`,
    reason,
    reverses: journalId,
    bookedAt: deps.now(),
  });

/**
 * Reverses a payment's refunds, and cancels each that its provider was not asked for yet.
 * @returns all journals of the order, and the refunds that could not be cancelled
 */
async function reverseRefunds(
  tx: Tx,
  deps: Deps,
  { order, journals: before }: LockedOrder,
  refunds: readonly (Refund & { journalId: string })[],
  reversal: PaymentReversal,
): Promise<{ journals: readonly PostedJournal[]; refunds: Refund[] }> {
  let journals: readonly PostedJournal[] = before;
  const beyondCancelling: Refund[] = [];

  for (const refund of refunds) {
    const posting = await reverseJournal(tx, deps, { order, journals }, refund.journalId, reversal);
    journals = posting?.journals ?? journals;

    const isCancelled = await markRefund(tx, refund, {
      from: ['waiting'],
      to: 'cancelled',
      now: deps.now(),
      reason: 'payment_reversed',
    });
    if (!isCancelled) beyondCancelling.push(refund);
  }

  return { journals, refunds: beyondCancelling };
}

/** The money of a payment that is taken off its order. */
interface ReversedMoney {
  /** What providers received and nobody charged back. */
  readonly amountPaise: number;
  /** The refunds by which some of it went back to the sender. */
  readonly refunds: readonly Refund[];
  /** The journal that posted the payment. */
  readonly journalId: string;
  /** The cause of the journal that posts the rest to suspense. */
  readonly cause: string;
}

/**
 * Records what went back to the sender, then posts the rest to suspense. If more went back than
 * came in, the lender has lost it.
 */
async function moveMoney(
  tx: Tx,
  deps: Deps,
  { provider, providerRef, paidAt }: PostedPayment,
  { refunds, journalId, cause, ...money }: ReversedMoney,
  { day, isSentBack, ...reversal }: PaymentReversal,
): Promise<void> {
  const key = { provider, providerRef };
  for (const { refundRef, amountPaise } of refunds)
    await recordRefundedPart(tx, deps, { ...key, refundRef, amountPaise, paidAt }, day);

  const left = refunds.reduce((sum, { amountPaise }) => sum - amountPaise, money.amountPaise);
  if (left < 0)
    await bookLoss(tx, deps, key, { cause: `${reversal.cause}:${journalId}`, amountPaise: -left });
  if (left <= 0) return;

  const part = { ...key, amountPaise: left, paidAtMs: paidAt };
  const isJoined = await addToSuspense(tx, deps, part, { valueDay: day, cause });

  // If something waited before, two people decide about the whole.
  if (isSentBack && !isJoined) await startReturn(tx, deps, key);
}

/** Books as lost what a payment's sender got back twice: by a refund and by a chargeback. */
async function bookLoss(
  tx: Tx,
  deps: Deps,
  key: PaymentKey,
  loss: { cause: string; amountPaise: number },
): Promise<void> {
  const known = await lockKnownPayment(tx, key);
  const parts = listHeldParts(known).filter((part) => !isOnItsWayBack(part));

  await chargeBackParts(tx, deps, parts, loss);
}

/** The refunds of a payment, by whatever name, that are posted and not reversed. */
async function listRefundsByNames(
  tx: Tx,
  order: OrderKey,
  names: readonly PostedPayment[],
  journals: readonly PostedJournal[],
): Promise<(Refund & { journalId: string })[]> {
  const refunds = listPostedRefunds(await listRefunds(tx, order), journals);
  return refunds.filter((refund) => names.some((name) => isOfPayment(refund, name)));
}
