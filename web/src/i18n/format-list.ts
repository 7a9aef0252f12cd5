import { LANGUAGES, type Language } from '@noren/contract/languages';
import { language } from './index.ts';

/** Creates a format once per language: creating one costs more than formatting a whole screen. */
function inEach<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<Language, Format>();

  return () => {
    const now = language();
    const known = made.get(now) ?? make(LANGUAGES[now].locale);
    made.set(now, known);
    return known;
  };
}

const lists = {
  and: inEach((locale) => new Intl.ListFormat(locale)),
  or: inEach((locale) => new Intl.ListFormat(locale, { type: 'disjunction' })),
};

/** 'Noren, the lender and the bank', as the current language joins words. */
export function formatList(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  const [only = ''] = words;
  if (words.length < 2) return only;

  const parts = lists[joint]().formatToParts(words);

  // Thai writes its "and" and "or" close to its words; between Latin names it would run into them.
  return parts
    .map(({ type, value }) =>
      type === 'literal' ? value.replace(/[\p{L}\p{M}]+/u, ' $& ') : value,
    )
    .join('')
    .replace(/ {2,}/g, ' ');
}
