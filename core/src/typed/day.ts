import { type BusinessDay, isBusinessDay } from '../money/time.ts';
import { plainText } from './text.ts';

/**
 * Day, month, year as India writes them, and year, month, day. A month before its day is not read:
 * it may be the day.
 */
const ORDERS = [
  /^(?<day>\d{1,2})[\s./,\p{Pd}](?<month>\d{1,2})[\s./,\p{Pd}](?<year>\d{4}|\d{2})$/u,
  /^(?<year>\d{4})[\s./,\p{Pd}](?<month>\d{1,2})[\s./,\p{Pd}](?<day>\d{1,2})$/u,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
];

const SEPARATOR = /\s*([\s./,\p{Pd}])\s*/gu;

/**
 * A whole date in one text: '01/02/1990', '1-2-1990', '०१ ०२ १९९०', '01021990', '1990-02-01'. Null
 * for anything else.
 * @param allowed the days among which a year of two digits ('90') is looked for; without them it is
 * not read
 */
export function readDay(text: string, allowed?: { min: string; max: string }): BusinessDay | null {
  const plain = plainText(text).trim().replace(SEPARATOR, '$1');
  for (const order of ORDERS) {
    const { year = '', month = '', day = '' } = order.exec(plain)?.groups ?? {};
    const isShort = year.length === 2;
    const found = (isShort ? ['19', '20'] : [''])
      .map((century) => `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
      .filter(isBusinessDay)
      .filter((whole) => !isShort || (allowed && whole >= allowed.min && whole <= allowed.max));
    if (found.length === 1 && found[0]) return found[0];
  }

  return null;
}
