import type { Paise } from '../money/money.ts';
import type { BusinessDay } from '../money/time.ts';
import { type LoanEvent, type LoanTerms, type LoanView, viewLoan } from './loan.ts';
import { computeWorkings, type Working, workingsAfter } from './loan-workings.ts';

/** One line of the debt: charged, covered, and still owed. */
export interface OwedLine {
  readonly of: 'principal' | 'interest' | 'penal' | 'fees';
  readonly charged: Paise;
  readonly waived: Paise;
  /** Paid, written off, or reversed with the fee. */
  readonly covered: number;
  readonly owed: Paise;
  /**
   * How the charge came to be: amount × rate × days. They may differ from it by a rounding or a
   * correction.
   */
  readonly workings: readonly Working[];
}

/** The debt at the end of a day, line by line. The lines sum to the loan's total. */
export function explainOwed(
  terms: LoanTerms,
  events: readonly LoanEvent[],
  asOf: BusinessDay,
): { readonly view: LoanView; readonly lines: readonly OwedLine[] } {
  const view = viewLoan(terms, events, asOf);
  const rows = workingsAfter(computeWorkings(terms, events, asOf), null);
  const owed = {
    principal: view.principalOwed,
    interest: view.interestOwed,
    penal: view.penalOwed,
    fees: view.feesOwed,
  };

  const lines = (['principal', 'interest', 'penal', 'fees'] as const).map((of) => ({
    of,
    charged: view.charged[of],
    waived: view.waivedBy[of],
    covered: view.charged[of] - view.waivedBy[of] - owed[of],
    owed: owed[of],
    workings: rows.filter(({ kind }) => kind === of),
  }));

  return { view, lines };
}
