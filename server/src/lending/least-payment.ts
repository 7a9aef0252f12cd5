import type { LoanView } from '@noren/core/lending/loan';
import { payoffAmount } from './loan-book.ts';

/** The least a part payment may be. @ASSUMED ₹100: below it the provider's own cost eats it; all that is owed may be less. */
const LEAST_PART_PAISE = 10_000;

/** The least a provider takes. */
export const LEAST_PAYMENT_PAISE = 100;

/** The least a part payment of a loan may be, in paise. */
export function leastPart(view: LoanView): number {
  return Math.min(LEAST_PART_PAISE, payoffAmount(view));
}
