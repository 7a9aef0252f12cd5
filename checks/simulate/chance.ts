/**
 * A seeded random source: the same seed and names give the same numbers, independent of other
 * draws.
 */
export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** An integer, both ends included. */
  int(least: number, most: number): number;
  /** True with this probability in percent. */
  percent(cases: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** An independent source for a name. */
  of(...names: (string | number)[]): Chance;
}

/** Makes a source from a seed. */
export function makeChance(seed: string): Chance {
  const next = mulberry(hash(seed));
  const int = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));

  return {
    next,
    int,
    percent: (cases) => next() * 100 < cases,
    pick: (list) => {
      const picked = list[int(0, list.length - 1)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    of: (...names) => makeChance([seed, ...names].join('/')),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** mulberry32: small, and uniform enough for this. */
function mulberry(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
