/**
 * A small repeatable source of numbers in [0, 1): the same seed always gives the same documents.
 */
export type Dice = {
  next(): number;
  int(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
};

/** mulberry32. For samples only, not for secrets. */
export function rollDice(seed: number): Dice {
  let state = (seed ^ 0x9e3779b9) >>> 0;

  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return { next, int, pick: (from) => from[int(0, from.length - 1)]! };
}
