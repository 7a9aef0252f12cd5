import { checkPan, compactUtr } from '../people/identity-numbers.ts';
import { checkPhone } from '../typed/phone.ts';
import { compactText, plainText } from '../typed/text.ts';

export const SEARCH_KINDS = [
  'phone',
  'pan',
  'order',
  'proposal',
  'ticket',
  'payment_code',
  'utr',
  'name',
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

export interface SearchKey {
  readonly kind: SearchKind;
  /** Normalised as it is stored or hashed. */
  readonly value: string;
}

/** As `makeNumber` writes them: a prefix, the day in six digits, random letters. */
const NUMBERS = [
  ['order', /^N\d{6}[0-9A-Z]{10}$/],
  ['proposal', /^NK\d{6}[0-9A-Z]{10}$/],
  ['ticket', /^F\d{6}[0-9A-Z]{6}$/],
  ['payment_code', /^[0-9A-Z]{40}$/],
] as const satisfies readonly (readonly [SearchKind, RegExp])[];

/**
 * Possible kinds of key for a typed text, in search order. A transfer's number may look like a
 * phone number. Only whole keys count, never parts.
 */
export function toSearchKeys(text: string): readonly SearchKey[] {
  const plain = compactText(text).toUpperCase();
  for (const [kind, form] of NUMBERS) if (form.test(plain)) return [{ kind, value: plain }];

  const keys: SearchKey[] = [];
  const phone = checkPhone(text);

  if (phone.ok) keys.push({ kind: 'phone', value: phone.value });

  const pan = checkPan(text);
  if (pan.ok) return [...keys, { kind: 'pan', value: pan.value }];

  const utr = compactUtr(text);
  if (/^(?=(.*\d){6})[0-9A-Z]{10,22}$/.test(utr)) keys.push({ kind: 'utr', value: utr });

  const name = plainText(text).trim();
  if (keys.length === 0 && /^\D*\p{L}{2,}\D*$/u.test(name))
    keys.push({ kind: 'name', value: text.trim() });

  return keys;
}
