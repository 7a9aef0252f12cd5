import type { Paise } from './money.ts';

/**
 * One repayment: so many whole periods after the money was received, and a fraction of a period
 * before them (an odd first period), which grows at simple interest.
 */
export type Repayment = { afterPeriods: number; oddFraction?: number; amount: Paise };

/** `periodsPerYear`: 12 for months, 365/d for one period of d days. */
export type CashFlow = {
  received: Paise;
  repayments: readonly Repayment[];
  periodsPerYear: number;
};

/** The two solvers disagree by more than 0.01 points: no offer may be made. */
export class AprDisagreementError extends Error {
  override readonly name = 'AprDisagreementError';
  readonly percents: readonly [number, number];
  constructor(percents: readonly [number, number]) {
    super(`the two APR solvers disagree: ${percents[0]} % and ${percents[1]} %`);
    this.percents = percents;
  }
}

/** The most the two solvers may differ, in percentage points. Source: `docs/domain.md`, APR. */
const aprTolerancePoints = 0.01;

/**
 * The annual percentage rate in hundredths of a percent (1707 is 17.07 %): the periodic internal
 * rate of return on the net amount received × periods a year, nominal, found by two independent
 * solvers. Throws AprDisagreementError when they differ by over 0.01 points, and RangeError for a
 * flow without a rate of 0 or more: nothing received, or less repaid than received. Source: RBI KFS
 * circular, Annex B; `docs/domain.md`, APR.
 */
export function computeApr(flow: CashFlow): number {
  return agreedApr(aprByNewton(flow), aprByBisection(flow));
}

/**
 * Takes the two solvers' answers in percent, gives hundredths of a percent.
 * Throws AprDisagreementError when they differ by over 0.01 points or one has no answer.
 */
export function agreedApr(one: number, two: number): number {
  if (!(Math.abs(one - two) <= aprTolerancePoints)) throw new AprDisagreementError([one, two]);
  // A hair above the middle, so that a figure ending in exactly half a hundredth rounds up despite
  // binary fractions.
  return Math.round(one * 100 + 1e-9);
}

/**
 * The APR of one repayment after so many days: (repaid − net) / net × 365 / days, in hundredths of
 * a percent.
 */
export function aprOfSingle(loan: { received: Paise; repaid: Paise; days: number }): number {
  return computeApr({
    received: loan.received,
    repayments: [{ afterPeriods: 1, amount: loan.repaid }],
    periodsPerYear: 365 / loan.days,
  });
}

/**
 * Solver one: Newton's steps on the net present value as a function of the periodic rate. In
 * percent a year.
 */
export function aprByNewton(flow: CashFlow): number {
  checkFlow(flow);

  let rate = 0;
  // From 0 the curve is convex and falling, so the steps climb to the root and never pass it.
  for (let step = 0; step < 500; step += 1) {
    let value = -flow.received;
    let slope = 0;

    for (const { afterPeriods, oddFraction = 0, amount } of flow.repayments) {
      const odd = 1 + oddFraction * rate;
      const present = amount / (odd * (1 + rate) ** afterPeriods);
      value += present;
      slope -= present * (oddFraction / odd + afterPeriods / (1 + rate));
    }

    const next = rate - value / slope;
    if (Math.abs(next - rate) <= 1e-12 * (1 + rate)) return next * flow.periodsPerYear * 100;

    rate = next;
  }

  return Number.NaN;
}

/**
 * Solver two: bisection on the balance left at the end when the debt grows forward from repayment
 * to repayment, as an account statement would show it. Shares no formula with solver one. In percent
 * a year.
 */
export function aprByBisection(flow: CashFlow): number {
  checkFlow(flow);

  let low = 0;
  let high = 1;

  while (endBalance(flow, high) < 0) {
    low = high;
    high *= 2;
    if (high > 1e12) return Number.NaN;
  }

  for (let step = 0; step < 200 && high - low > 1e-15 * high; step += 1) {
    const middle = (low + high) / 2;
    if (endBalance(flow, middle) < 0) low = middle;
    else high = middle;
  }

  return ((low + high) / 2) * flow.periodsPerYear * 100;
}

/**
 * The debt left after the last repayment at a periodic rate, over the growth of one unit: above 0,
 * too high a rate.
 */
function endBalance(flow: CashFlow, rate: number): number {
  let balance: number = flow.received;
  let grownSoFar = 1;
  const inTime = [...flow.repayments].sort((a, b) => computeTime(a) - computeTime(b));

  for (const repayment of inTime) {
    let grown = 1 + rate * (repayment.oddFraction ?? 0);
    for (let period = 0; period < repayment.afterPeriods; period += 1) grown *= 1 + rate;
    balance = balance * (grown / grownSoFar) - repayment.amount;
    // Once below 0 before the end, the debt is repaid too early at this rate; growing on keeps the
    // sign.
    grownSoFar = grown;
  }

  return balance / grownSoFar;
}

function computeTime(repayment: Repayment): number {
  return repayment.afterPeriods + (repayment.oddFraction ?? 0);
}

function checkFlow(flow: CashFlow): void {
  const repaid = flow.repayments.reduce((total, repayment) => total + repayment.amount, 0);
  if (!(flow.received > 0)) throw new RangeError('an APR needs money received');
  if (repaid < flow.received) throw new RangeError('less is repaid than was received');
  if (!(flow.periodsPerYear > 0)) throw new RangeError('an APR needs periods in a year');

  if (
    flow.repayments.some(
      (repayment) => !(computeTime(repayment) > 0) || !Number.isSafeInteger(repayment.afterPeriods),
    )
  ) {
    throw new RangeError('a repayment comes after the money was received');
  }
}
