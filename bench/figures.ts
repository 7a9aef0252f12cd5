/** The middle of the values that are known; NaN when there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [lower, upper] = [sorted[middle - 1]!, sorted[middle]!];

  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}

/** The median of the runs' ratios: whatever slows the machine in a run affects both sides. */
export function medianRatio<Run>(
  ours: readonly Run[],
  floors: readonly Run[],
  pick: (run: Run) => number,
): number {
  const pairs = ours.slice(0, floors.length);
  return median(pairs.map((our, run) => pick(our) / pick(floors[run]!)));
}

/** What is wanted of a figure. */
export type Bounds = { readonly most: number } | { readonly least: number };

/** A figure that was measured, and whether it is as wanted. */
export type Target = Bounds & {
  readonly what: string;
  readonly measured: number;
  readonly isMet: boolean;
};

/** Judges one figure. One that is not known is not met. */
export function judge(what: string, measured: number, wanted: Bounds): Target {
  const isMet = 'most' in wanted ? measured <= wanted.most : measured >= wanted.least;

  return { what, measured, ...wanted, isMet };
}
