import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { isWaived } from '@noren/core/lending/settlement';
import { addDays } from '@noren/core/money/time';
import { displayedStatus, type Loan, payoffAmount } from '../../../lending/book/loan-book.ts';
import { sumAccount } from '../../../lending/book/loan-events.ts';
import { minPartPayment } from '../../../lending/book/minimum-payment.ts';
import type { Order } from '../../../lending/orders/order-store.ts';

type Detail = AnswerOf<typeof repayDetail>;

/** The repay page's figures that come from the ledger alone, as of the loan's day. */
export function showOwed(
  order: Order,
  { view }: Loan,
): Pick<
  Detail,
  | 'borrowStatus'
  | 'principalPaise'
  | 'principalOwedPaise'
  | 'dueDay'
  | 'extendedDueDay'
  | 'overdueDays'
  | 'overdueFeePaise'
  | 'penalDays'
  | 'penalPerDayPaise'
  | 'interestPaise'
  | 'interestDays'
  | 'feesPaise'
  | 'waivedPaise'
  | 'isWaived'
  | 'paidPaise'
  | 'overpaidPaise'
  | 'totalPaise'
  | 'leastPartPaise'
> {
  const agreed = view.disbursedDay ? addDays(view.disbursedDay, order.terms.quote.tenorDays) : null;

  return {
    borrowStatus: displayedStatus(order.status, view),
    principalPaise: order.principalPaise,
    principalOwedPaise: view.principalOwed,
    dueDay: agreed,
    extendedDueDay: view.dueDay && view.dueDay !== agreed ? view.dueDay : null,
    overdueDays: view.overdueDays,
    overdueFeePaise: view.charged.penal,
    penalDays: view.penalDays,
    penalPerDayPaise: view.penalPerDay,
    interestPaise: view.charged.interest,
    interestDays: view.interestDays,
    feesPaise: view.charged.fees,
    waivedPaise: view.waived,
    isWaived: isWaived(view),
    paidPaise: view.paid - view.chargedBack,
    overpaidPaise: view.overpaid,
    totalPaise: payoffAmount(view),
    leastPartPaise: minPartPayment(view),
  };
}

/** The coupon that was used, unless its waiver or payment was reversed. */
export function showUsedCoupon({ journals }: Loan): Detail['coupon'] {
  const reversed = new Set(journals.flatMap(({ reverses }) => reverses ?? []));
  const used = journals.find(
    ({ kind, journalId, detail }) =>
      kind === 'waiver' &&
      detail.couponId !== undefined &&
      !reversed.has(journalId) &&
      !reversed.has(detail.ofPayment ?? ''),
  );
  if (!used?.detail.couponId) return null;

  return {
    couponId: used.detail.couponId,
    kind: used.detail.bucket === 'interest' ? 'interest' : 'repay',
    discountPaise: sumAccount(used.lines, 'waiver_expense'),
    isUsed: true,
  };
}
