/** The sanctions lists that everybody is screened against. */
export const SANCTIONS_LISTS = ['un', 'national'] as const;
export type SanctionsList = (typeof SANCTIONS_LISTS)[number];

/** `low`: an alias that the list itself holds too weak to identify anybody. */
export const NAME_QUALITIES = ['primary', 'good', 'low'] as const;

export interface ListedName {
  readonly text: string;
  readonly quality: (typeof NAME_QUALITIES)[number];
}

/** The years in which somebody may have been born, first and last. */
export interface ListedBirth {
  readonly from: number;
  readonly to: number;
  readonly isAbout: boolean;
  /** YYYY-MM-DD; null where the list has only years. */
  readonly day: string | null;
}

/** A person or an organisation on a list. */
export interface SanctionsEntry {
  readonly entryId: string;
  readonly kind: 'person' | 'entity';
  readonly names: readonly ListedName[];
  readonly births: readonly ListedBirth[];
}

/** @ASSUMED How far "about 1970" reaches on either side. */
const ABOUT_YEARS = 2;

/** Whether a list says a year in which somebody born in `year` may have been born. */
export function mayBeBornIn(births: readonly ListedBirth[], year: number): boolean {
  return births.some(({ from, to, isAbout }) => {
    const around = isAbout ? ABOUT_YEARS : 0;
    return year >= from - around && year <= to + around;
  });
}
