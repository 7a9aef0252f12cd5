import { rupees } from '../money/money.ts';
import { addDays, type BusinessDay } from '../money/time.ts';

/** @ASSUMED How many days ahead the last day of a settlement offer may be. */
export const OFFER_DAYS = 30;

/**
 * A payment within these many days after the last day counts, where the bank dates it on or before
 * that day. @ASSUMED
 */
const REPORT_DAYS = 7;

export type OfferProblem =
  | 'not_overdue'
  | 'not_whole'
  | 'too_little'
  | 'not_less'
  | 'day_past'
  | 'day_late';

/**
 * Why a settlement cannot be offered: the borrower of an overdue loan pays whole rupees, less than
 * is owed, by a day of the next weeks. Null when it can. Amounts in paise.
 */
export function offerProblem(offer: {
  readonly payPaise: number;
  readonly payBy: BusinessDay;
  readonly owedPaise: number;
  /** The least amount that can be paid in part. */
  readonly leastPaise: number;
  readonly overdueDays: number;
  readonly today: BusinessDay;
}): OfferProblem | null {
  const { payPaise, payBy, today } = offer;
  if (offer.overdueDays <= 0) return 'not_overdue';
  if (payPaise % rupees(1) !== 0) return 'not_whole';
  if (payPaise < offer.leastPaise) return 'too_little';
  if (payPaise >= offer.owedPaise) return 'not_less';
  if (payBy < today) return 'day_past';

  return payBy > addDays(today, OFFER_DAYS) ? 'day_late' : null;
}

/**
 * The amount and last day of an offer, and what had been paid of the loan when it was made. Paise.
 */
export interface OfferTerms {
  readonly payPaise: number;
  readonly payBy: BusinessDay;
  readonly paidBeforePaise: number;
}

/**
 * The unpaid part of an offer.
 * @param paidPaise payments of the loan with value days up to the offer’s last day, less reversals
 */
export function leftOfOffer({ payPaise, paidBeforePaise }: OfferTerms, paidPaise: number): number {
  return Math.max(0, payPaise - Math.max(0, paidPaise - paidBeforePaise));
}

/** Whether a payment reported today may still count for an offer, by its value day. */
export function mayStillCount({ payBy }: OfferTerms, today: BusinessDay): boolean {
  return today <= addDays(payBy, REPORT_DAYS);
}
