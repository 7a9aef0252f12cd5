import { plainText } from './text.ts';

/**
 * What is wrong with a typed phone number: nothing was typed, it is no Indian mobile number, it has
 * the code of another country, or there are two of them.
 */
export type PhoneFault = 'empty' | 'format' | 'foreign' | 'several';
type PhoneCheck = { ok: true; value: string } | { ok: false; fault: PhoneFault };

/** The longest text that is read: a contact card has a few hundred characters. */
const MAX_LENGTH = 2_000;

/**
 * A number with the characters that people write within it, and the letters that make it another
 * thing.
 */
const NUMBER =
  /(?<![\p{L}\p{M}\p{N}])(?:[+(]\s*)*\d[\d\s().\p{Pd}\u2212·•]*(?<=\d)[\p{L}\p{M}\p{N}]*/gu;
const WITHIN = /[\s().\p{Pd}\u2212·•]/gu;
/** The area code in each form, the 0 of calls within India, and the ten digits. */
const INDIAN = /^(?:(?:\+|00|0)?91)?0?([6-9]\d{9})$/;
const FOREIGN = /^(?:\+|00)(?!0|91)\d{7,14}$/;

/**
 * An Indian mobile number: 10 digits, the first 6 to 9. Takes it with +91, 0091, 91 or 0 before it,
 * with spaces, hyphens, dots and brackets, and as the only phone number of a pasted text. Never
 * cuts it: the rest may be somebody else's number.
 */
export function checkPhone(text: string): PhoneCheck {
  if (text.length > MAX_LENGTH) return { ok: false, fault: 'format' };

  const plain = plainText(text).trim();
  if (plain === '') return { ok: false, fault: 'empty' };

  const numbers = (plain.match(NUMBER) ?? []).map((written) => written.replace(WITHIN, ''));
  const hasWords = /\p{L}/u.test(plain);
  const phones = new Set(
    numbers
      .filter((number) => !hasWords || /^\+*\d{10,}$/.test(number))
      .map((number) => INDIAN.exec(number)?.[1] ?? number),
  );

  if (phones.size > 1) return { ok: false, fault: 'several' };

  const [phone = ''] = phones;
  if (INDIAN.test(phone)) return { ok: true, value: phone };

  return { ok: false, fault: FOREIGN.test(phone) ? 'foreign' : 'format' };
}
