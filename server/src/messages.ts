import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from '@noren/contract/fields';
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };

/** Id of a text the server says; every language's catalogue carries each. */
export type MessageId = keyof typeof en;

const CATALOGUES: Record<Language, Record<MessageId, string>> = { en, es };

/** Says the texts of a catalogue of ICU messages. */
export interface Speaker {
  _(id: string, values?: Record<string, string | number>): string;
}

/** Makes ready what a catalogue says in its language. */
export function speaker(language: Language, catalogue: Readonly<Record<string, string>>): Speaker {
  const messages = Object.fromEntries(Object.entries(catalogue).map(([id, text]) => [id, compileMessage(text)]));
  return setupI18n({ locale: language, messages: { [language]: messages } });
}
const speakers = { en: speaker('en', CATALOGUES.en), es: speaker('es', CATALOGUES.es) } satisfies Record<
  Language,
  Speaker
>;

/** A text in a language, its ICU values filled in. */
export function say(language: Language, id: MessageId, values: Record<string, string | number> = {}): string {
  return speakers[language]._(id, values);
}

/** The language of an `Accept-Language` header that we speak best; English when none. */
export function languageOf(header: string | undefined): Language {
  for (const part of (header ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase();
    if (tag in CATALOGUES) return tag as Language;
  }
  return 'en';
}
