import { expect, test } from 'vitest';
import { rupees } from '../money/money.ts';
import { businessDay } from '../money/time.ts';
import { aprRange, lastCompleteQuarter, quarterOn } from './rate-card.ts';
import { defaultProducts } from './terms.ts';

test.each([
  ['2026-11-27', '2026-07-01', '2026-09-30'],
  ['2026-10-01', '2026-07-01', '2026-09-30'],
  ['2026-12-31', '2026-07-01', '2026-09-30'],
  ['2027-01-01', '2026-10-01', '2026-12-31'],
  ['2028-04-01', '2028-01-01', '2028-03-31'],
])('on %s the last complete quarter is %s to %s', (day, first, last) => {
  expect(lastCompleteQuarter(businessDay(day))).toEqual({ first, last });
});

test('the APR of a product is that of its smallest and its largest loan', () => {
  const [week] = defaultProducts;
  const day = businessDay('2026-11-27');
  const { least, most } = aprRange(week!, day, rupees(80_000));

  // 10,000 for 7 days: 9,646 received, 10,070 repaid.
  expect(least).toBe(22_920);
  expect(most).toBeGreaterThanOrEqual(least);
  expect(most - least).toBeLessThan(10);
  expect(aprRange(week!, day, rupees(500))).toEqual({ least: 22_920, most: 22_920 });
});

test('a quarter ends with its third month', () => {
  expect(quarterOn(businessDay('2028-02-29'))).toEqual({ first: '2028-01-01', last: '2028-03-31' });
  expect(quarterOn(businessDay('2026-12-31'))).toEqual({ first: '2026-10-01', last: '2026-12-31' });
});
