const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const DIGIT = /\p{Nd}/u;

/**
 * A typed or pasted text in plain characters: digits of every script are 0 to 9, full-width letters
 * are plain ones, and marks that nobody sees are gone. Superscripts and fractions stay as they are:
 * '10²' is not 102.
 */
export function plainText(text: string): string {
  return text
    .replace(/\P{No}+/gu, (run) => run.normalize('NFKC'))
    .replace(INVISIBLE, '')
    .replace(OTHER_DIGIT, digitValue);
}

/** A typed number or code in plain characters, without spaces and hyphens. */
export function compactText(text: string): string {
  return plainText(text).replace(/[\s\p{Pd}\u2212]/gu, '');
}

/** The digits of a text that holds nothing else but spaces and hyphens; null for any other text. */
export function readDigits(text: string): string | null {
  const digits = compactText(text);
  return /^\d*$/.test(digits) ? digits : null;
}

/**
 * A code of so many digits: typed alone, or the only such number of a pasted message. Null for any
 * other text; a longer number is not cut.
 */
export function readCode(text: string, length: number): string | null {
  const digits = readDigits(text) ?? '';
  if (digits !== '') return digits.length === length ? digits : null;

  const runs = plainText(text).match(/(?<![\p{L}\d])\d+(?![\p{L}\d])/gu) ?? [];
  const codes = new Set(runs.filter((run) => run.length === length));
  const [code] = codes;

  return codes.size === 1 && code !== undefined ? code : null;
}

/** Unicode keeps the ten digits of a script together, from 0 to 9. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
