import { plainText } from './text.ts';

/**
 * A typed number: digits of its whole part, without leading zeros, and of its fraction as typed.
 */
type TypedNumber = { isNegative: boolean; whole: string; fraction: string };

/** Groups as India or the world writes them, with one separator throughout. */
const grouped = (separator: string): string =>
  `[1-9]\\d?(?:${separator}\\d{2})*${separator}\\d{3}|[1-9]\\d{0,2}(?:${separator}\\d{3})+`;

/**
 * The forms with one meaning. A point before three digits ('1.000') is none of them, because it is
 * a thousand to some and one to others; two points are groups. A tab or a new line parts two
 * numbers.
 */
const FORMS = [
  /^(\d+)(?:\.(\d*))?$/,
  /^()\.(\d+)$/,
  /^(\d+),(\d{1,2})$/,
  new RegExp(`^(${grouped(',')})(?:\\.(\\d*))?$`),
  new RegExp(`^(${grouped(' ')})(?:[.,](\\d*))?$`),
  new RegExp(`^(${grouped('\\.')}),(\\d{1,2})$`),
  /^([1-9]\d{0,2}(?:\.\d{3}){2,})$/,
];

/**
 * '500 600' may be two numbers. '10 000' and '5 00 600' are one, because nobody begins a number
 * with 0.
 */
const SIDE_BY_SIDE = /^[1-9]\d{0,2}(?: [1-9]\d{2})+(?:[.,]\d*)?$/;

/**
 * Decides what a typed number means, in any script, with groups or decimals; null for words, '1e3'
 * and what has two meanings.
 */
export function readNumber(text: string): TypedNumber | null {
  const plain = plainText(text).trim().replaceAll('٫', '.').replaceAll('٬', ',');
  const [, sign = '', digits = ''] = /^([-+\u2010-\u2015\u2212]?)\s*(.*)$/s.exec(plain) ?? [];
  if (SIDE_BY_SIDE.test(digits)) return null;

  const found = FORMS.map((form) => form.exec(digits)).find(Boolean);
  if (!found) return null;

  const whole = (found[1] ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return { isNegative: sign !== '' && sign !== '+', whole, fraction: found[2] ?? '' };
}

/**
 * A typed number in units of its last decimal: with 4 decimals '0.1' is 1000. Null for no number,
 * for one with more decimals, and for one above 15 digits.
 */
export function readUnits(text: string, decimals: number): number | null {
  const read = readNumber(text);
  if (!read) return null;

  const fraction = decimals === 0 ? read.fraction.replace(/^0{1,2}$/, '') : read.fraction;
  if (fraction.length > decimals || read.whole.length + decimals > 15) return null;

  const units = Number(read.whole + fraction.padEnd(decimals, '0'));
  return read.isNegative && units !== 0 ? -units : units;
}
