import { LANGUAGES } from '@noren/contract/languages';
import { formatRupees, paise } from '@noren/core/money/money';
import { instantOfDayStart, toBusinessDay } from '@noren/core/money/time';
import { language, t, type Weekday } from './index.ts';

export { formatPercent, formatRate } from '@noren/core/money/money';

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

/** Words as a sentence of the current language: with its full stop, if it has one. */
export function asSentence(words: string): string {
  return `${words}${LANGUAGES[language()].stop}`;
}
