/** The middle value; null when there is none. */
export function median(values: readonly (number | null | undefined)[]): number | null {
  const sorted = values
    .filter((value) => value !== null && value !== undefined)
    .sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return null;

  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** One number by another; null when one of them is not known. */
export function quotient(
  above: number | null | undefined,
  below: number | null | undefined,
): number | null {
  return above === null || above === undefined || !below ? null : above / below;
}

/** The median of the runs' ratios: whatever slows the machine in a run affects both sides. */
export function medianRatio<Run>(
  ours: readonly Run[],
  floors: readonly Run[],
  pick: (run: Run) => number | null,
): number | null {
  return median(
    ours.map((our, run) => {
      const floor = floors[run];
      return floor === undefined ? null : quotient(pick(our), pick(floor));
    }),
  );
}

/**
 * Processor time between two readings; null when it is negative, because a process ended between
 * them.
 */
export function knownTime(time: number): number | null {
  return time < 0 ? null : time;
}

/** A number with so many decimals at most; null stays. */
export function round(value: number | null, digits = 0): number | null {
  return value === null || !Number.isFinite(value) ? null : Number(value.toFixed(digits));
}

/** The same of several by their names. */
export function roundAll<Name extends string>(
  values: Readonly<Record<Name, number | null>>,
  digits = 0,
): Record<Name, number | null> {
  const rounded = Object.entries<number | null>(values).map(([name, value]) => [
    name,
    round(value, digits),
  ]);
  return Object.fromEntries(rounded);
}

/** What is wanted of a figure. */
export type Bounds = { readonly most: number } | { readonly least: number };

/** A figure that was measured, and whether it is as wanted. */
export type Target = Bounds & {
  readonly what: string;
  readonly measured: number | null;
  readonly isMet: boolean;
};

/** Judges one figure. One that was not measured is not met. */
export function judge(what: string, measured: number | null, wanted: Bounds): Target {
  const { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY } = wanted as {
    most?: number;
    least?: number;
  };
  const isMet = measured !== null && measured <= most && measured >= least;

  return { what, measured: round(measured, 3), ...wanted, isMet };
}
