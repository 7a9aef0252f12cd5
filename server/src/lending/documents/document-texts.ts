import type { Language } from '@noren/contract/fields';
import { type AgreedWordId, loanWords } from '@noren/contract/loan-words';
import { formatRupees, paise } from '@noren/core/money/money';
import { formatDay, isBusinessDay } from '@noren/core/money/time';
import {
  say,
  type TextId,
  type Translator,
  translatorFor,
} from '../../platform/translations/translations.ts';

type Values = Record<string, string | number>;
/** Translates texts of a KFS or an agreement, in its text version. */
export type LoanTranslator = (id: AgreedWordId, values?: Values) => string;
/** Translates texts of all other documents. */
export type DocTranslator = (id: Extract<TextId, `docs.${string}`>, values?: Values) => string;

const translators = new Map<string, Translator>();

/** @throws RangeError for an unknown text version */
export function loanTranslator(textVersion: string, language: Language): LoanTranslator {
  const key = `${textVersion} ${language}`;
  const known = translators.get(key) ?? translatorFor(language, loanWords(textVersion, language));
  translators.set(key, known);
  return (id, values) => known._(id, values);
}

export function docTranslator(language: Language): DocTranslator {
  return (id, values) => say(language, id, values);
}

/** '₹9,646.00', always with paise, so that columns line up. */
export function money(amountPaise: number): string {
  return formatRupees(paise(amountPaise), { paise: 'always' });
}

/** 'DD/MM/YYYY' of a business day; a dash for null. */
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
