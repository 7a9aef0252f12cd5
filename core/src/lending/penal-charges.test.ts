import { expect, test } from 'vitest';
import { paise } from '../money/money.ts';
import { listPenalCharges, listPenalChargesForSms } from './penal-charges.ts';

test.each([
  [[504], '₹5.04', '5.04'],
  [[504, 504, 504], '3 × ₹5.04', '3 x 5.04'],
  [[504, 504, 400], '2 × ₹5.04, ₹4', '2 x 5.04 / 4.00'],
  [[504, 503, 504], '2 × ₹5.04, ₹5.03', '2 x 5.04 / 5.03'],
  [[1_00_000_00], '₹1,00,000', '100000.00'],
])('charges of %j paise', (amounts, shown, sent) => {
  expect(listPenalCharges(amounts.map(paise))).toBe(shown);
  expect(listPenalChargesForSms(amounts.map(paise))).toBe(sent);
});

test('a list that is too long for a message is their sum', () => {
  const amounts = [1_000_00, 1_001_00, 1_002_00, 1_003_00, 1_004_00].map(paise);
  expect(listPenalChargesForSms(amounts)).toBe('5010.00');
});
