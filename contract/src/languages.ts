/**
 * The languages the product speaks, each under its own name: the one place to add one. What it then lacks (its texts in
 * web/src/i18n, server/src/platform/translations and loan-words) does not compile. `locale` is how it writes weekdays and lists,
 * always with Latin digits and the Gregorian calendar (figures: core/src/money/money.ts, alike in every language); `stop` ends a sentence.
 */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-IN', stop: '.' },
  hi: { name: 'हिन्दी', locale: 'hi-IN-u-nu-latn', stop: '।' },
  es: { name: 'Español', locale: 'es', stop: '.' },
  id: { name: 'Bahasa Indonesia', locale: 'id', stop: '.' },
  vi: { name: 'Tiếng Việt', locale: 'vi', stop: '.' },
  th: { name: 'ไทย', locale: 'th-u-ca-gregory-nu-latn', stop: '' },
} as const satisfies Record<string, { name: string; locale: string; stop: string }>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]];

/** The cookie with the chosen language, so that the server renders the page in it. */
export const LANGUAGE_COOKIE = 'noren_language';

/** What some phones still call a language by. */
const FORMER: Readonly<Record<string, string>> = { in: 'id' };

/** The first language of a list of tags ('hi-IN', 'es', …) that the product speaks; undefined for none. */
export function firstSpoken(tags: readonly (string | null | undefined)[]): Language | undefined {
  for (const tag of tags) {
    const primary = tag?.trim().split(/[-_]/)[0]?.toLowerCase() ?? '';
    const code = Object.hasOwn(FORMER, primary) ? FORMER[primary] : primary;
    if (code && Object.hasOwn(LANGUAGES, code)) return code as Language;
  }
  return undefined;
}
