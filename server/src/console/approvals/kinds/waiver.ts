import type { LoanView } from '@noren/core/lending/loan';
import { ALONE_BOUND_PAISE } from '@noren/core/staff/approval-kinds';
import { loanToday } from '../../../lending/book/loan-book.ts';
import { effectiveDay } from '../../../lending/book/loan-events.ts';
import { postLoanEvent } from '../../../lending/book/post-loan-event.ts';
import { syncOrderWithLedger } from '../../../lending/payments/posting/sync-order.ts';
import { OperatorError } from '../request/operator-error.ts';
import { type RequestDetails, sumAloneWaivers } from '../request/requests-store.ts';
import { aboutOrder, type Kind, plainMoney } from './kind.ts';
import { lockRequestedOrder } from './lock-requested-order.ts';

/** Waives an amount, of one bucket or in allocation order. */
export const waiver: Kind<'waiver'> = {
  subject: aboutOrder,
  money: async (_tx, _deps, { userId, detail }) => plainMoney(detail.amountPaise, userId),

  execute: async (tx, deps, request) => {
    const { requestId, reason, detail } = request;
    const { amountPaise, bucket } = detail;
    const { order, journals } = await lockRequestedOrder(tx, deps, request);
    const day = effectiveDay(journals, deps.today());

    requireOwed(loanToday(order.terms, journals, day).view, detail);

    const posted = await postLoanEvent(tx, order, journals, {
      kind: 'waiver',
      day,
      amountPaise,
      detail: { requestId, ...(bucket && { bucket }) },
      cause: requestId,
      reason,
      bookedAt: deps.now(),
    });
    if (!posted) throw new OperatorError('not_possible', 'nothing_changes');

    await syncOrderWithLedger(tx, deps, order, loanToday(order.terms, posted.journals, day).view);
  },

  /** A small waiver needs nobody else, as long as all those of its order together are small. */
  mayBeAlone: async (tx, deps, { requestId, detail: { amountPaise } }) => {
    const mostPaise = Math.min(
      ALONE_BOUND_PAISE.waiver ?? 0,
      deps.config.NOREN_WAIVER_ALONE_RUPEES * 100,
    );

    return (
      amountPaise <= mostPaise && amountPaise + (await sumAloneWaivers(tx, requestId)) <= mostPaise
    );
  },
};

/**
 * On one day a waiver comes before the payments: it would give back what was paid today.
 * @throws OperatorError when less is owed now than is to be waived
 */
function requireOwed(view: LoanView, { amountPaise, bucket }: RequestDetails['waiver']): void {
  const owedByBucket = {
    fees: view.feesOwed,
    interest: view.interestOwed,
    principal: view.principalOwed,
    penal: view.penalOwed,
  };
  const owed = bucket ? owedByBucket[bucket] : view.totalOwed;

  if (amountPaise > owed)
    throw new OperatorError('not_possible', { reason: 'waiver_too_large', owedPaise: owed });
}
