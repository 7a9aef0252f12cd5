/** Why a list does not come into force before two people agree. */
export const LIST_DOUBTS = ['uploaded', 'empty', 'much_shorter', 'older'] as const;
export type ListDoubt = (typeof LIST_DOUBTS)[number];

interface CountedList {
  readonly people: number;
  /** YYYY-MM-DD. */
  readonly listDay: string;
}

/** @ASSUMED A list that lost more than this share of its people may be a broken file. */
const LEAST_SHARE = 0.5;

/**
 * Whether a list that was read may replace the one in force by itself. One that somebody sent never
 * does; one without people, with far fewer, or of an earlier day may be a fault of its source.
 */
export function findListDoubt(
  read: CountedList & { readonly source: 'fetched' | 'uploaded' },
  inForce: CountedList | null,
): ListDoubt | null {
  if (read.people === 0) return 'empty';
  if (inForce && read.people < inForce.people * LEAST_SHARE) return 'much_shorter';
  if (inForce && read.listDay < inForce.listDay) return 'older';
  return read.source === 'uploaded' ? 'uploaded' : null;
}
