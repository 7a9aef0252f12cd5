import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkAadhaar,
  checkAccountNumber,
  checkIfsc,
  checkPan,
  checkPinCode,
  checkUtr,
  hasVerhoeffCheck,
  maskAadhaar,
  maskPhone,
  type NumberCheck,
  verhoeffDigit,
} from './identity-numbers.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const outcome = (check: NumberCheck) => (check.ok ? check.value : check.fault);

// None of these numbers belongs to a person: the Aadhaar numbers are computed, the rest are
// patterns.
describe.each<[string, (text: string) => NumberCheck, [string, string][]]>([
  [
    'PAN',
    checkPan,
    [
      ['ABCPA1234A', 'ABCPA1234A'],
      [' abcpa 1234 a ', 'ABCPA1234A'],
      ['ＡＢＣＰＡ१२३४Ａ', 'ABCPA1234A'],
      ['ABCCA1234A', 'format'],
      ['ABCPA12345', 'format'],
      ['', 'empty'],
    ],
  ],
  [
    'Aadhaar',
    checkAadhaar,
    [
      ['2341 2341 2346', '234123412346'],
      ['२३४१-२३४१-२३४६', '234123412346'],
      ['२३४५ ६७८९ ०१२४', '234567890124'],
      ['2341 2341 2345', 'checksum'],
      ['2341 2341 23467', 'format'],
      ['1341 2341 2346', 'format'],
      ['0341 2341 2346', 'format'],
      ['23412341234', 'format'],
      ['', 'empty'],
    ],
  ],
  [
    'IFSC',
    checkIfsc,
    [
      ['sbin0001234', 'SBIN0001234'],
      ['HDFC0CAB123', 'HDFC0CAB123'],
      ['sbin ०००१२३४', 'SBIN0001234'],
      ['SBIN00012345', 'format'],
      ['SBIN1001234', 'format'],
      ['SBI00001234', 'format'],
      ['', 'empty'],
    ],
  ],
  [
    'account number',
    checkAccountNumber,
    [
      ['123456789', '123456789'],
      ['1234 5678 9012 345678', '123456789012345678'],
      ['১২৩৪ ৫৬৭৮ ৯০১২', '123456789012'],
      ['12345678', 'format'],
      ['1234567890123456789', 'format'],
      ['000000000', 'format'],
      ['', 'empty'],
    ],
  ],
  [
    'PIN code',
    checkPinCode,
    [
      ['110 001', '110001'],
      ['१०९००१', '109001'],
      ['010001', 'format'],
      ['11001', 'format'],
      ['', 'empty'],
    ],
  ],
  [
    'UTR',
    checkUtr,
    [
      ['4123 4567 8901', '412345678901'],
      ['hdfcn-५२०२६०१०११२३४५६७८', 'HDFCN52026010112345678'],
      ['UTR: 412345678901', '412345678901'],
      ['UTR412345678901', '412345678901'],
      ['UPI Ref No. 4123 4567 8901', '412345678901'],
      ['RRN-412345678901', '412345678901'],
      ['Transaction ID: IDIBN52026010112345678', 'IDIBN52026010112345678'],
      ['IDIBN52026010112345678', 'IDIBN52026010112345678'],
      ['UTIBN52026010112345678', 'UTIBN52026010112345678'],
      ['UTR 41234567890', 'format'],
      ['UTR', 'format'],
      ['41234567890', 'format'],
      ['HDFCN520260101123456789', 'format'],
      ['', 'empty'],
    ],
  ],
])('%s', (_name, check, rows) => {
  test.each(rows)('"%s" gives %s', (text, expected) => expect(outcome(check(text))).toBe(expected));
});

describe('Verhoeff', () => {
  test.each([
    ['236', '3'],
    ['12345', '1'],
    ['142857', '0'],
  ])('%s takes the digit %s', (number, digit) => expect(verhoeffDigit(number)).toBe(digit));

  test('letters and nothing have no check digit', () => {
    expect(() => verhoeffDigit('12a')).toThrow(RangeError);
    expect(hasVerhoeffCheck('')).toBe(false);
  });

  test('every wrong digit and every swap of neighbours is found', () => {
    fc.assert(
      fc.property(digits(11), fc.nat(11), fc.integer({ min: 1, max: 9 }), (head, at, shift) => {
        const number = head + verhoeffDigit(head);
        expect(hasVerhoeffCheck(number)).toBe(true);

        const wrong = [...number];
        wrong[at] = String((Number(wrong[at]) + shift) % 10);
        expect(hasVerhoeffCheck(wrong.join(''))).toBe(false);

        const swapped = [...number];
        const next = (at + 1) % 12;
        if (next === 0 || swapped[at] === swapped[next]) return;

        [swapped[at], swapped[next]] = [swapped[next]!, swapped[at]!];
        expect(hasVerhoeffCheck(swapped.join(''))).toBe(false);
      }),
    );
  });
});

test('masks show the tail only', () => {
  expect(maskAadhaar('234123412346')).toBe('XXXX XXXX 2346');
  expect(maskAadhaar('2346')).toBe('XXXX XXXX 2346');
  expect(maskPhone('9876543210')).toBe('98•••••210');
  expect(maskPhone('98')).toBe('•••');
});

test('checking twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom(checkUtr, checkPan, checkIfsc, checkPinCode),
      (text, check) => {
        const first = check(text);
        if (first.ok) expect(check(first.value)).toEqual(first);
      },
    ),
  );
});
