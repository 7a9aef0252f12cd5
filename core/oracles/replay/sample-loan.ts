import type { LoanEvent, LoanTerms } from '../../src/lending/loan.ts';
import { rupees } from '../../src/money/money.ts';
import { addDays, type BusinessDay, businessDay } from '../../src/money/time.ts';

/**
 * ₹10,000 for 15 days at 0.1 % a day: ₹10 a day; penal charges after two days of grace, for 30 days
 * at most.
 */
export const terms: LoanTerms = {
  principal: rupees(10_000),
  interestPpmPerDay: 1_000,
  tenorDays: 15,
  penal: { ppmPerDay: 1_000, graceDays: 2, maxDays: 30 },
};

export const start = businessDay('2026-11-20');

/** That many days after the disbursement. */
export const on = (day: number): BusinessDay => addDays(start, day);

export const disbursed: LoanEvent = { kind: 'disbursement', id: 'd', day: start };

export const pay = (id: string, day: number, amount: number): LoanEvent => {
  return { kind: 'payment', id, day: on(day), amount: rupees(amount) };
};

export const reverse = (of: string, day: number): LoanEvent => ({
  kind: 'reversal',
  id: `r-${of}`,
  day: on(day),
  of,
});
