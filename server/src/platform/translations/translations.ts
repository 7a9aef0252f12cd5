import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { firstSupported, LANGUAGES, type Language } from '@noren/contract/languages';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import id from './id.json' with { type: 'json' };
import th from './th.json' with { type: 'json' };
import vi from './vi.json' with { type: 'json' };

/** Id of a text the server says; every language's catalogue carries each. */
export type TextId = keyof typeof en;

const CATALOGUES: Record<Language, Record<TextId, string>> = { en, hi, es, id, vi, th };

/** Says the texts of a catalogue of ICU messages. */
export interface Translator {
  _(id: string, values?: Record<string, string | number>): string;
}

/** Makes ready what a catalogue says in its language. */
export function translatorFor(
  language: Language,
  catalogue: Readonly<Record<string, string>>,
): Translator {
  const messages = Object.fromEntries(
    Object.entries(catalogue).map(([id, text]) => [id, compileMessage(text)]),
  );

  return setupI18n({
    locale: language,
    locales: LANGUAGES[language].locale,
    messages: { [language]: messages },
  });
}

const translators: Partial<Record<Language, Translator>> = {};

/** A text in a language, its ICU values filled in. */
export function say(
  language: Language,
  id: TextId,
  values: Record<string, string | number> = {},
): string {
  const known = translators[language] ?? translatorFor(language, CATALOGUES[language]);
  translators[language] = known;
  return known._(id, values);
}

/** No browser sends more; each costs time at every call. */
const MAX_QUERIES = 20;

/** The language in which the sender of an `Accept-Language` header is answered. */
export const pickLanguage = (header: string | undefined): Language =>
  preferredLanguage(header) ?? 'en';

/**
 * The language of an `Accept-Language` header that its sender likes best of those we speak;
 * undefined when none.
 */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const wanted = (header ?? '').split(',', MAX_QUERIES).map((part) => ({
    tag: part.split(';')[0],
    weight: Number(/;\s*q=([^;\s]*)/.exec(part)?.[1] ?? 1),
  }));
  // Weight 0 means "not this one"; an entry without a valid weight is dropped too.
  const liked = wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);

  return firstSupported(liked.map(({ tag }) => tag));
}
