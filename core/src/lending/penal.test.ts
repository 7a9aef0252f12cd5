import fc from 'fast-check';
import { expect, test } from 'vitest';
import { penalDays, penalMillionths } from './penal.ts';

const penal = { ppmPerDay: 1_000, graceDays: 2, maxDays: 30 };

test.each([
  [0, 1, 0, 0],
  [0, 2, 0, 0],
  [0, 3, 0, 1],
  [0, 32, 0, 30],
  [0, 33, 0, 30],
  [3, 5, 1, 2],
  [2, 3, 0, 1],
  [5, 5, 3, 0],
  [0, 10, 29, 1],
  [0, 10, 30, 0],
])('overdue days %i to %i, %i charged before: %i', (from, to, alreadyCharged, expected) => {
  expect(penalDays(penal, { from, to, alreadyCharged })).toBe(expected);
});

test('3 days after the due date, 10,150.00 costs 10.15', () => {
  expect(penalMillionths(penal, 1_015_000n, 1)).toBe(1_015_000_000n);
});

test('a period split in two charges the same days', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), (first, second) => {
      const to = first + second;
      const before = penalDays(penal, { from: 0, to: first, alreadyCharged: 0 });
      const after = penalDays(penal, { from: first, to, alreadyCharged: before });
      expect(before + after).toBe(penalDays(penal, { from: 0, to, alreadyCharged: 0 }));
    }),
  );
});
