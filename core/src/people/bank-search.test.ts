import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchBanks } from './bank-search.ts';

const names = [
  'State Bank of India',
  'Bank of India',
  'Bank of Baroda',
  'Indian Bank',
  'Union Bank of India',
];

const banks = names.map((bankName) => ({ bankName }));

test.each([
  ['india', ['Indian Bank', 'State Bank of India', 'Bank of India', 'Union Bank of India']],
  [
    'BANK',
    [
      'Bank of India',
      'Bank of Baroda',
      'State Bank of India',
      'Indian Bank',
      'Union Bank of India',
    ],
  ],
  ['  baroda ', ['Bank of Baroda']],
  ['.*', []],
  ['', names],
])('"%s" finds %j', (term, expected) => {
  expect(searchBanks(banks, term).map((bank) => bank.bankName)).toEqual(expected);
});

test('exactly those that hold the term are found, once each', () => {
  const list = fc.array(fc.record({ bankName: fc.stringMatching(/^[abAB ]{0,6}$/) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(list, fc.stringMatching(/^[ab]{0,2}$/), (some, term) => {
      const found = searchBanks(some, term);
      const expected = some.filter((bank) => bank.bankName.toLowerCase().includes(term));

      expect(new Set(found)).toEqual(new Set(expected));
      expect(found.length).toBe(expected.length);

      const starts = found.map((bank) => bank.bankName.toLowerCase().startsWith(term));
      expect(starts).toEqual([...starts].sort((a, b) => Number(b) - Number(a)));
    }),
  );
});
