import { toLoanTerms } from '@noren/core/lending/offer';
import { coolingOffReturn } from '@noren/core/lending/settlement';
import type { ProductTerms } from '@noren/core/lending/terms';
import type { BusinessDay } from '@noren/core/money/time';
import { conflict } from '../../platform/http/call-error.ts';
import type { Loan, OrderTerms } from './loan-book.ts';
import { MIN_PAYMENT_PAISE } from './minimum-payment.ts';

/** The price of a cooling-off return. Amounts in paise. */
export interface ReturnPrice {
  readonly lastDay: BusinessDay;
  readonly principalPaise: number;
  readonly interestPaise: number;
  /** The processing fee and its GST, refunded by reducing the amount to pay. */
  readonly feeBackPaise: number;
  readonly totalPaise: number;
  readonly isFeeKept: boolean;
}

/**
 * What the borrower pays to return the loan in its cooling-off days under the accepted terms, or
 * why a return is refused. When the terms give the fee back, the amount to pay is reduced by it, so
 * that no money is sent back and forth, to no less than ₹1, since a payment returns the loan. After
 * part payments the rest of the fee is overpaid and refunded.
 */
export function returnPrice(
  terms: OrderTerms,
  { facts, view }: Pick<Loan, 'facts' | 'view'>,
  at: { day: BusinessDay; product: ProductTerms },
):
  | { ok: true; price: ReturnPrice }
  | { ok: false; reason: 'not_disbursed' | 'nothing_owed' | 'too_late' } {
  const { coolingOffDays, isFeeKeptOnReturn: isFeeKept } = at.product;
  const answer = coolingOffReturn(toLoanTerms(terms.quote), facts, at.day, coolingOffDays);
  if (!answer.ok) return { ok: false, reason: REASONS[answer.reason] };

  // It is reversed once, also when the loan was returned before and part of what had been paid was
  // charged back.
  const feeBackPaise = isFeeKept || view.feeReversed > 0 ? 0 : terms.quote.fee + terms.quote.gst;
  const { lastDay, principal: principalPaise, interest: interestPaise } = answer;
  const totalPaise =
    feeBackPaise === 0 ? answer.total : Math.max(MIN_PAYMENT_PAISE, answer.total - feeBackPaise);

  return {
    ok: true,
    price: { lastDay, principalPaise, interestPaise, feeBackPaise, totalPaise, isFeeKept },
  };
}

const REASONS = {
  'not-disbursed': 'not_disbursed',
  'nothing-owed': 'nothing_owed',
  'too-late': 'too_late',
} as const;

/** @throws CallError 409 with the reason */
export function requireReturnPrice(...of: Parameters<typeof returnPrice>): ReturnPrice {
  const answer = returnPrice(...of);
  if (answer.ok) return answer.price;

  const { reason } = answer;
  const words = reason === 'too_late' ? 'repayment.return_too_late' : 'repayment.nothing_owed';

  throw conflict(words, reason);
}
