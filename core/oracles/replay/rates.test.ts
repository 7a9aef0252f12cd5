import { expect, test } from 'vitest';
import { paise, rupees } from '../../src/money/money.ts';
import { ppmPerDay } from '../../src/money/rate.ts';
import { interestFor, lesserRate, percentPerDay } from './rates.ts';

// Columns: rupees, percent, days of its year, days held; then rounded down, half up and up.
test.each([
  [1_000, '0.1', 1, 15, 15, 15, 15],
  [1_000_000, '13.5', 365, 31, 11_465.75, 11_465.75, 11_465.76],
  [1_000, '12', 365, 23, 7.56, 7.56, 7.57],
  [81.56, '0.8', 1, 26, 16.96, 16.96, 16.97],
])(
  '%s at %s %% over %i days, held %i: %s, %s, %s',
  (amount, percent, year, days, down, halfUp, up) => {
    const rate = percentPerDay(percent, year);
    const got = (['down', 'half-up', 'up'] as const).map((rounding) =>
      interestFor(rupees(amount), rate, days, rounding),
    );
    expect(got).toEqual([down, halfUp, up].map(rupees));
  },
);

test('the lower of two rates with different periods', () => {
  const [daily, yearly] = [ppmPerDay(1_000), percentPerDay('36.6', 365)];
  expect(lesserRate(daily, yearly)).toBe(daily);
  expect(lesserRate(yearly, ppmPerDay(1_003))).toBe(yearly);
  expect(interestFor(paise(1_000_000), percentPerDay('36.5', 365), 1, 'down')).toBe(1_000);
});

test.each([['x'], ['1,5'], ['-1'], ['']])('%j is no percentage', (text) => {
  expect(() => percentPerDay(text)).toThrow(RangeError);
});
