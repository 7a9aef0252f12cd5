/** What is wrong with a typed number: nothing was typed, it has another shape, or its check digit disagrees. */
type NumberFault = 'empty' | 'format' | 'checksum';

/** A typed number, normalised, or what is wrong with it. */
export type NumberCheck<Fault extends NumberFault = NumberFault> =
  | { ok: true; value: string }
  | { ok: false; fault: Fault };

/** Digits of a phone number, without the area code +91. Source: specification §9. */
export const phoneLength = 10;

/**
 * An Indian mobile number: 10 digits, the first 6 to 9. Spaces, hyphens, +91 and a leading 0 are taken off.
 * Faults are the specification's two (§5): 'empty' and 'format'.
 */
export function checkPhone(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(withoutAreaCode(compact(text)), /^[6-9]\d{9}$/);
}

/** A personal PAN, `AAAPA9999A`: the fourth letter P marks a person. Normalised to capitals. Source: `docs/domain.md`. */
export function checkPan(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(compact(text).toUpperCase(), /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/);
}

/** An Aadhaar number: 12 digits, the first 2 to 9, with a Verhoeff check digit. Source: `docs/domain.md`. */
export function checkAadhaar(text: string): NumberCheck {
  const shaped = checkShape(compact(text), /^[2-9]\d{11}$/);
  return shaped.ok && !hasVerhoeffCheck(shaped.value) ? { ok: false, fault: 'checksum' } : shaped;
}

/** An IFSC, `AAAA0XXXXXX`, in capitals. Whether such a branch exists is not asked here. Source: `docs/domain.md`. */
export function checkIfsc(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(compact(text).toUpperCase(), /^[A-Z]{4}0[A-Z0-9]{6}$/);
}

/** A bank account number: 9 to 18 digits, not all 0. Source: `docs/domain.md`. */
export function checkAccountNumber(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(compact(text), /^(?!0+$)\d{9,18}$/);
}

/** A postal PIN code: 6 digits, the first not 0. Source: `docs/domain.md`. */
export function checkPinCode(text: string): NumberCheck<'empty' | 'format'> {
  return checkShape(compact(text), /^[1-9]\d{5}$/);
}

/** An Aadhaar number as it may be shown and stored: `XXXX XXXX 1234`. Takes 12 digits, or the last four alone. */
export function maskAadhaar(digits: string): string {
  return `XXXX XXXX ${compact(digits).slice(-4)}`;
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
    for (let position = (i + firstPosition) % 8; position > 0; position -= 1) turned = step[turned]!;
    return multiply(check, turned);
  }, 0);
}

function compact(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '');
}

function withoutAreaCode(digits: string): string {
  return digits.replace(/^(?:\+91|0091|91(?=\d{10}$)|0(?=\d{10}$))/, '');
}

function checkShape(value: string, shape: RegExp): NumberCheck<'empty' | 'format'> {
  if (value === '') return { ok: false, fault: 'empty' };
  return shape.test(value) ? { ok: true, value } : { ok: false, fault: 'format' };
}
