import { lockWithCredit } from '../../../lending/orders/own-order.ts';
import { readLatestPayout } from '../../../lending/orders/payout-store.ts';
import { reversePayout } from '../../../lending/payments/reverse-payout.ts';
import { lockPaymentsOfOrder } from '../../../lending/payments/unclaimed-funds/reverse-payment.ts';
import { OperatorError } from '../request/operator-error.ts';
import { type Kind, requireOrder } from './kind.ts';
import { readPayoutMoney } from './payout.ts';

/**
 * Records that the borrower's bank sent a payout back, where its provider does not report it: the
 * loan is undone.
 */
export const payoutReversal: Kind<'payout_reversal'> = {
  money: (tx, _, request) => readPayoutMoney(tx, request),

  execute: async (tx, deps, request) => {
    const { userId, orderId } = requireOrder(request);
    await lockPaymentsOfOrder(tx, { userId, orderId });
    await lockWithCredit(tx, { userId, orderId });

    const payout = await readLatestPayout(tx, { userId, orderId });
    if (payout?.state !== 'confirmed')
      throw new OperatorError('not_possible', 'payout_not_confirmed');

    await reversePayout(tx, deps, payout, { providerId: null, reason: 'recorded_by_staff' });
  },
};
