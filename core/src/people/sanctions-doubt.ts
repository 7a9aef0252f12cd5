import type { SanctionsEntry } from './sanctions-entry.ts';

/** Why a list does not come into force before two people agree. */
export const LIST_DOUBTS = ['uploaded', 'empty', 'much_shorter', 'older'] as const;
export type ListDoubt = (typeof LIST_DOUBTS)[number];

/** What of a list is counted, of people alone. */
export interface ListCounts {
  readonly people: number;
  /** People with at least one year of birth: without one nobody is held. */
  readonly peopleWithBirth: number;
  readonly names: number;
}

interface CountedList extends ListCounts {
  /** YYYY-MM-DD. */
  readonly listDay: string;
}

export function countList(entries: readonly SanctionsEntry[]): ListCounts {
  const people = entries.filter(({ kind }) => kind === 'person');

  return {
    people: people.length,
    peopleWithBirth: people.filter(({ births }) => births.length > 0).length,
    names: people.reduce((sum, { names }) => sum + names.length, 0),
  };
}

/** @ASSUMED A list that lost more than a tenth of its people may be a broken file. */
const LEAST_SHARE = 0.9;
/** @ASSUMED So may one whose people have fewer years of birth, or names, by more than this. */
const LEAST_DETAIL = 0.95;

/**
 * Whether a list that was read may replace the one in force by itself. One that somebody sent never
 * does; one without people, with fewer people, births or names, or of an earlier day may be a fault
 * of its source.
 */
export function findListDoubt(
  read: CountedList & { readonly source: 'fetched' | 'uploaded' },
  inForce: CountedList | null,
): ListDoubt | null {
  if (read.people === 0) return 'empty';
  if (inForce && hasLost(read, inForce)) return 'much_shorter';
  if (inForce && read.listDay < inForce.listDay) return 'older';
  return read.source === 'uploaded' ? 'uploaded' : null;
}

function hasLost(read: ListCounts, inForce: ListCounts): boolean {
  const isThinner = (part: 'peopleWithBirth' | 'names'): boolean =>
    read[part] * inForce.people < inForce[part] * read.people * LEAST_DETAIL;

  return (
    read.people < inForce.people * LEAST_SHARE || isThinner('peopleWithBirth') || isThinner('names')
  );
}
