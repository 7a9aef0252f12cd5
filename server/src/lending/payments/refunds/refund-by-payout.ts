import { refuseAccount } from '@noren/core/lending/payable-account';
import { JOBS } from '../../../job-list.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import { loanToday } from '../../book/loan-book.ts';
import { lockOrderForPosting } from '../../close/close-order.ts';
import { readAccount } from '../../orders/payout-store.ts';
import { postRefund } from './post-refund.ts';
import {
  addRefund,
  findRefund,
  isOffItsOrder,
  makeRefundRef,
  markRefund,
  readRefund,
} from './refund-store.ts';

/** Why a refund cannot be paid to the borrower's account. */
type PayoutRefusal = 'unknown' | 'no_account' | 'nothing_left';

/**
 * Pays a refund that its provider could not make to the borrower's confirmed bank account instead.
 * Money leaves by it, so a second operator must have approved.
 * @returns why it is not possible; null when it is on its way
 */
export async function refundByPayout(
  tx: Tx,
  deps: Deps,
  failedRef: string,
): Promise<PayoutRefusal | null> {
  const found = await findRefund(tx, failedRef);
  if (!found) return 'unknown';

  const { userId, orderId, provider, paymentRef } = found;
  const { order, journals } = await lockOrderForPosting(tx, deps, userId, orderId);
  const failed = await readRefund(tx, found);
  if (failed?.state !== 'failed' || isOffItsOrder(failed)) return 'unknown';

  const { view, asOf: day } = loanToday(order.terms, journals, deps.today());
  const amountPaise = Math.min(found.amountPaise, view.overpaid);
  if (amountPaise === 0 || view.totalOwed > 0) return 'nothing_left';

  const account = await readAccount(tx, userId);
  if (!account || refuseAccount(account, deps.now()) !== null) return 'no_account';

  const now = deps.now();
  await markRefund(tx, found, { from: ['failed'], to: 'cancelled', now, reason: 'paid_by_payout' });

  const refundRef = makeRefundRef(userId);
  const refund = { refundRef, day, amountPaise, bookedAt: now };
  const { journalId } = await postRefund(tx, { order, journals }, refund);
  const { accountId } = account;
  const row = {
    userId,
    orderId,
    refundRef,
    provider,
    paymentRef,
    journalId,
    amountPaise,
    accountId,
  };

  await addRefund(tx, { ...row, state: 'waiting', now });
  await addJob(tx, JOBS['send-refund'], { userId, orderId, refundRef });

  return null;
}
