import { applyRatio, type Paise, type Rounding } from '../../src/money/money.ts';
import type { DayRate } from '../../src/money/rate.ts';

/**
 * Reads a percentage written as a decimal, such as `0.798`, without rounding.
 * @param daysAYear 1 for a rate of each day; 365 for a yearly rate, which is divided by the days
 * @throws RangeError when the text is not a decimal, or the year has no days
 */
export function percentPerDay(percent: string, daysAYear = 1): DayRate {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(percent.trim());
  if (!parts || !Number.isSafeInteger(daysAYear) || daysAYear < 1)
    throw new RangeError(`not a percentage: ${percent}`);

  const decimals = parts[2] ?? '';
  const denominator = 100n * 10n ** BigInt(decimals.length) * BigInt(daysAYear);

  return { numerator: BigInt(parts[1]! + decimals), denominator };
}

/** The lower of two rates. */
export function lesserRate(a: DayRate, b: DayRate): DayRate {
  return a.numerator * b.denominator <= b.numerator * a.denominator ? a : b;
}

/** Simple interest on an amount for so many days, rounded once, as named. */
export function interestFor(amount: Paise, rate: DayRate, days: number, rounding: Rounding): Paise {
  return applyRatio(amount, rate.numerator * BigInt(days), rate.denominator, rounding);
}
