import { applyRatio, type Paise, paise } from '../money/money.ts';
import { type BusinessDay, daysBetween } from '../money/time.ts';
import { type LoanEvent, type LoanTerms, runLoan } from './loan.ts';

/** Days for which one amount was charged at one rate: amount × rate × days. */
export type Working = {
  kind: 'interest' | 'penal';
  base: Paise;
  ppmPerDay: number;
  /** The last day, and the number of days. */
  lastDay: BusinessDay;
  days: number;
  /**
   * Of these days alone, half up: the loan rounds once an event, so that sums may differ by a
   * paisa.
   */
  amount: Paise;
};

/**
 * How the interest and penal charge of a loan came to be by the end of `asOf`, oldest first: each
 * row multiplied gives its amount. Of loans at one rate for all their days, as ours are. Source:
 * `docs/domain.md`, "Money and time". Throws LoanEventError (see `liveEvents`).
 */
export function computeWorkings(
  terms: LoanTerms,
  events: readonly LoanEvent[],
  asOf: BusinessDay,
): Working[] {
  const workings: Working[] = [];
  runLoan(terms, events, asOf, ({ kind, base, lastDay, days }) => {
    const ppmPerDay = kind === 'interest' ? terms.interestPpmPerDay : terms.penal.ppmPerDay;
    workings.push(completeRow({ kind, base: paise(Number(base)), ppmPerDay, lastDay, days }));
  });

  return workings;
}

/**
 * The part of some rows after a day, null for all: a row across it is cut, and days at one amount
 * are one row.
 */
export function workingsAfter(workings: readonly Working[], day: BusinessDay | null): Working[] {
  const rows: Working[] = [];
  for (const row of workings) {
    const days = day === null ? row.days : Math.min(row.days, daysBetween(day, row.lastDay));
    if (days <= 0) continue;

    const index = rows.findLastIndex(({ kind }) => kind === row.kind);
    const last = rows[index];

    if (last?.base === row.base && last.ppmPerDay === row.ppmPerDay)
      rows[index] = completeRow({ ...row, days: last.days + days });
    else rows.push(completeRow({ ...row, days }));
  }

  return rows;
}

function completeRow(row: Omit<Working, 'amount'>): Working {
  const { base, ppmPerDay, days } = row;
  return { ...row, amount: applyRatio(base, ppmPerDay * days, 1_000_000, 'half-up') };
}
