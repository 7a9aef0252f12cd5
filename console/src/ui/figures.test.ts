import { paise } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { dueText, durationText, momentText, moneyText, shortMoney } from './figures.tsx';

const NOON = Date.UTC(2026, 10, 23, 6, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('an amount has two decimals and Indian grouping, with or without its sign', () => {
  expect(moneyText(paise(184_260_417_50))).toBe('₹18,42,60,417.50');
  expect(moneyText(paise(604_200), true)).toBe('6,042.00');
  expect(moneyText(paise(-113))).toBe('-₹1.13');
});

test('an age has its two greatest parts', () => {
  expect(durationText(4 * MINUTE)).toBe('4 min');
  expect(durationText(3 * HOUR + 5 * MINUTE)).toBe('3 h 5 min');
  expect(durationText(2 * HOUR)).toBe('2 h');
  expect(durationText(27 * HOUR)).toBe('1 d 3 h');
  expect(durationText(-1)).toBe('0 min');
});

test('a due time says how late or how soon, or its day', () => {
  expect(dueText(NOON - 72 * MINUTE, NOON)).toBe('1 h 12 min late');
  expect(dueText(NOON + 32 * MINUTE, NOON)).toBe('12:32, in 32 min');
  expect(dueText(NOON + 5 * HOUR, NOON)).toBe('Today 17:00');
  expect(dueText(NOON + 30 * HOUR, NOON)).toBe('Tue 24/11, 18:00');
});

test('a moment is of India', () => {
  expect(momentText(NOON)).toBe('Mon 23/11/2026, 12:00 IST');
});

test('an amount on an axis has few letters', () => {
  expect([0, 99_900, 1_00_000_00, 4_55_000_00, 18_42_60_417_50].map(shortMoney)).toEqual([
    '₹0',
    '₹999',
    '₹1 L',
    '₹4.6 L',
    '₹18.4 cr',
  ]);
});
