import type { Language } from './languages.ts';
import en from './policy-words/en.json' with { type: 'json' };
import es from './policy-words/es.json' with { type: 'json' };
import hi from './policy-words/hi.json' with { type: 'json' };
import id from './policy-words/id.json' with { type: 'json' };
import th from './policy-words/th.json' with { type: 'json' };
import vi from './policy-words/vi.json' with { type: 'json' };

/** The privacy policy's texts, on the screen and on paper. */
export type PolicyWordId = keyof typeof en;

const WORDS: Record<Language, Record<PolicyWordId, string>> = { en, hi, es, id, vi, th };

/**
 * The texts in force, as ICU messages. A change of one is a new version of the consent
 * `privacy_policy`.
 */
export function policyWords(language: Language): Readonly<Record<PolicyWordId, string>> {
  return WORDS[language];
}
