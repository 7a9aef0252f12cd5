import { LoanEventError, type LoanView } from '@noren/core/lending/loan';
import { OrderStatus } from '@noren/core/lending/order-status';
import { leftOfOffer, mayStillCount, type OfferTerms } from '@noren/core/lending/settlement-offer';
import type { BusinessDay } from '@noren/core/money/time';
import { notify } from '../../../notifications/store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { PostedJournal } from '../../book/ledger.ts';
import { buildLoan, loanToday } from '../../book/loan-book.ts';
import { effectiveDay } from '../../book/loan-events.ts';
import { postLoanEvent } from '../../book/post-loan-event.ts';
import { lockOrderForPosting } from '../../close/close-order.ts';
import type { Order } from '../../orders/order-store.ts';
import {
  endOffer,
  listOffersToEnd,
  readNewestOffer,
  type SettlementOffer,
} from './settlement-offer-store.ts';
import { syncOrderWithLedger } from './sync-order.ts';

/** The unpaid part of an offer: payments count whose value day is not after its last day. */
export function leftToPay(
  terms: Order['terms'],
  journals: readonly PostedJournal[],
  offer: OfferTerms,
  today: BusinessDay,
): number {
  const { view } = buildLoan(terms, [...journals], offer.payBy < today ? offer.payBy : today);
  return leftOfOffer(offer, view.paid - view.chargedBack);
}

/**
 * Waives the rest of an overdue loan once its settlement offer was paid by its day. The caller
 * holds the order's lock.
 * @returns the loan as of today after the waiver; null when there is none to make
 */
export async function keepOffer(
  tx: Tx,
  deps: Deps,
  order: Order,
  journals: readonly PostedJournal[],
): Promise<LoanView | null> {
  const offer = await readNewestOffer(tx, order);
  if (!offer || offer.state === 'kept' || !mayStillCount(offer, deps.today())) return null;
  if (leftToPay(order.terms, journals, offer, deps.today()) > 0) return null;

  try {
    return await waiveRest(tx, deps, order, { journals, offer });
  } catch (error) {
    // On one day a waiver comes before a chargeback or an extension. It is tried again when the
    // offer would lapse.
    if (!(error instanceof LoanEventError)) throw error;

    deps.log.warn(
      { repayId: order.repayId, offerId: offer.offerId },
      'the rest of a settlement could not be waived today',
    );

    return null;
  }
}

async function waiveRest(
  tx: Tx,
  deps: Deps,
  order: Order,
  { journals, offer }: { journals: readonly PostedJournal[]; offer: SettlementOffer },
): Promise<LoanView> {
  const now = deps.now();
  const day = effectiveDay(journals, deps.today());
  const { view } = loanToday(order.terms, journals, day);
  const posted =
    view.totalOwed === 0
      ? null
      : await postLoanEvent(tx, order, journals, {
          kind: 'waiver',
          day,
          amountPaise: view.totalOwed,
          cause: `settlement_offer:${offer.offerId}`,
          reason: 'settlement_offer',
          bookedAt: now,
        });

  await endOffer(tx, offer, { state: 'kept', now });

  return posted ? buildLoan(order.terms, posted.journals, day).view : view;
}

/**
 * Ends the offers whose last day has passed: kept where the money came in by it, else lapsed, which
 * the borrower is told once.
 */
export async function endPassedOffers(deps: Deps): Promise<void> {
  for (const { userId, orderId } of await listOffersToEnd(deps.db, deps.today()))
    await deps.db.transaction().execute(async (tx) => {
      const { order, journals } = await lockOrderForPosting(tx, deps, userId, orderId);
      const isOverdue = order.status === OrderStatus.overdue;
      const kept = isOverdue ? await keepOffer(tx, deps, order, journals) : null;
      if (kept) return syncOrderWithLedger(tx, deps, order, kept);

      const offer = await readNewestOffer(tx, order);
      if (offer?.state !== 'open') return;

      await endOffer(tx, offer, { state: 'lapsed', now: deps.now() });
      if (!isOverdue) return;

      const values = { repayId: order.repayId };
      await notify(tx, deps, {
        userId,
        kind: 'settlement_lapsed',
        reference: offer.offerId,
        values,
      });
    });
}
