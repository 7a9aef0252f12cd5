import { matchNames, nameKey } from './name-match.ts';

/**
 * What a signed source and the confirmed identity can differ in. `card_taken`: the card confirmed
 * another account.
 */
export const SOURCE_DIFFERENCES = [
  'name',
  'birthDay',
  'aadhaar',
  'photo',
  'photo_not_compared',
  'card_taken',
] as const;

export type SourceDifference = (typeof SOURCE_DIFFERENCES)[number];

/**
 * Of the photo in a source beside a face. `none`: the source holds no photo. `waiting`: no face was
 * compared with it yet. `unclear`: it could not be opened, or no face was found.
 */
export type PhotoResult = 'none' | 'waiting' | 'alike' | 'unlike' | 'unclear';

/** A genuine card may be a stolen one: only a photo like the face shows whose card it is. */
export function comparePhotoResult(result: PhotoResult): SourceDifference[] {
  if (result === 'none' || result === 'alike') return [];
  return [result === 'unlike' ? 'photo' : 'photo_not_compared'];
}

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

/**
 * What identifies the holder of a card and stays the same when the card is printed again: the
 * reference then has another time, and the photo may be another. Source: decision 050.
 */
export function holderKey({
  name,
  birth,
  gender,
  last4,
}: Readonly<Record<'name' | 'birth' | 'gender' | 'last4', string>>): string {
  return [last4, birth, gender, nameKey(name)].join('\n');
}
