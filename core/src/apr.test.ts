import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AprDisagreementError,
  agreedApr,
  aprByBisection,
  aprByNewton,
  aprOf,
  aprOfSingle,
  type CashFlow,
  type Repayment,
} from './apr.ts';
import { add, type Paise, paise, ppmOf, rupees, subtract } from './money.ts';
import { equalInstalments } from './schedule.ts';
import { businessDay } from './time.ts';

const startDay = businessDay('2026-11-20');

// Columns: asked, fee with GST, interest, days, APR in hundredths of a percent.
test.each([
  [10_000, 354, 300, 30, 8249],
  [10_000, 354, 150, 15, 12714],
  [10_000, 354, 70, 7, 22920],
  [10_000, 295, 240, 30, 6707],
  [10_000, 0, 0, 30, 0],
])('%i less %i, interest %i, %i days: %i', (asked, fees, interest, days, expected) => {
  const received = subtract(rupees(asked), rupees(fees));
  expect(aprOfSingle({ received, repaid: rupees(asked + interest), days })).toBe(expected);
});

test('the published example: 20,000 over 24 months at 15 %, fees 400, is 17.07 %', () => {
  const rows = equalInstalments({ principal: rupees(20_000), ratePpmPerYear: 150_000, count: 24, startDay });
  const repayments = rows.map((row) => ({ afterPeriods: row.number, amount: row.amount }));
  expect(aprOf({ received: rupees(19_600), repayments, periodsPerYear: 12 })).toBe(1707);
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
    ['at once', { received: rupees(50), repayments: [{ afterPeriods: 0, amount: rupees(99) }], periodsPerYear: 12 }],
  ])('%s', (_name, flow) => expect(() => aprOf(flow)).toThrow(RangeError));
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
        return { afterPeriods: i + 1, oddFraction, amount: paise(Math.ceil((repaid * share) / whole)) };
      });
      const flow: CashFlow = { received, repayments, periodsPerYear };
      const [one, two] = [aprByNewton(flow), aprByBisection(flow)];
      expect(Math.abs(one - two)).toBeLessThan(1e-6 * Math.max(1, one));
      const rate = one / 100 / periodsPerYear;
      const worth = repayments.map((r) => r.amount / ((1 + oddFraction * rate) * (1 + rate) ** r.afterPeriods));
      expect(Math.abs(worth.reduce((a, b) => a + b, 0) - received)).toBeLessThan(1e-6 * received);
    }),
  );
});

type PublishedCase = {
  id: string;
  sanctioned: number;
  netDisbursed: number;
  instalments: string | { day?: number; month?: number; amount: number }[] | { n: number; epi: number };
  publishedApr: number;
  reproducingConvention: string | null;
  within0_05pp: boolean;
};
const oracle = JSON.parse(readFileSync(new URL('../oracles/K-published-apr.json', import.meta.url), 'utf8'));
const published = oracle.cases.filter((one: PublishedCase) => one.within0_05pp) as PublishedCase[];

/** Rupees of a source, to the nearest paisa: some print instalments finer than that. */
const nearest = (amount: number) => paise(Math.round(amount * 100));

/** The cash flow of a case under the convention that its publisher used. */
function flowOf(one: PublishedCase): CashFlow {
  const received = nearest(one.reproducingConvention?.endsWith('_gross') ? one.sanctioned : one.netDisbursed);
  if (typeof one.instalments === 'string') {
    return { received, repayments: monthly(irregular[one.id]!), periodsPerYear: 12 };
  }
  if (!Array.isArray(one.instalments)) {
    const oddFraction = one.id === 'regz-c1-ii' ? 19 / 30 : 0;
    const amounts = Array<number>(one.instalments.n).fill(one.instalments.epi);
    return { received, repayments: monthly(amounts, oddFraction), periodsPerYear: 12 };
  }
  const [{ day, month, amount }] = one.instalments as [{ day?: number; month?: number; amount: number }];
  if (one.reproducingConvention === 'dailyIRRx365') {
    return { received, repayments: [{ afterPeriods: day!, amount: nearest(amount) }], periodsPerYear: 365 };
  }
  // One payment: the unit period is the whole term, or a year when the term is longer.
  const years = day ? day / 365 : month! / 12;
  const periods = Math.max(1, Math.round(years));
  const repayments = [{ afterPeriods: periods, amount: nearest(amount) }];
  return { received, repayments, periodsPerYear: periods / years };
}

const irregular: Record<string, number[]> = {
  'regz-c2-i': [250, ...Array<number>(23).fill(230)],
  'regz-c4-i': [250, ...Array<number>(22).fill(230), 280],
};

/** Monthly repayments, each after the same fraction of an odd first month. */
function monthly(amounts: number[], oddFraction = 0): Repayment[] {
  return amounts.map((amount, i) => ({ afterPeriods: i + 1, oddFraction, amount: nearest(amount) }));
}

describe('published rates', () => {
  test('there are cases', () => expect(published.length).toBeGreaterThan(10));
  test.each(published.map((one) => [one.id, one] as const))('%s', (_id, one) => {
    const flow = flowOf(one);
    expect(Math.abs(aprByNewton(flow) - one.publishedApr)).toBeLessThanOrEqual(0.05);
    expect(Math.abs(aprOf(flow) / 100 - aprByNewton(flow))).toBeLessThanOrEqual(0.0051);
  });
});

test('a published statement agrees only when the fee counts with its GST', () => {
  const statements = JSON.parse(readFileSync(new URL('../oracles/E-india-kfs.json', import.meta.url), 'utf8'));
  const { given, expect: expected } = statements.cases.find((one: { id: string }) => one.id === 'rbl-kfs');
  const fee = nearest(Number(given.feeNetOfGst));
  const repayments = monthly(Array<number>(given.n).fill(Number(given.emi)));
  const aprLess = (fees: Paise) => {
    return aprOf({ received: subtract(nearest(Number(given.sanction)), fees), repayments, periodsPerYear: 12 }) / 100;
  };
  expect(aprLess(fee)).toBe(Number(expected.iritimes12_feeExGst));
  expect(aprLess(add(fee, ppmOf(fee, 180_000, 'half-up')))).toBe(Number(expected.irrTimes12_feeInclGst18));
});
