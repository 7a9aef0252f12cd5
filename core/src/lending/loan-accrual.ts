import { applyPpm, type Paise, paise, zeroPaise } from '../money/money.ts';
import type { DayRate } from '../money/rate.ts';
import { addDays, type BusinessDay, daysBetween } from '../money/time.ts';
import type { LoanTerms } from './loan-events.ts';
import { type LoanState, oldestUnmet, principalAndInterest } from './loan-state.ts';
import { penalDays, penalMillionths } from './penal.ts';

/** Charges the minimum days of interest. */
export function chargeMinDays(state: LoanState): void {
  const days = state.convention.minDays;
  if (days > 0) addInterest(state, { from: -days, to: 0 });
}

/** Accrues interest, penal charge and the lender's own interest up to the end of `day`. */
export function accrueTo(state: LoanState, terms: LoanTerms, day: BusinessDay): void {
  // The overdue amount changes at each due date, so a period across one is accrued in parts.
  const stops = state.dues.map((due) => due.day).filter((due) => due > state.upTo && due < day);
  for (const stop of [...stops, day]) accruePart(state, terms, stop);
}

function accruePart(state: LoanState, terms: LoanTerms, day: BusinessDay): void {
  accrueInterest(state, day);
  accruePenal(state, terms, day);

  const { creditRate } = state.convention;
  if (creditRate)
    state.creditFraction += partsFor(state, creditRate, state.credit, daysBetween(state.upTo, day));
  state.upTo = day;
}

/**
 * The least days were charged at the start, so the days after it add none as long as those last.
 */
function accrueInterest(state: LoanState, day: BusinessDay): void {
  if (state.owed.principal === 0) return;

  const { minDays, interestEnds } = state.convention;
  const from = Math.max(minDays, daysBetween(state.start, state.upTo));
  const last =
    interestEnds === 'due-date'
      ? daysBetween(state.start, state.dues.at(-1)!.day)
      : Number.MAX_SAFE_INTEGER;
  const to = Math.min(daysBetween(state.start, day), last);

  if (to > from) addInterest(state, { from, to });
}

/** Interest for the days after `from`, up to and including `to`. */
function addInterest(state: LoanState, span: { from: number; to: number }): void {
  let run = 0n;
  for (const { rate, days } of listRates(state, span))
    run += partsFor(state, rate, state.owed.principal, days);

  const { interestCapPpm } = state.convention;
  if (interestCapPpm !== undefined) {
    const left =
      (BigInt(state.lent) * BigInt(interestCapPpm) * state.scale) / 1_000_000n -
      chargedInterest(state);
    run = run > left ? left : run;
  }

  const days = span.to - span.from;
  state.trace?.({
    kind: 'interest',
    base: BigInt(state.owed.principal),
    lastDay: addDays(state.start, span.to),
    days,
  });

  state.interestDays += days;
  state.interestFraction += run;
}

/**
 * All interest charged so far, exact, in parts of a paisa; fractions that rounding dropped are left
 * out.
 */
function chargedInterest(state: LoanState): bigint {
  return BigInt(state.charged.interest) * state.scale + state.interestFraction;
}

function listRates(
  state: LoanState,
  span: { from: number; to: number },
): { rate: DayRate; days: number }[] {
  const { datedRates } = state.convention;
  const days = span.to - span.from;
  if (datedRates.length === 0) return [{ rate: state.rate, days }];

  return Array.from({ length: days }, (_, index) => {
    const day = addDays(state.start, span.from + 1 + index);
    const dated = datedRates.find((one) => one.from <= day && day <= one.to);
    return { rate: dated?.rate ?? state.rate, days: 1 };
  });
}

function partsFor(state: LoanState, rate: DayRate, amount: number, days: number): bigint {
  return BigInt(amount) * rate.numerator * BigInt(days) * (state.scale / rate.denominator);
}

function accruePenal(state: LoanState, terms: LoanTerms, day: BusinessDay): void {
  if (day <= state.dues[0]!.day) return;

  const oldest = state.dues[oldestUnmet(state)]!;
  const amount = overdueAmount(state, day);
  const from = Math.max(0, daysBetween(oldest.day, state.upTo));
  const to = daysBetween(oldest.day, day);
  if (to <= from || amount <= 0n) return;

  const days = penalDays(terms.penal, { from, to, alreadyCharged: state.penalDays });
  const first = Math.max(from, terms.penal.graceDays, 0);

  if (days > 0)
    state.trace?.({
      kind: 'penal',
      base: amount,
      lastDay: addDays(oldest.day, first + days),
      days,
    });

  state.penalDays += days;
  state.penalFraction += penalMillionths(terms.penal, amount, days);
}

/**
 * The penal charge of one more day on the amount overdue at the end of `day`, rounded half up; 0
 * once the maximum is charged.
 */
export function penalPerDay(state: LoanState, { penal }: LoanTerms, day: BusinessDay): Paise {
  const amount = overdueAmount(state, day);
  if (amount <= 0n || state.penalDays >= penal.maxDays) return zeroPaise;
  return applyPpm(paise(Number(amount)), penal.ppmPerDay, 'half-up');
}

/** Principal and interest that was due before `day` and is still owed, in paise. */
function overdueAmount(state: LoanState, day: BusinessDay): bigint {
  const due = state.dues.filter((one) => one.day < day).at(-1);
  if (!due) return 0n;

  const owed = principalAndInterest(state);
  if (due.sum === undefined) return owed;

  const missing = BigInt(due.sum) - BigInt(state.met);
  return missing < owed ? missing : owed;
}
