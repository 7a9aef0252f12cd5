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
