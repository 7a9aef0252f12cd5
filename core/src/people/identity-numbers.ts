import { compactText, plainText } from '../typed/text.ts';

/**
 * What is wrong with a typed number: nothing was typed, it has another shape, or its check digit
 * disagrees.
 */
type NumberFault = 'empty' | 'format' | 'checksum';

/** A typed number, normalised, or its fault. */
export type NumberCheck<Fault extends NumberFault = NumberFault> =
  | { ok: true; value: string }
  | { ok: false; fault: Fault };

/**
 * A personal PAN, `AAAPA9999A`: the fourth letter P marks a person. Normalised to capitals. Source:
 * `docs/identity.md`.
 */
export function checkPan(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(compactText(text).toUpperCase(), /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/);
}

/**
 * An Aadhaar number: 12 digits, the first 2 to 9, with a Verhoeff check digit. Source:
 * `docs/identity.md`.
 */
export function checkAadhaar(text: string): NumberCheck {
  const shaped = checkShape(compactText(text), /^[2-9]\d{11}$/);
  return shaped.ok && !hasVerhoeffCheck(shaped.value) ? { ok: false, fault: 'checksum' } : shaped;
}

/**
 * An IFSC, `AAAA0XXXXXX`, in capitals. Whether such a branch exists is not asked here. Source:
 * `docs/identity.md`.
 */
export function checkIfsc(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(compactText(text).toUpperCase(), /^[A-Z]{4}0[A-Z0-9]{6}$/);
}

/** A bank account number: 9 to 18 digits, not all 0. Source: `docs/identity.md`. */
export function checkAccountNumber(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(compactText(text), /^(?!0+$)\d{9,18}$/);
}

/** A postal PIN code: 6 digits, the first not 0. Source: `docs/identity.md`. */
export function checkPinCode(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(compactText(text), /^[1-9]\d{5}$/);
}

/**
 * The bank's number of a transfer, UTR or RRN: 12 to 22 letters and digits, in capitals. Its label
 * is not part of it: with "UTR" before it the same transfer would have another number.
 */
export function checkUtr(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(compactUtr(text), /^[A-Z0-9]{12,22}$/);
}

const utrWord = '(?:UPI|IMPS|NEFT|RTGS|BANK|UTR|RRN|REF|REFERENCE|TXN|TRANSACTION|NO|NUMBER|ID)';

/**
 * A label before the number, in whole words: IDIB and UTIB are banks. If only digits follow, the label
 * may be joined to them.
 */
const utrLabel = new RegExp(
  `^(?:\\s*${utrWord}(?![A-Z0-9])[\\s.:#\\p{Pd}]*)+(?=[A-Z0-9])|^(?:UTR|RRN|UPI|REF|NO)+(?=[\\d\\s\\p{Pd}]+$)`,
  'u',
);

/** The number of a transfer in the form in which it is compared, without a label before it. */
export function compactUtr(text: string): string {
  return compactText(plainText(text).toUpperCase().replace(utrLabel, ''));
}

/**
 * An Aadhaar number as it may be shown and stored: `XXXX XXXX 1234`. Takes 12 digits, or the last
 * four alone.
 */
export function maskAadhaar(digits: string): string {
  return `XXXX XXXX ${compactText(digits).slice(-4)}`;
}

/** A phone number as it may be shown: `98•••••210`. */
export function maskPhone(phone: string): string {
  return phone.length < 6 ? '•••' : `${phone.slice(0, 2)}•••••${phone.slice(-3)}`;
}

/** Whether a string of digits ends in its Verhoeff check digit. */
export function hasVerhoeffCheck(digits: string): boolean {
  return /^\d+$/.test(digits) && verhoeff([...digits].reverse(), 0) === 0;
}

/** The Verhoeff digit to put after these digits. Throws RangeError unless they are all digits. */
export function verhoeffDigit(digits: string): string {
  if (!/^\d+$/.test(digits)) throw new RangeError('a check digit is made of digits');
  return String(inverse[verhoeff([...digits].reverse(), 1)]);
}

const inverse = [0, 4, 3, 2, 1, 5, 6, 7, 8, 9] as const;
const step = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;

/** Multiplies in the dihedral group of the pentagon. */
function multiply(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b) % 5) + 5;
  return b < 5 ? ((a - b + 5) % 5) + 5 : (a - b + 5) % 5;
}

function verhoeff(reversed: readonly string[], firstPosition: number): number {
  return reversed.reduce((check, digit, i) => {
    let turned = Number(digit);
    for (let position = (i + firstPosition) % 8; position > 0; position -= 1)
      turned = step[turned]!;
    return multiply(check, turned);
  }, 0);
}

function checkShape(value: string, shape: RegExp): NumberCheck<'empty' | 'format'> {
  if (value === '') return { ok: false, fault: 'empty' };
  return shape.test(value) ? { ok: true, value } : { ok: false, fault: 'format' };
}
