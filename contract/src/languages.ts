/**
 * The supported languages, each under its own name. A language is added here; then missing texts in
 * web/src/i18n, server/src/platform/translations and loan-words do not compile. `locale` formats
 * weekdays and lists, always with Latin digits and the Gregorian calendar; amounts are formatted
 * alike in every language (core/src/money/money.ts). `stop` ends a sentence. `offer` offers the
 * language, in its own words, to a browser that prefers it.
 */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-IN', stop: '.', offer: 'Read this in English' },
  hi: { name: 'हिन्दी', locale: 'hi-IN-u-nu-latn', stop: '।', offer: 'इसे हिन्दी में पढ़ें' },
  es: { name: 'Español', locale: 'es', stop: '.', offer: 'Leer esto en español' },
  id: {
    name: 'Bahasa Indonesia',
    locale: 'id',
    stop: '.',
    offer: 'Baca ini dalam bahasa Indonesia',
  },
  vi: { name: 'Tiếng Việt', locale: 'vi', stop: '.', offer: 'Đọc bằng tiếng Việt' },
  th: { name: 'ไทย', locale: 'th-u-ca-gregory-nu-latn', stop: '', offer: 'อ่านเป็นภาษาไทย' },
} as const satisfies Record<string, { name: string; locale: string; stop: string; offer: string }>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]];

/** The cookie with the chosen language, so that the server renders the page in it. */
export const LANGUAGE_COOKIE = 'noren_language';

/** The address parameter with which a link sets the language. */
export const LANGUAGE_PARAMETER = 'language';

/** Obsolete language codes that some phones still send. */
const OBSOLETE: Readonly<Record<string, string>> = { in: 'id' };

/**
 * The first supported language in a list of tags ('hi-IN', 'es', …); undefined when there is none.
 */
export function firstSupported(tags: readonly (string | null | undefined)[]): Language | undefined {
  for (const tag of tags) {
    const primary = tag?.trim().split(/[-_]/)[0]?.toLowerCase() ?? '';
    const code = Object.hasOwn(OBSOLETE, primary) ? OBSOLETE[primary] : primary;
    if (code && Object.hasOwn(LANGUAGES, code)) return code as Language;
  }

  return undefined;
}
