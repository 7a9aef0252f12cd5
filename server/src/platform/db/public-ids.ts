import { randomInt } from 'node:crypto';
import type { BusinessDay } from '@noren/core/money/time';

/**
 * Digits and capitals without I, L, O and U, so that a number read aloud is written down correctly.
 */
export const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random letters of a given length; 5 bits each. */
export function randomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** A number that people read: a prefix, the day without its century, random letters. */
export function makeNumber(prefix: string, day: BusinessDay, letters: number): string {
  return `${prefix}${day.replaceAll('-', '').slice(2)}${randomLetters(letters)}`;
}
