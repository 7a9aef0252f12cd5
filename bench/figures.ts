/** The middle value; undefined when there is none. */
export function median(values: readonly (number | null | undefined)[]): number | undefined {
  const sorted = values
    .filter((value) => value !== null && value !== undefined)
    .sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return undefined;

  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/**
 * Processor time between two readings; unknown when it is negative, for then a process ended
 * between them.
 */
export function knownTime(time: number): number | undefined {
  return time < 0 ? undefined : time;
}

/** A whole number, with a comma at each thousand; a dash when there is none. */
export function whole(value: number | undefined): string {
  return value === undefined ? '–' : Math.round(value).toLocaleString('en-US');
}

/** A number with a fixed number of decimals; a dash when there is none. */
export function decimal(value: number | undefined, digits: number): string {
  return value === undefined ? '–' : value.toFixed(digits);
}

/** A table in Markdown, its columns after the first set to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** One expectation: what was measured, the bar, and whether it was met. */
export interface Bar {
  readonly what: string;
  readonly measured: number | undefined;
  readonly most?: number;
  readonly least?: number;
  readonly unit: string;
  readonly digits: number;
}

/** An expectation in words. */
export function sayBar({ what, measured, most, least, unit, digits }: Bar): string {
  const bar = most === undefined ? `at least ${least}${unit}` : `at most ${most}${unit}`;
  if (measured === undefined) return `- ${what}: **not measured** (bar: ${bar})`;

  const isMet =
    measured <= (most ?? Number.POSITIVE_INFINITY) &&
    measured >= (least ?? Number.NEGATIVE_INFINITY);
  return `- ${what}: ${measured.toFixed(digits)}${unit}, bar ${bar}: **${isMet ? 'met' : 'not met'}**`;
}
