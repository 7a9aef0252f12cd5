import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Paise, paise, sum } from '../money/money.ts';
import {
  allocate,
  allocationOrder,
  type Buckets,
  subtractBuckets,
  sumBuckets,
} from './repayment.ts';

const makeBuckets = (
  fees: number,
  interest: number,
  principal: number,
  penal: number,
): Buckets => ({
  fees: paise(fees),
  interest: paise(interest),
  principal: paise(principal),
  penal: paise(penal),
});

const amount = fc.nat(10_000_000).map(paise);
const owed = fc.record({ fees: amount, interest: amount, principal: amount, penal: amount });

// Owed: fees 10, interest 20, principal 30, penal 40. Columns: payment, then fees, interest,
// principal, penal, over.
test.each([
  [0, 0, 0, 0, 0, 0],
  [5, 5, 0, 0, 0, 0],
  [10, 10, 0, 0, 0, 0],
  [11, 10, 1, 0, 0, 0],
  [35, 10, 20, 5, 0, 0],
  [60, 10, 20, 30, 0, 0],
  [61, 10, 20, 30, 1, 0],
  [100, 10, 20, 30, 40, 0],
  [101, 10, 20, 30, 40, 1],
])(
  '%i paise go to fees %i, interest %i, principal %i, penal %i, over %i',
  (paid, fees, interest, principal, penal, over) => {
    expect(allocate(paise(paid), makeBuckets(10, 20, 30, 40))).toEqual({
      ...makeBuckets(fees, interest, principal, penal),
      overpaid: over,
    });
  },
);

test('a negative payment is refused', () => {
  expect(() => allocate(paise(-1), makeBuckets(1, 1, 1, 1))).toThrow(RangeError);
});

test('one bucket alone may be paid', () => {
  const taken = allocate(paise(50), makeBuckets(10, 20, 30, 40), ['penal']);
  expect(taken).toEqual({ ...makeBuckets(0, 0, 0, 40), overpaid: 10 });
});

test('the parts sum to the payment, none exceeds its debt, and buckets fill in order', () => {
  fc.assert(
    fc.property(amount, owed, (paid: Paise, due) => {
      const taken = allocate(paid, due);
      expect(sum([sumBuckets(taken), taken.overpaid])).toBe(paid);

      const left = subtractBuckets(due, taken);
      const firstOpen = allocationOrder.findIndex((bucket) => left[bucket] > 0);

      allocationOrder.forEach((bucket, i) => {
        expect(left[bucket]).toBeGreaterThanOrEqual(0);
        if (firstOpen >= 0 && i > firstOpen) expect(taken[bucket]).toBe(0);
      });
      if (firstOpen >= 0) expect(taken.overpaid).toBe(0);
    }),
  );
});
