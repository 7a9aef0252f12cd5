import type { LoanView } from '@noren/core/lending/loan';
import { payoffAmount } from './loan-book.ts';

/**
 * The minimum part payment. @ASSUMED ₹100: a smaller one is worth less than the provider's fee. A
 * payment of everything that is owed may be smaller.
 */
const MIN_PART_PAISE = 10_000;

/** The minimum amount a provider accepts. */
export const MIN_PAYMENT_PAISE = 100;

/** The minimum part payment of a loan in paise: never more than what is owed. */
export function minPartPayment(view: LoanView): number {
  return Math.min(MIN_PART_PAISE, payoffAmount(view));
}
