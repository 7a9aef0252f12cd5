import { expect, test } from 'vitest';
import {
  aadhaar,
  accountNo,
  ifsc,
  name,
  otpCode,
  pan,
  phone,
  pinCode,
  shortText,
  utr,
} from './fields.ts';

test.each([
  ['Asha Rao', true],
  ['अशोक कुमार', true],
  ['க்‍ஷ Ramesh', true],
  ["D'Souza-Nair & Co.", true],
  ['  ', false],
  ['a\u0000b', false],
  ['a\nb', false],
  ['\ud800xx', false],
  ['\u202egnivig', false],
  ['a\u2066b', false],
])('%j as a name or a short text: %s', (text, isTaken) => {
  for (const field of [name, shortText]) expect(field.safeParse(text).success).toBe(isTaken);
});

test.each([
  ['phone', phone, '+91 (0) 98765-43210', '9876543210'],
  ['phone', phone, '९८७६५४३२१०', '9876543210'],
  ['code', otpCode, '१२३४', '1234'],
  ['PAN', pan, 'abcpa १२३४ a', 'ABCPA1234A'],
  ['Aadhaar number', aadhaar, '२३४५ ६७८९ ०१२४', '234567890124'],
  ['IFSC', ifsc, 'sbin ०००१२३४', 'SBIN0001234'],
  ['PIN code', pinCode, '५६० ००१', '560001'],
  ['account number', accountNo, '१२३४ ५६७८ ९०', '1234567890'],
  ['UTR', utr, 'hdfcn 5202-6010112345678', 'HDFCN52026010112345678'],
])('a typed %s is brought into the form in which it is stored', (_name, field, typed, stored) => {
  expect(field.safeParse(typed)).toEqual({ success: true, data: stored });
});

test.each([
  ['phone', phone, '', 'empty'],
  ['phone', phone, '+9198240000123', 'format'],
  ['phone', phone, '+1 415 555 2671', 'format'],
  ['code', otpCode, '12345', 'otp'],
  ['PAN', pan, '', 'pan'],
  ['IFSC', ifsc, 'SBIN00012345', 'ifsc'],
  ['IFSC', ifsc, 'SBINO001234', 'ifsc'],
  ['PIN code', pinCode, '5600011', 'pin'],
  ['account number', accountNo, '1234567890123456789', 'account'],
  ['UTR', utr, '41234567890', 'utr'],
])('an invalid %s is refused, not cut: %#', (_name, field, typed, problem) => {
  expect(field.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([problem]);
});
