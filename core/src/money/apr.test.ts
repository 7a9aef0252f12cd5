import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalInstalments } from '../../oracles/replay/instalments.ts';
import {
  AprDisagreementError,
  agreedApr,
  aprByBisection,
  aprByNewton,
  aprOfSingle,
  type CashFlow,
  computeApr,
  type Repayment,
} from './apr.ts';
import { paise, rupees, subtract } from './money.ts';
import { businessDay } from './time.ts';

const startDay = businessDay('2026-11-20');

// Columns: asked, fee with GST, interest, days, APR in hundredths of a percent.
test.each([
  [10_000, 354, 300, 30, 8249],
  [10_000, 354, 150, 15, 12714],
  [10_000, 354, 70, 7, 22920],
  [10_000, 295, 240, 30, 6707],
  [10_000, 0, 0, 30, 0],
])('%i less %i, interest %i, %i days: %i', (principal, fees, interest, days, expected) => {
  const received = subtract(rupees(principal), rupees(fees));
  expect(aprOfSingle({ received, repaid: rupees(principal + interest), days })).toBe(expected);
});

test('the published example: 20,000 over 24 months at 15 %, fees 400, is 17.07 %', () => {
  const rows = equalInstalments({
    principal: rupees(20_000),
    ratePpmPerYear: 150_000,
    count: 24,
    startDay,
  });
  const repayments = rows.map((row) => ({ afterPeriods: row.number, amount: row.amount }));
  expect(computeApr({ received: rupees(19_600), repayments, periodsPerYear: 12 })).toBe(1707);
});

test('answers that differ stop the offer', () => {
  expect(agreedApr(17.0706, 17.0799)).toBe(1707);
  expect(() => agreedApr(17.07, 17.0801)).toThrow(AprDisagreementError);
  expect(() => agreedApr(Number.NaN, 17.07)).toThrow(AprDisagreementError);
});

describe('flows without a rate', () => {
  const once = [{ afterPeriods: 1, amount: rupees(100) }];
  test.each<[string, CashFlow]>([
    ['nothing received', { received: paise(0), repayments: once, periodsPerYear: 12 }],
    ['less repaid', { received: rupees(101), repayments: once, periodsPerYear: 12 }],
    ['no periods', { received: rupees(50), repayments: once, periodsPerYear: 0 }],
    [
      'at once',
      {
        received: rupees(50),
        repayments: [{ afterPeriods: 0, amount: rupees(99) }],
        periodsPerYear: 12,
      },
    ],
  ])('%s', (_name, flow) => expect(() => computeApr(flow)).toThrow(RangeError));
});

test('the two solvers agree, and the rate found repays the loan', () => {
  const flows = fc.record({
    received: fc.integer({ min: 100_000, max: 100_000_000 }).map(paise),
    shares: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 36 }),
    costPercent: fc.integer({ min: 0, max: 300 }),
    oddFraction: fc.constantFrom(0, 0.25, 0.5),
    periodsPerYear: fc.constantFrom(12, 365 / 7, 365 / 30),
  });
  fc.assert(
    fc.property(flows, ({ received, shares, costPercent, oddFraction, periodsPerYear }) => {
      const whole = shares.reduce((a, b) => a + b, 0);
      const repaid = received * (1 + costPercent / 100);
      const repayments: Repayment[] = shares.map((share, i) => {
        return {
          afterPeriods: i + 1,
          oddFraction,
          amount: paise(Math.ceil((repaid * share) / whole)),
        };
      });
      const flow: CashFlow = { received, repayments, periodsPerYear };
      const [one, two] = [aprByNewton(flow), aprByBisection(flow)];

      expect(Math.abs(one - two)).toBeLessThan(1e-6 * Math.max(1, one));

      const rate = one / 100 / periodsPerYear;
      const worth = repayments.map(
        (r) => r.amount / ((1 + oddFraction * rate) * (1 + rate) ** r.afterPeriods),
      );

      expect(Math.abs(worth.reduce((a, b) => a + b, 0) - received)).toBeLessThan(1e-6 * received);
    }),
  );
});
