import type { Language } from './languages.ts';
import enFirst from './loan-words/2026-11/en.json' with { type: 'json' };
import esFirst from './loan-words/2026-11/es.json' with { type: 'json' };
import hiFirst from './loan-words/2026-11/hi.json' with { type: 'json' };
import idFirst from './loan-words/2026-11/id.json' with { type: 'json' };
import thFirst from './loan-words/2026-11/th.json' with { type: 'json' };
import viFirst from './loan-words/2026-11/vi.json' with { type: 'json' };
import enSecond from './loan-words/2026-11-2/en.json' with { type: 'json' };
import esSecond from './loan-words/2026-11-2/es.json' with { type: 'json' };
import hiSecond from './loan-words/2026-11-2/hi.json' with { type: 'json' };
import idSecond from './loan-words/2026-11-2/id.json' with { type: 'json' };
import thSecond from './loan-words/2026-11-2/th.json' with { type: 'json' };
import viSecond from './loan-words/2026-11-2/vi.json' with { type: 'json' };
import en from './loan-words/2026-11-3/en.json' with { type: 'json' };
import es from './loan-words/2026-11-3/es.json' with { type: 'json' };
import hi from './loan-words/2026-11-3/hi.json' with { type: 'json' };
import id from './loan-words/2026-11-3/id.json' with { type: 'json' };
import th from './loan-words/2026-11-3/th.json' with { type: 'json' };
import vi from './loan-words/2026-11-3/vi.json' with { type: 'json' };

/**
 * Version of the key facts statement's texts and of the agreement's clauses. An agreed text never
 * changes: a new wording is a new folder of `loan-words` and a new entry below; the old ones stay.
 */
export const LOAN_TEXT_VERSION = '2026-11-3';

/**
 * `kfs.*`: the key facts statement's rows, on the screen and on paper. `form.*`: RBI's form.
 * `agreement.*`: the clauses.
 */
export type LoanWordId = keyof typeof en;
/** Those and what former versions alone say. */
export type AgreedWordId = LoanWordId | keyof typeof enFirst;
/** The texts that a screen needs. */
export type KfsWordId = Extract<LoanWordId, `kfs.${string}`>;

const VERSIONS: Readonly<Record<string, Record<Language, Record<LoanWordId, string>>>> = {
  '2026-11': { en: enFirst, hi: hiFirst, es: esFirst, id: idFirst, vi: viFirst, th: thFirst },
  '2026-11-2': {
    en: enSecond,
    hi: hiSecond,
    es: esSecond,
    id: idSecond,
    vi: viSecond,
    th: thSecond,
  },
  '2026-11-3': { en, hi, es, id, vi, th },
};

/**
 * The texts of a version, as ICU messages.
 * @throws RangeError when no such version was ever in use
 */
export function loanWords(
  textVersion: string,
  language: Language,
): Readonly<Record<LoanWordId, string>> {
  const words = VERSIONS[textVersion];
  if (!words) throw new RangeError(`no words of version ${textVersion}`);
  return words[language];
}

/** Whether the agreements of a version say something that not all versions say. */
export function saysWord(textVersion: string, id: AgreedWordId): boolean {
  return id in loanWords(textVersion, 'en');
}
