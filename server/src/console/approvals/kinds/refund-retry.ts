import { retryRefund } from '../../../lending/payments/refunds/refunds.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind } from './kind.ts';
import { findRefundedOrder, readRefundMoney } from './refund.ts';

/** Asks the provider again for a refund that failed. */
export const refundRetry: Kind<'refund_retry'> = {
  affected: findRefundedOrder,
  money: (tx, _, request) => readRefundMoney(tx, request),

  execute: async (tx, deps, { detail }) => {
    if (!(await retryRefund(tx, deps, detail.refundRef)))
      throw new OperatorError('not_possible', 'refund_not_retryable');
  },
};
