import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paise, rupees, sum } from '../../src/money/money.ts';
import { businessDay } from '../../src/money/time.ts';
import { dailyInstalments, equalInstalments, levelPayment } from './instalments.ts';
import { percentPerDay } from './rates.ts';

const startDay = businessDay('2026-11-20');

test('the published example: 20,000 over 24 months at 15 % is 969.73 a month, 3,274 of interest', () => {
  const rows = equalInstalments({
    principal: rupees(20_000),
    ratePpmPerYear: 150_000,
    count: 24,
    startDay,
  });
  expect(rows[0]).toMatchObject({ interest: 25_000, amount: 96_973, dueDay: '2026-12-20' });
  expect(rows.at(-1)!.dueDay).toBe('2028-11-20');
  expect(Math.round(sum(rows.map((row) => row.interest)) / 100)).toBe(3_274);
});

test('without interest the parts are equal and the last takes the rest', () => {
  const rows = equalInstalments({
    principal: rupees(10_000),
    ratePpmPerYear: 0,
    count: 3,
    startDay,
  });
  expect(rows.map((row) => row.amount)).toEqual([333_333, 333_333, 333_334]);
});

test.each([0, 601, 1.5])('%s instalments are refused', (count) => {
  expect(() =>
    equalInstalments({ principal: rupees(1), ratePpmPerYear: 0, count, startDay }),
  ).toThrow(RangeError);
});

test('a schedule repays the principal exactly, never below 0, and its last row differs by little', () => {
  const loans = fc.record({
    principal: fc.integer({ min: 100_000, max: 10_000_000_00 }).map(paise),
    ratePpmPerYear: fc.integer({ min: 0, max: 600_000 }),
    count: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(loans, (loan) => {
      const rows = equalInstalments({ ...loan, startDay });
      expect(sum(rows.map((row) => row.principal))).toBe(loan.principal);

      for (const row of rows) {
        expect(row.principal).toBeGreaterThanOrEqual(0);
        expect(row.amount).toBe(row.principal + row.interest);
      }

      // Half a paisa a month, itself growing at the rate, is all that rounding can pile up.
      const grown = (1 + loan.ratePpmPerYear / 12_000_000) ** loan.count;
      expect(Math.abs(rows.at(-1)!.amount - rows[0]!.amount)).toBeLessThanOrEqual(
        loan.count * grown + 1,
      );
    }),
  );
});

test('an equal payment on uneven days repays the loan, the last one within a few paise of it', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 45 }), { minLength: 1, maxLength: 24 });
  const principals = fc.integer({ min: 100_000, max: 10_000_000 }).map(paise);
  fc.assert(
    fc.property(principals, fc.integer({ min: 0, max: 20 }), gaps, (principal, tenths, days) => {
      const rate = percentPerDay(`0.0${String(tenths).padStart(2, '0')}`);
      const afterDays = days.map((_, index) => sum(days.slice(0, index + 1).map(paise)));
      const level = levelPayment({ principal, rate, afterDays });
      const payments = afterDays.map((after) => ({ afterDays: after, amount: level }));
      const rows = dailyInstalments({ principal, rate, rounding: 'half-up', startDay, payments });

      expect(sum(rows.map((row) => row.principal))).toBe(principal);
      for (const row of rows) expect(row.principal).toBeGreaterThanOrEqual(0);

      // Half a paisa a payment, itself growing at the rate, is all that rounding can pile up.
      const grown = days.reduce((product, gap) => product * (1 + (gap * tenths) / 100_000), 1);
      expect(Math.abs(rows.at(-1)!.amount - level)).toBeLessThanOrEqual(days.length * grown + 1);
    }),
  );
});

test('a payment below the interest leaves the rest of it for the next', () => {
  const payments = [10, 20].map((afterDays) => ({ afterDays, amount: rupees(50) }));
  const loan = {
    principal: rupees(10_000),
    rate: percentPerDay('0.1'),
    rounding: 'half-up' as const,
    startDay,
  };
  const rows = dailyInstalments({ ...loan, payments });

  expect(rows.map((row) => [row.interest, row.principal])).toEqual([
    [rupees(50), 0],
    [rupees(150), rupees(10_000)],
  ]);
  expect(() => dailyInstalments({ ...loan, payments: [...payments].reverse() })).toThrow(
    RangeError,
  );
});
