import { CODES } from '@noren/contract/codes';
import { loanTermsOf } from '@noren/core/lending/offer';
import { coolingOffReturn } from '@noren/core/lending/settlement';
import type { ProductTerms } from '@noren/core/lending/terms';
import type { Paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import { CallError } from '../platform/http/call-error.ts';
import { LEAST_PAYMENT_PAISE } from './least-payment.ts';
import type { Loan, OrderTerms } from './loan-book.ts';

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
 * What the borrower pays to return the loan in its cooling-off days under the accepted terms, or why a return is refused.
 * @ASSUMED when the terms refund the fee, the amount to pay is reduced by it, to no less than ₹1, so that no money is
 * sent back and forth. After part payments, any part of the fee above the amount still owed is not refunded.
 */
export function returnPrice(
  terms: OrderTerms,
  { facts }: Pick<Loan, 'facts'>,
  at: { day: BusinessDay; product: ProductTerms },
): { ok: true; price: ReturnPrice } | { ok: false; reason: 'not_disbursed' | 'nothing_owed' | 'too_late' } {
  const { coolingOffDays, isFeeKeptOnReturn: isFeeKept } = at.product;
  const answer = coolingOffReturn(loanTermsOf(terms.quote), facts, at.day, coolingOffDays);
  if (!answer.ok) return { ok: false, reason: REASONS[answer.reason] };
  const feeBackPaise = isFeeKept ? 0 : feeBack(terms, answer.total);
  const { lastDay, principal: principalPaise, interest: interestPaise } = answer;
  const totalPaise = answer.total - feeBackPaise;
  return { ok: true, price: { lastDay, principalPaise, interestPaise, feeBackPaise, totalPaise, isFeeKept } };
}

const REASONS = { 'not-disbursed': 'not_disbursed', 'nothing-owed': 'nothing_owed', 'too-late': 'too_late' } as const;

function feeBack({ quote }: OrderTerms, total: Paise): number {
  return Math.max(0, Math.min(quote.fee + quote.gst, total - LEAST_PAYMENT_PAISE));
}

/** @throws CallError 409 with the reason */
export function requireReturnPrice(...of: Parameters<typeof returnPrice>): ReturnPrice {
  const answer = returnPrice(...of);
  if (answer.ok) return answer.price;
  const { reason } = answer;
  const words = reason === 'too_late' ? 'repayment.return_too_late' : 'repayment.nothing_owed';
  throw new CallError(CODES.conflict, words, { data: { reason } });
}
