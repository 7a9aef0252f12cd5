import { describe, expect, test } from 'vitest';
import { compactText, plainText, readCode, readDigits } from './text.ts';

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Numbering systems with ten digits of their own, as ICU knows them; 'hanidec' writes with words.
 */
const systems = Intl.supportedValuesOf('numberingSystem').filter((system) => {
  const digits = DIGITS.map((digit) => new Intl.NumberFormat(`en-u-nu-${system}`).format(digit));
  return digits.every((digit) => /^\p{Nd}$/u.test(digit));
});

describe('digits', () => {
  test.each(systems)('of %s are read', (system) => {
    const write = (digit: number) => new Intl.NumberFormat(`en-u-nu-${system}`).format(digit);
    expect(readDigits(DIGITS.map(write).join(' '))).toBe('0123456789');
  });

  test('ICU knows every script that a borrower may type', () => {
    expect(systems).toEqual(
      expect.arrayContaining([
        ...['deva', 'beng', 'gujr', 'guru', 'knda', 'mlym', 'orya', 'tamldec', 'telu'],
        ...['arab', 'arabext', 'thai', 'fullwide', 'mathsans', 'mtei', 'olck'],
      ]),
    );
  });

  test.each([
    ['१२३४', '1234'],
    ['２३４５ ６７８９', '23456789'],
    ['२३४५ ६७८९ ०१२४', '234567890124'],
    ['1234\u00a05678', '12345678'],
    ['\u202a1234\u202c', '1234'],
    ['\u200e12\u200b34\ufeff', '1234'],
    ['1234-5678–90', '1234567890'],
    ['1234\u22125678', '12345678'],
    ['১২৩4', '1234'],
    ['', ''],
    ['12a4', null],
    ['10²', null],
    ['1½', null],
    ['①②', null],
    ['一二三', null],
    ['12.34', null],
  ])('%j is %j', (text, digits) => expect(readDigits(text)).toBe(digits));
});

test.each([
  ['ＡＢＣＰＡ１２３４Ａ', 'ABCPA1234A'],
  ['abcpa\u200b १२३४ a', 'abcpa1234a'],
])('%j is the code %j', (text, code) => expect(compactText(text)).toBe(code));

test('a plain text is itself', () =>
  expect(plainText('Rs. 1,000 for Asha')).toBe('Rs. 1,000 for Asha'));

describe('a code of four digits', () => {
  test.each([
    ['1234', '1234'],
    ['१२३४', '1234'],
    ['12 34', '1234'],
    ['1-2-3-4', '1234'],
    ['1234 is your Noren code. @noren.example #1234', '1234'],
    ['नोरेन कोड: १२३४', '1234'],
    ['Your code is 1234. It is valid for 5 minutes.', '1234'],
    ['123', null],
    ['12345', null],
    ['27 1899', null],
    ['code 123456', null],
    ['1234 or 5678', null],
    ['12a4', null],
    ['A1234', null],
    ['', null],
  ])('in %j is %j', (text, code) => expect(readCode(text, 4)).toBe(code));
});
