import { type Paise, type Rounding, ratioOf } from './money.ts';

/** Interest for one day as an exact part of a balance: whole numbers, the denominator positive. */
export type DayRate = { numerator: bigint; denominator: bigint };

/** So many parts per million a day. */
export function ppmPerDay(ppm: number): DayRate {
  return { numerator: BigInt(ppm), denominator: 1_000_000n };
}

/** Simple interest on an amount for so many days, rounded once, as named. */
export function interestFor(amount: Paise, rate: DayRate, days: number, rounding: Rounding): Paise {
  return ratioOf(amount, rate.numerator * BigInt(days), rate.denominator, rounding);
}
