import { expect, test } from 'vitest';
import { readUnits } from './number.ts';

test.each([
  ['7', 0, 7],
  ['0', 0, 0],
  ['007', 0, 7],
  ['१,०००', 0, 1_000],
  ['1,00,000', 0, 100_000],
  ['5.00', 0, 5],
  ['-5', 0, -5],
  ['−5', 0, -5],
  ['-0', 0, 0],
  ['5.5', 0, null],
  ['1.000', 0, null],
  ['1,0000', 0, null],
  ['10 000', 0, 10_000],
  ['10 500', 0, null],
  ['0.1', 4, 1_000],
  ['०.१', 4, 1_000],
  ['0,1', 4, 1_000],
  ['12.3456', 4, 123_456],
  ['12.34567', 4, null],
  ['1e3', 0, null],
  ['0x10', 0, null],
  ['10²', 0, null],
  ['1/2', 0, null],
  ['five', 0, null],
  ['9'.repeat(16), 0, null],
  ['', 0, null],
])('%j with %i decimals is %j', (text, decimals, units) =>
  expect(readUnits(text, decimals)).toBe(units),
);
