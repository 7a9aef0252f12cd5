import { language } from './index.ts';

const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** '₹80,000' for whole rupees asked with `whole`, else '₹9,646.00'. `paise` is an integer; digits group the Indian way. */
export function formatMoney(paise: number, form: 'exact' | 'whole' = 'exact'): string {
  return (form === 'whole' && paise % 100 === 0 ? whole : exact).format(paise / 100);
}

/** '0.10%' of 1000 ppm. Two decimals, as rates are quoted. */
export function formatPercent(ppm: number, decimals = 2): string {
  return `${(ppm / 10_000).toFixed(decimals)}%`;
}

/** '3%' of 30000 ppm, '1.5%' of 15000: no decimals that say nothing. */
export function formatRate(ppm: number): string {
  return `${ppm / 10_000}%`;
}

/** 'DD/MM/YYYY' of a business day 'YYYY-MM-DD'. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** 'Mon, 23/11/2026', the weekday in the current language. */
export function formatWeekday(day: string): string {
  const weekday = new Intl.DateTimeFormat(language(), { weekday: 'short', timeZone: 'UTC' });
  return `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${formatDay(day)}`;
}

/** 'DD/MM/YYYY, HH:MM' in India, of UTC milliseconds. */
export function formatMoment(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Kolkata' }).format(
    ms,
  );
}

/** 'Noren, the lender and the bank', as the current language joins words. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(language()).format(words);
}
