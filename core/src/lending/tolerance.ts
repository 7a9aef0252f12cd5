import { add, type Paise, rupees, subtract } from '../money/money.ts';
import { addDays, type BusinessDay } from '../money/time.ts';
import type { LoanView } from './loan.ts';

/**
 * The most that is ever waived for a payment that crossed midnight. @ASSUMED ₹100: above a day of
 * every product.
 */
export const maxTolerance: Paise = rupees(100);

/**
 * The waiver with which a payment of one day's full debt, arriving the day after, closes the loan:
 * only the amount that the night added. Null if it came later, had another purpose, or was too
 * small.
 * @param requested the amount that was shown, and what a coupon takes off beside it; paise
 * @param owed the loan without the payment and the coupon, by the end of the requested day and of
 * the day it counts from
 */
export function toleranceFor(
  requested: { amount: Paise; discount: Paise; day: BusinessDay },
  paid: { amount: Paise; day: BusinessDay },
  owed: { before: LoanView; after: LoanView },
): { amount: Paise; bucket: 'interest' | 'penal' } | null {
  const { before, after } = owed;
  if (paid.day !== addDays(requested.day, 1) || paid.amount < requested.amount) return null;
  if (add(requested.amount, requested.discount) !== before.totalOwed) return null;

  const settled = add(paid.amount, requested.discount);
  if (settled >= after.totalOwed) return null;

  const amount = subtract(after.totalOwed, settled);
  // Interest stops on the due date and the penal charge begins after it: a night adds to one of
  // them.
  const bucket = after.penalOwed > before.penalOwed ? 'penal' : 'interest';
  const added = after[`${bucket}Owed`] - before[`${bucket}Owed`];

  return amount <= added && amount <= maxTolerance ? { amount, bucket } : null;
}
