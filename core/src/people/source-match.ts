import { matchNames } from './name-match.ts';

/** What a signed source and the confirmed identity can differ in. */
export const SOURCE_DIFFERENCES = ['name', 'birthDay', 'aadhaar', 'photo'] as const;

export type SourceDifference = (typeof SOURCE_DIFFERENCES)[number];

/**
 * Where a signed source says something else than the borrower confirmed. A source that knows the
 * year of birth alone is compared by it. Of the Aadhaar number it holds the last four digits.
 */
export function compareSource(
  source: { name: string; birth: string; last4: string },
  confirmed: { name: string; birthDay: string; aadhaarLast4: string },
): SourceDifference[] {
  const differences: [SourceDifference, boolean][] = [
    ['name', matchNames(source.name, confirmed.name) !== 'match'],
    ['birthDay', !confirmed.birthDay.startsWith(source.birth)],
    ['aadhaar', source.last4 !== confirmed.aadhaarLast4],
  ];

  return differences.filter(([, differs]) => differs).map(([difference]) => difference);
}
