import { LANGUAGES, type Language } from '@noren/contract/languages';
import { language } from './index.ts';

/** Makes a format once for each language it is asked in: making one costs more than all it writes on a screen. */
function inEach<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<Language, Format>();
  return () => {
    const now = language();
    const known = made.get(now) ?? make(LANGUAGES[now].locale);
    made.set(now, known);
    return known;
  };
}

const rupees = { style: 'currency', currency: 'INR', currencyDisplay: 'narrowSymbol' } as const;
const whole = inEach((locale) => new Intl.NumberFormat(locale, { ...rupees, maximumFractionDigits: 0 }));
const exact = inEach((locale) => new Intl.NumberFormat(locale, rupees));
const figure = inEach((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const hundredths = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const percent = inEach((locale) => new Intl.NumberFormat(locale, hundredths));
const rate = inEach((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }));
const list = inEach((locale) => new Intl.ListFormat(locale));
const weekday = inEach((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }));

/** '₹80,000' for whole rupees asked with `whole`, else '₹9,646.00', as the current language writes it. `paise` is an integer. */
export function formatMoney(paise: number, form: 'exact' | 'whole' = 'exact'): string {
  return (form === 'whole' && paise % 100 === 0 ? whole : exact)().format(paise / 100);
}

/** '80,000' of an integer, grouped as the current language groups. */
export function formatFigure(count: number): string {
  return figure().format(count);
}

/** '0.10%' of 1000 ppm. Two decimals, as rates are quoted. */
export function formatPercent(ppm: number): string {
  return percent().format(ppm / 1_000_000);
}

/** '3%' of 30000 ppm, '1.5%' of 15000: no decimals that say nothing. */
export function formatRate(ppm: number): string {
  return rate().format(ppm / 1_000_000);
}

/** 'DD/MM/YYYY' of a business day 'YYYY-MM-DD', in every language. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}

/** 'Mon, 23/11/2026', the weekday in the current language. */
export function formatWeekday(day: string): string {
  return `${weekday().format(new Date(`${day}T00:00:00Z`))}, ${formatDay(day)}`;
}

/** 'DD/MM/YYYY, HH:MM' in India, of UTC milliseconds. */
export function formatMoment(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Kolkata' }).format(
    ms,
  );
}

/** 'Noren, the lender and the bank', as the current language joins words. */
export function formatList(words: readonly string[]): string {
  return list().format(words);
}

/** Words as a sentence of the current language: with its full stop, if it has one. */
export function asSentence(words: string): string {
  return `${words}${LANGUAGES[language()].stop}`;
}

const COMMA_DECIMAL = /^(\d[\d.]*?)(?:[.,](\d{0,2}))?$/;
const DOT_DECIMAL = /^(\d[\d,]*)(?:\.(\d{0,2}))?$/;
/** As Indian banks write it, whatever the language: three digits after a comma are no paise. */
const BANKS = /^(\d[\d,]*,\d{3})(?:\.(\d{0,2}))?$/;

/** Paise of rupees as typed: '10160.15', '₹10,160.15', '1,00,000', also '10.160,15' in a language that writes so; null for none. */
export function readRupees(typed: string): number | null {
  const form = formatRate(5000).includes(',') ? COMMA_DECIMAL : DOT_DECIMAL;
  const plain = typed.replace(/[₹\s]/g, '');
  const [, rupees, paise = ''] = form.exec(plain) ?? BANKS.exec(plain) ?? [];
  return rupees === undefined ? null : Number(rupees.replace(/\D/g, '')) * 100 + Number(paise.padEnd(2, '0'));
}
