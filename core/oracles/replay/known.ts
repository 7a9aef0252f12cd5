import { isDueDateCounted, isRoundedEachDay } from './india.ts';
import { findCustomLoan, hasForeignStep, isBalanceStale, isChargedAfterRefund } from './raw.ts';
import type { OracleCase } from './read.ts';

/** A convention of another system that is not ours: cases that show it may differ here. */
export type KnownDifference = {
  suites: string[];
  convention: string;
  shows: (one: OracleCase) => boolean;
};

type CaseInput = { given?: Record<string, unknown>; expect?: Record<string, unknown> };

/** Every convention by which cases of the suites may differ from ours; never a case's name. */
export const knownDifferences: KnownDifference[] = [
  {
    suites: ['B'],
    convention: 'interest is rounded each day; ours once per event',
    shows: isRoundedEachDay,
  },
  {
    suites: ['B'],
    convention: 'the due date is day 1 past due; ours is day 0',
    shows: isDueDateCounted,
  },
  {
    suites: ['C2'],
    convention: 'interest is fixed by a schedule made beforehand; ours runs for the days held',
    shows: (one) => {
      const loan = findCustomLoan(one);
      const isSchedule =
        loan?.['interest type'] === 'FLAT' || Number(loan?.numberOfRepayments ?? 1) > 1;
      return Number(loan?.['ANNUAL interest rate %'] ?? 0) > 0 && isSchedule;
    },
  },
  {
    suites: ['C1', 'C2'],
    convention:
      'a charge after a refund of overpaid money opens the refund again; ours is its own debt',
    shows: isChargedAfterRefund,
  },
  {
    suites: ['C1', 'C2'],
    convention: 'a reallocated transaction keeps its earlier printed balance; ours is recomputed',
    shows: isBalanceStale,
  },
  {
    suites: ['C2'],
    convention:
      'a step that our product has no like of: a pause of overdue days, a charge in percent of each instalment',
    shows: hasForeignStep,
  },
  {
    suites: ['D'],
    convention: 'a fee is spread over the years and added to the rate; ours solves the cash flow',
    shows: isFeeSpread,
  },
  {
    suites: ['D'],
    convention: 'more than is owed is refused; ours is kept as a debt to the borrower',
    shows: (one) => /GreaterThanOutstanding/.test(String((one as CaseInput).expect?.error)),
  },
  {
    suites: ['K'],
    convention: 'the publisher’s own figures do not give its rate by any known way',
    shows: (one) => one.reproducingConvention === null,
  },
];

/**
 * Whether the case's answers are rate + fee × 12 ÷ months, the fee alone for a loan of no length.
 */
function isFeeSpread(one: OracleCase): boolean {
  const { given, expect } = one as CaseInput;
  if (!Array.isArray(given?.cases) || !Array.isArray(expect?.effectiveAnnualPct)) return false;

  const rates = expect.effectiveAnnualPct.map(Number);
  return given.cases.every(([rate, fee, term]: string[], index: number) => {
    const months = Number.parseInt(term!, 10);
    const spread = months > 0 ? (Number(fee) * 12) / months : 0;
    return rates[index] === Number(rate) + spread;
  });
}
