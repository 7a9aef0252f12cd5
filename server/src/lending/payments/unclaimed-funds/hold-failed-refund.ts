import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobPayloads } from '../../../platform/jobs/job-store.ts';
import { readJournals } from '../../book/journal-store.ts';
import { type KnownPayment, listHeldParts } from '../known-payment.ts';
import { lockKnownPayment } from '../known-payment-store.ts';
import {
  BY_UTR,
  listPaymentsOfOrder,
  type PaymentOfOrder,
  toPaymentName,
} from '../posting/provider-payments-store.ts';
import {
  isOffItsOrder,
  isOfPayment,
  markRefund,
  type Refund,
  readRefund,
} from '../refunds/refund-store.ts';
import { undoLosses } from './charge-back-unclaimed-funds.ts';
import { isOfReversedPayout } from './reverse-payment.ts';
import { addToSuspense, JOINED, startReturn } from './unclaimed-funds.ts';
import { closeRefundedPart } from './unclaimed-funds-store.ts';

/**
 * Job: puts a refund into suspense that failed after its payment was taken off its order. Where the
 * rest of the payment is makes no difference.
 */
export async function holdFailedRefund(
  deps: Deps,
  key: JobPayloads['hold-failed-refund'],
): Promise<void> {
  const refund = await readRefund(deps.db, key);
  if (refund && isOffItsOrder(refund))
    await deps.db.transaction().execute((tx) => hold(tx, deps, refund));
}

async function hold(tx: Tx, deps: Deps, refund: Refund): Promise<void> {
  const { refundRef, amountPaise } = refund;
  const {
    provider,
    providerRef,
    paidAt: paidAtMs,
    utrHash,
  } = await readRefundedPayment(tx, refund);
  const key = { provider, providerRef };

  const known = await lockKnownPayment(tx, { ...key, utrHash });
  const mark = {
    from: ['failed'],
    to: 'cancelled',
    now: deps.now(),
    reason: 'payment_reversed',
  } as const;
  if (!(await markRefund(tx, refund, mark))) return;

  const isSentBack = await isToBeSentBack(tx, refund, known);
  const chargedBackPaise = await undoRefundedPart(tx, deps, known, refundRef);
  if (chargedBackPaise === amountPaise) return;

  const posting = { valueDay: deps.today(), cause: `${toPaymentName(key)}:${refundRef}` };
  const part = { ...key, amountPaise: amountPaise - chargedBackPaise, chargedBackPaise, paidAtMs };
  const isJoined = await addToSuspense(tx, deps, part, posting);

  if (isSentBack && !isJoined) await startReturn(tx, deps, key);
}

/**
 * A refund's payment, as its provider reported it if it did: staff may have counted it by its bank
 * number before.
 */
async function readRefundedPayment(tx: Tx, refund: Refund): Promise<PaymentOfOrder> {
  const payments = await listPaymentsOfOrder(tx, refund);
  const named = payments.find((payment) => isOfPayment(refund, payment));
  const received = payments.find(
    ({ provider, journalId }) => journalId === named?.journalId && provider !== BY_UTR,
  );
  const payment = received ?? named;
  if (!payment) throw new Error(`refund ${refund.refundRef} is of no payment of its order`);

  return payment;
}

/**
 * Decides the refund's part in suspense, because the refund did not reach the sender.
 * @returns how much of it the payer's bank took meanwhile
 */
async function undoRefundedPart(
  tx: Tx,
  deps: Deps,
  known: KnownPayment,
  refundRef: string,
): Promise<number> {
  const parts = listHeldParts(known);
  const part = parts.find((one) => one.refundRef === refundRef);
  if (!part) return 0;

  const chargedBackPaise = await undoLosses(tx, deps, part, parts);
  await closeRefundedPart(tx, part, { chargedBackPaise, now: deps.now(), reason: JOINED });

  return chargedBackPaise;
}

/**
 * Whether the money goes back without a decision of two people: the borrower paid it on a loan that
 * never reached them, the payment counts for no other order, and the bank charged nothing back.
 */
async function isToBeSentBack(
  tx: Tx,
  refund: Refund,
  { state, parts }: KnownPayment,
): Promise<boolean> {
  const { userId, orderId } = refund;
  const reversal = (await readJournals(tx, userId, orderId)).find(
    ({ reverses }) => reverses === refund.journalId,
  );
  if (!reversal || !isOfReversedPayout(reversal)) return false;

  return state !== 'posted' && parts.every(({ chargedBackPaise }) => chargedBackPaise === 0);
}
