import { lockPaymentsOfOrder } from '../../../features/repayment/unclaimed-funds/reverse-payment.ts';
import { lockCredit } from '../../../lending/credit-store.ts';
import { lockOrder } from '../../../lending/order-store.ts';
import { readLatestPayout } from '../../../lending/payout-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { reversePayout } from '../../webhooks/reverse-payout.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { OperatorRequest } from '../request/requests-store.ts';

/**
 * Records that the borrower's bank sent a payout back, where its provider does not report it: the loan is undone.
 * @throws OperatorError unless the payout was confirmed
 */
export async function reverseStaffPayout(
  tx: Tx,
  deps: Deps,
  { userId, orderId }: OperatorRequest & { kind: 'payout_reversal' },
): Promise<void> {
  if (userId === null || orderId === null) throw new OperatorError('unknown', 'This request needs an order.');
  await lockPaymentsOfOrder(tx, { userId, orderId });
  await lockCredit(tx, userId);
  await lockOrder(tx, userId, orderId);
  const payout = await readLatestPayout(tx, { userId, orderId });
  if (payout?.state !== 'confirmed')
    throw new OperatorError('not_possible', 'Only a confirmed payout can be reversed.');
  await reversePayout(tx, deps, payout, { providerId: null, reason: 'recorded_by_staff' });
}
