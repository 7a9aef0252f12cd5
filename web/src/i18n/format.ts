import { LANGUAGES, type Language } from '@noren/contract/languages';
import { formatRupees, paise } from '@noren/core/money/money';
import { instantOfDayStart, toBusinessDay } from '@noren/core/money/time';
import { language, t, type Weekday } from './index.ts';

export { formatPercent, formatRate } from '@noren/core/money/money';

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

/**
 * '₹80,000' for whole rupees with `whole`, else '₹9,646.00', in every language. `amountPaise` is an
 * integer.
 */
export function formatMoney(amountPaise: number, form: 'exact' | 'whole' = 'exact'): string {
  return formatRupees(paise(amountPaise), form === 'exact' ? { paise: 'always' } : {});
}

/** 'DD/MM/YYYY' of a business day 'YYYY-MM-DD', in every language. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** 'Mon, 23/11/2026', the weekday in the current language. */
export function formatWeekday(day: string): string {
  // Sunday is 0.
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return `${t(`weekday.${weekday}` as Weekday)}, ${formatDay(day)}`;
}

/** 'DD/MM/YYYY, HH:MM' in India, of UTC milliseconds. */
export function formatMoment(ms: number): string {
  const time = new Date(ms - instantOfDayStart(toBusinessDay(ms))).toISOString().slice(11, 16);
  return `${formatDay(toBusinessDay(ms))}, ${time}`;
}

/** 'Noren, the lender and the bank', as the current language joins words. */
export function formatList(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  const parts = lists[joint]().formatToParts(words);
  // Thai writes its "and" and "or" close to its words; between Latin names it would run into them.
  return parts
    .map(({ type, value }) =>
      type === 'literal' ? value.replace(/[\p{L}\p{M}]+/u, ' $& ') : value,
    )
    .join('')
    .replace(/ {2,}/g, ' ');
}

/** Words as a sentence of the current language: with its full stop, if it has one. */
export function asSentence(words: string): string {
  return `${words}${LANGUAGES[language()].stop}`;
}
