import { expect, test } from 'vitest';
import { toSearchKeys } from './search-key.ts';

// Invented numbers.
test.each([
  ['98765 43210', ['phone:9876543210', 'utr:9876543210']],
  ['+91 98765-43210', ['phone:9876543210']],
  ['+91 (0) 98765 43210', ['phone:9876543210']],
  ['९८७६५ ४३२१०', ['phone:9876543210', 'utr:9876543210']],
  ['Asha: 98765 43210', ['phone:9876543210']],
  ['abcpe1234f', ['pan:ABCPE1234F']],
  ['N260101ABCDEFGH12', ['order:N260101ABCDEFGH12']],
  ['nk260101abcdefgh12', ['proposal:NK260101ABCDEFGH12']],
  ['F260101ABC123', ['ticket:F260101ABC123']],
  [
    '0123456789ABCDEFGHJKMNPQRS01234567891234',
    ['payment_code:0123456789ABCDEFGHJKMNPQRS01234567891234'],
  ],
  ['412345678901', ['utr:412345678901']],
  ['UTR: 412345678901', ['utr:412345678901']],
  ['HDFCN52026010112345678', ['utr:HDFCN52026010112345678']],
  [' Asha Verma ', ['name:Asha Verma']],
  ['आशा वर्मा', ['name:आशा वर्मा']],
  ['आशा १२', []],
  ['98765', []],
  ['a', []],
  ['', []],
])('%j is %j', (text, found) => {
  expect(toSearchKeys(text).map(({ kind, value }) => `${kind}:${value}`)).toEqual(found);
});
