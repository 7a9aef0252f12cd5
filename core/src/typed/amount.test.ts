import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupDigits, paise } from '../money/money.ts';
import { amountText, readAmount, settleAmount, showAmount } from './amount.ts';

const outcome = (text: string): number | string => {
  const read = readAmount(text);
  return read.ok ? read.value : read.fault;
};

describe('an amount', () => {
  test.each([
    ['500', 500_00],
    ['500.00', 500_00],
    ['100.50', 100_50],
    ['500.', 500_00],
    ['5.5', 5_50],
    ['.50', 50],
    ['007', 7_00],
    ['1,000', 1_000_00],
    ['1,00,000', 1_00_000_00],
    ['100,000', 1_00_000_00],
    ['1,00,000.50', 1_00_000_50],
    ['1,110,160.5', 11_10_160_50],
    ['10 000', 10_000_00],
    ['5 00 600', 5_00_600_00],
    ['1 25 500', 1_25_500_00],
    ['12 034 567', 1_20_34_567_00],
    ['1\u00a000\u00a0000,50', 1_00_000_50],
    ['5,00', 5_00],
    ['100,50', 100_50],
    ['1.000,00', 1_000_00],
    ['10.160,15', 10_160_15],
    ['1.000.000', 10_00_000_00],
    ['₹ 1,10,160', 1_10_160_00],
    ['₹500.00', 500_00],
    ['Rs. 500', 500_00],
    ['Rs.5,000.00', 5_000_00],
    ['rs 500/-', 500_00],
    ['500 /-', 500_00],
    ['Rs 500/- only.', 500_00],
    ['INR 1,00,000', 1_00_000_00],
    ['INR: 500.00', 500_00],
    ['500 INR', 500_00],
    ['10160.15 ₹', 10_160_15],
    ['₨500', 500_00],
    ['500 rupees', 500_00],
    ['रु. ५००', 500_00],
    ['५०० रुपये', 500_00],
    ['रुपये ५००', 500_00],
    ['१०००', 1_000_00],
    ['१,००,०००.५०', 1_00_000_50],
    ['５００．００', 500_00],
    ['٥٠٠٫٥٠', 500_50],
    ['\u202a₹500\u202c', 500_00],
    ['+500.00', 500_00],
    ['999999999999', 999_999_999_999_00],
  ])('%j is %i paise', (text, amount) => expect(outcome(text)).toBe(amount));

  test.each([
    ['', 'empty'],
    [' \u200b', 'empty'],
    ['-500', 'format'],
    ['−500', 'format'],
    ['-₹500', 'format'],
    ['₹-500', 'format'],
    ['(500)', 'format'],
    ['100.505', 'format'],
    ['10.160', 'format'],
    ['1.000', 'format'],
    ['0.001', 'format'],
    ['1,00,00', 'format'],
    ['1,0000', 'format'],
    ['1,000,50', 'format'],
    ['0,500', 'format'],
    ['10.160.15', 'format'],
    ['1,000.000', 'format'],
    ['500-600', 'format'],
    ['500/', 'format'],
    ['500 60', 'format'],
    // Each of them may be an amount of its own.
    ['500 600', 'format'],
    ['10 500', 'format'],
    ['500\u00a0600', 'format'],
    ['₹500 600.50', 'format'],
    ['500 600 700', 'format'],
    // Two cells or two lines, not groups of one amount.
    ['500\t600', 'format'],
    ['500\n600', 'format'],
    ['2 lakh', 'format'],
    ['1.5 lac', 'format'],
    ['5k', 'format'],
    ['1 cr', 'format'],
    ['दो लाख', 'format'],
    ['1e3', 'format'],
    ['0x1F4', 'format'],
    ['5%', 'format'],
    ['10²', 'format'],
    ['½', 'format'],
    ['₹', 'format'],
    ['.', 'format'],
    ['NaN', 'format'],
    ['1000000000000', 'large'],
    ['9'.repeat(400), 'large'],
  ])('%j is %s', (text, fault) => expect(outcome(text)).toBe(fault));

  test('reads as itself after it was written, and no digit of it is lost', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999_99), (amount) => {
        expect(outcome(amountText(paise(amount)))).toBe(amount);
        expect(outcome((amount / 100).toFixed(2))).toBe(amount);
      }),
    );
  });
});

describe('an amount field', () => {
  const type = (before: string, keys: string): string =>
    [...keys].reduce(
      (text, data) =>
        showAmount({ before: text, after: text + data, inputType: 'insertText', data }),
      before,
    );

  const erase = (before: string): string =>
    showAmount({ before, after: before.slice(0, -1), inputType: 'deleteContentBackward' });

  test.each([
    ['125000', '1,25,000'],
    ['१०००', '1,000'],
    ['007', '7'],
    ['1,00,000', '1,00,000'],
    ['100,000', '1,00,000'],
    ['1,000,000', '10,00,000'],
    ['1000.50', '1000.50'],
    ['500.00', '500.00'],
    ['100,50', '100,50'],
    ['-5', '-5'],
    ['12x', '12x'],
  ])('shows %j, typed key by key, as %j', (keys, shown) => expect(type('', keys)).toBe(shown));

  test('groups again when digits are put in or taken out', () => {
    expect(type('1,000', '0')).toBe('10,000');
    expect(erase('1,00,000')).toBe('10,000');
    expect(erase('5,000')).toBe('500');
    expect(erase('5')).toBe('');
    expect(
      showAmount({ before: '1,000', after: '1,5000', inputType: 'insertText', data: '5' }),
    ).toBe('15,000');
    expect(erase('1,000.50')).toBe('1000.5');
  });

  test.each(['insertFromPaste', 'insertFromDrop', 'insertReplacementText', undefined])(
    'shows what was put in by %s as it was understood, without a look at what was there',
    (inputType) => {
      const put = (after: string) => showAmount({ before: '5,000', after, inputType });
      expect(put('500.00')).toBe('500');
      expect(put('5,00')).toBe('5');
      expect(put('Rs. 1,00,000/-')).toBe('1,00,000');
      expect(put('100.50')).toBe('100.50');
      expect(put('2 lakh')).toBe('2 lakh');
      expect(put('')).toBe('');
    },
  );

  test('takes several characters at once for a text of its own', () => {
    expect(
      showAmount({ before: '5,000', after: '5,00', inputType: 'insertText', data: '5,00' }),
    ).toBe('5');
  });

  test('shows digits as they are typed, whatever they were grouped like', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,11}$/), (digits) => {
        expect(type('', digits)).toBe(groupDigits(digits));
        expect(outcome(type('', digits))).toBe(Number(digits) * 100);
      }),
    );
  });

  test('is settled when it is left', () => {
    expect(settleAmount('500.00')).toBe('500');
    expect(settleAmount('1000.5')).toBe('1,000.50');
    expect(settleAmount('two')).toBe('two');
  });
});
