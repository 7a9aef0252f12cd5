import { reviewTexts } from '../../texts/review.ts';

/** The word for a code, or the code itself where a newer server says one that is not known here. */
export function wordFor(table: Readonly<Record<string, string>>, code: string): string {
  return table[code] ?? code.replaceAll(/[-_]/g, ' ');
}

/** Why a case needs a person. */
export function reasonsInWords(reasons: readonly string[]): string {
  return reasons.map((reason) => wordFor({ ...reviewTexts.reasons, ...reviewTexts.fields }, reason)).join(' · ');
}
