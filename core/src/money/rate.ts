/** Interest for one day as an exact part of a balance: whole numbers, the denominator positive. */
export type DayRate = { numerator: bigint; denominator: bigint };

/** A rate in parts per million a day. */
export function ppmPerDay(ppm: number): DayRate {
  return { numerator: BigInt(ppm), denominator: 1_000_000n };
}
