import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paise, sum } from '../money/money.ts';
import { creditLines, isReusableAfterReversal } from './coupon-lines.ts';

const balance = (amount: number, used = 0) => ({ amount: paise(amount), used: paise(used) });
const lines = (...amounts: number[]) => amounts.map(paise);

// Columns: the coupon and what was used of it, the lines; then the credit, its parts, and what is
// left.
test.each([
  [12, 0, [200, 100], 12, [8, 4], 0],
  [12, 0, [4, 2], 6, [4, 2], 6],
  [12, 6, [200, 100], 6, [4, 2], 0],
  [12, 12, [200, 100], 0, [0, 0], 0],
  [12, 0, [0, 0], 0, [0, 0], 12],
])('%i less %i used, off %j: %i as %j, %i left', (amount, used, of, credit, perLine, left) => {
  expect(creditLines(balance(amount, used), lines(...of))).toEqual({
    credit,
    perLine,
    left,
    isSpent: left === 0,
  });
});

test('a coupon for several uses gives its full amount each time', () => {
  const first = creditLines({ ...balance(12), usesLeft: 1 }, lines(200, 100));
  expect(first).toMatchObject({ credit: 12, usesLeft: 0, isSpent: true });
  expect(creditLines({ ...balance(12), usesLeft: 1 }, lines(0)).usesLeft).toBe(1);
});

test.each([
  [false, false, true],
  [true, false, false],
  [false, true, false],
])('withdrawn %s, forever %s: reusable after a reversal %s', (isWithdrawn, isForever, expected) => {
  expect(isReusableAfterReversal({ isWithdrawn, isForever })).toBe(expected);
});

test('the parts sum to the credit, and no line is credited more than its amount', () => {
  const amount = fc.nat(100_000).map(paise);
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 6 }), (coupon, of) => {
      const { credit, perLine } = creditLines({ amount: coupon, used: paise(0) }, of);
      expect(sum(perLine)).toBe(credit);
      expect(credit).toBe(Math.min(coupon, sum(of)));
      for (const [index, part] of perLine.entries()) expect(part).toBeLessThanOrEqual(of[index]!);
    }),
  );
});
