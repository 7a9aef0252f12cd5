import { refundByPayout } from '../../../lending/payments/refunds/refund-by-payout.ts';
import { findRefund } from '../../../lending/payments/refunds/refund-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind } from './kind.ts';
import { maskedAccount } from './person-facts-store.ts';
import { findRefundedOrder, readRefundMoney } from './refund.ts';

/** Pays a failed refund to the borrower's bank account. */
export const refundPayout: Kind<'refund_payout'> = {
  affected: findRefundedOrder,
  money: (tx, _, request) => readRefundMoney(tx, request),

  facts: async (tx, _, { detail }) => {
    const refund = await findRefund(tx, detail.refundRef);
    const account = refund && (await maskedAccount(tx, refund.userId));
    return [{ what: 'refund_account', value: account ?? 'none' }];
  },

  execute: async (tx, deps, { detail }) => {
    const refusal = await refundByPayout(tx, deps, detail.refundRef);
    if (refusal !== null) throw new OperatorError('not_possible', `refund_${refusal}`);
  },
};
