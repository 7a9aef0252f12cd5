import { codeText } from '../../texts/codes.ts';
import { reviewTexts } from '../../texts/review.ts';

/** The word for a code, or the code itself if a newer server sends an unknown one. */
export function wordFor(table: Readonly<Record<string, string>>, code: string): string {
  return table[code] ?? codeText(code);
}

/** Reasons why a case needs a decision. */
export function reasonsInWords(reasons: readonly string[]): string {
  return reasons
    .map((reason) => wordFor({ ...reviewTexts.reasons, ...reviewTexts.fields }, reason))
    .join(' · ');
}
