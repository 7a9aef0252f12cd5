import type { Language } from '@noren/contract/fields';
import { type LoanWordId, loanWords } from '@noren/contract/loan-words';
import { formatRupees, paise } from '@noren/core/money/money';
import { formatDay, isBusinessDay } from '@noren/core/money/time';
import { type MessageId, say, type Translator, translatorFor } from '../../platform/translations/translations.ts';

type Values = Record<string, string | number>;
/** Says what a statement or an agreement says, in the words of its version. */
export type SayLoan = (id: LoanWordId, values?: Values) => string;
/** Says a text of the other documents. */
export type SayDoc = (id: Extract<MessageId, `docs.${string}`>, values?: Values) => string;

const translators = new Map<string, Translator>();

/** The words of a version in a language. @throws RangeError for a version that never was */
export function loanSpeaker(textVersion: string, language: Language): SayLoan {
  const key = `${textVersion} ${language}`;
  const known = translators.get(key) ?? translatorFor(language, loanWords(textVersion, language));
  translators.set(key, known);
  return (id, values) => known._(id, values);
}

/** The words of the documents that are made in the reader's own language. */
export function docSpeaker(language: Language): SayDoc {
  return (id, values) => say(language, id, values);
}

/** '₹9,646.00', with its paise: a document's column of figures lines up. */
export function money(amountPaise: number): string {
  return formatRupees(paise(amountPaise), { paise: 'always' });
}

/** 'DD/MM/YYYY' of a business day as the database and the ledger keep it; a dash for none. */
export function day(text: string | null): string {
  return text !== null && isBusinessDay(text) ? formatDay(text) : '–';
}

const momentFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** 'DD/MM/YYYY, HH:MM IST' of UTC milliseconds. */
export function moment(utcMs: number): string {
  return `${momentFormat.format(utcMs)} IST`;
}
