import { type BusinessDay, isBusinessDay } from '../money/time.ts';
import { plainText } from './text.ts';

/**
 * Day, month, year as India writes them, and year, month, day. The American order, month before day,
 * is not accepted: the two cannot be told apart.
 */
const PATTERNS = [
  /^(?<day>\d{1,2})[\s./,\p{Pd}](?<month>\d{1,2})[\s./,\p{Pd}](?<year>\d{4}|\d{2})$/u,
  /^(?<year>\d{4})[\s./,\p{Pd}](?<month>\d{1,2})[\s./,\p{Pd}](?<day>\d{1,2})$/u,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
];

const SEPARATOR = /\s*([\s./,\p{Pd}])\s*/gu;

/**
 * Reads a whole date from one text: '01/02/1990', '1-2-1990', '०१ ०२ १९९०', '01021990',
 * '1990-02-01'. Null for anything else.
 * @param range decides the century of a year of two digits ('90'), if only one century fits; without
 * a range such a year is not accepted
 */
export function readDay(text: string, range?: { min: string; max: string }): BusinessDay | null {
  const plain = plainText(text).trim().replace(SEPARATOR, '$1');
  for (const pattern of PATTERNS) {
    const { year = '', month = '', day = '' } = pattern.exec(plain)?.groups ?? {};
    const isShort = year.length === 2;
    const candidates = (isShort ? ['19', '20'] : [''])
      .map((century) => `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
      .filter(isBusinessDay)
      .filter((whole) => !isShort || (range && whole >= range.min && whole <= range.max));
    if (candidates.length === 1 && candidates[0]) return candidates[0];
  }

  return null;
}
