import type { RefusalInput } from '@noren/contract/staff/refusals';
import { OrderStatus } from '@noren/core/lending/order-status';
import { OFFER_DAYS, type OfferProblem, offerProblem } from '@noren/core/lending/settlement-offer';
import { formatRupees, paise } from '@noren/core/money/money';
import { loanToday, payoffAmount } from '../../../lending/book/loan-book.ts';
import { minPartPayment } from '../../../lending/book/minimum-payment.ts';
import { addOffer } from '../../../lending/payments/posting/settlement-offer-store.ts';
import { notify } from '../../../notifications/store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import { aboutOrder, type Kind, plainMoney, type RequestOfKind } from './kind.ts';
import { lockRequestedOrder } from './lock-requested-order.ts';

/**
 * Offers a settlement to the borrower of an overdue loan: the rest is waived once the amount came
 * in by the day. Nothing is posted now.
 */
export const settlementOffer: Kind<'settlement_offer'> = {
  subject: aboutOrder,
  money: async (_tx, _deps, { userId, detail }) =>
    plainMoney(detail.payPaise, userId, detail.payBy),
  execute: offerSettlement,
};

/** @throws OperatorError when the amount or the day is not possible, or an offer is open */
async function offerSettlement(
  tx: Tx,
  deps: Deps,
  request: RequestOfKind<'settlement_offer'>,
): Promise<void> {
  const { order, journals } = await lockRequestedOrder(tx, deps, request);
  const { userId, orderId, repayId } = order;
  const { payPaise, payBy } = request.detail;
  const today = deps.today();
  const { view } = loanToday(order.terms, journals, today);
  const owedPaise = payoffAmount(view);
  const overdueDays = order.status === OrderStatus.overdue ? view.overdueDays : 0;
  const problem = offerProblem({
    payPaise,
    payBy,
    owedPaise,
    leastPaise: minPartPayment(view),
    overdueDays,
    today,
  });
  if (problem) throw new OperatorError('not_possible', toRefusal(problem));

  const { requestId } = request;
  const paidBeforePaise = view.paid - view.chargedBack;
  const offer = { userId, orderId, requestId, payPaise, payBy, paidBeforePaise, now: deps.now() };
  const offerId = await addOffer(tx, offer);
  if (offerId === undefined) throw new OperatorError('not_possible', 'offer_open');

  await notify(tx, deps, {
    userId,
    kind: 'settlement_offered',
    reference: offerId,
    values: { repayId, amount: formatRupees(paise(payPaise)), day: payBy },
  });
}

const toRefusal = (problem: OfferProblem): RefusalInput =>
  problem === 'day_late' ? { reason: 'offer_day_late', days: OFFER_DAYS } : `offer_${problem}`;
