import type { LoanView } from '@noren/core/lending/loan';
import { payoffAmount } from './loan-book.ts';

/**
 * The minimum part payment. @ASSUMED ₹100: below it the provider's fee exceeds its use. A full
 * payment may be less.
 */
const MIN_PART_PAISE = 10_000;

/** The minimum amount a provider accepts. */
export const MIN_PAYMENT_PAISE = 100;

/** The minimum part payment of a loan, in paise. */
export function minPart(view: LoanView): number {
  return Math.min(MIN_PART_PAISE, payoffAmount(view));
}
