import { describe, expect, test } from 'vitest';
import { rupees } from '../money/money.ts';
import { addDays, businessDay } from '../money/time.ts';
import { UserStatus } from '../people/status.ts';
import {
  type GuidanceFacts,
  guidanceCoupon,
  planGuidance,
  reservationValidDays,
  roomWithin,
} from './guidance.ts';
import { priceLoan } from './offer.ts';
import { defaultProducts, maxLoanAmount } from './terms.ts';

const regular: GuidanceFacts = {
  bizStatus: UserStatus.regular,
  isLocked: false,
  hasReservation: false,
  settledLoans: 1,
  settledAtLast: undefined,
  worstOverdueDays: 0,
  monthlyIncome: rupees(40_000),
  decision: 'approved',
  limit: rupees(20_000),
  owed: rupees(0),
  held: rupees(0),
  ceiling: rupees(60_000),
  maxLoan: maxLoanAmount,
  products: defaultProducts,
};

type Change = Partial<GuidanceFacts>;

test.each<[string, Change, string]>([
  [
    'certified, no loan settled',
    { bizStatus: UserStatus.certified, settledLoans: 0 },
    'no-history',
  ],
  ['regular by status alone', { settledLoans: 0 }, 'no-history'],
  ['an order is overdue', { isLocked: true }, 'locked'],
  ['a reservation is open', { hasReservation: true }, 'reservation-open'],
  ['made for this settled loan before', { settledAtLast: 1 }, 'made-before'],
  ['late past the days of grace', { worstOverdueDays: 3 }, 'late'],
  ['the card declines', { decision: 'declined' }, 'not-approved'],
  ['the card wants a person', { decision: 'review' }, 'not-approved'],
  [
    'at the greatest limit',
    { limit: rupees(80_000), monthlyIncome: rupees(160_000) },
    'limit-not-larger',
  ],
  ['at a lower configured maximum', { maxLoan: rupees(20_000) }, 'limit-not-larger'],
  ['at a month’s income', { limit: rupees(40_000) }, 'limit-not-larger'],
  ['all taken', { owed: rupees(20_000), held: rupees(4_500) }, 'no-room'],
  ['nothing left of the year', { ceiling: rupees(999) }, 'no-room'],
  ['nothing on offer', { products: [] }, 'no-room'],
])('nothing is offered: %s', (_, change, reason) => {
  expect(planGuidance({ ...regular, ...change })).toEqual({ ok: false, reason });
});

type Product = readonly [string, number];

test.each<[string, Change, number, Product[]]>([
  [
    '₹5,000 more at least',
    {},
    25_000,
    [
      ['N30', 16_000],
      ['N15', 9_000],
    ],
  ],
  [
    'another settled loan',
    { settledLoans: 2, settledAtLast: 1 },
    25_000,
    [
      ['N30', 16_000],
      ['N15', 9_000],
    ],
  ],
  [
    'as late as grace allows',
    { worstOverdueDays: 2 },
    25_000,
    [
      ['N30', 16_000],
      ['N15', 9_000],
    ],
  ],
  [
    'a quarter more',
    { limit: rupees(30_000) },
    37_000,
    [
      ['N30', 24_000],
      ['N15', 13_000],
    ],
  ],
  [
    'a month’s income at most',
    { limit: rupees(38_000) },
    40_000,
    [
      ['N30', 26_000],
      ['N15', 14_000],
    ],
  ],
  [
    'the greatest limit at most',
    { limit: rupees(76_000), monthlyIncome: rupees(160_000), ceiling: rupees(80_000) },
    80_000,
    [
      ['N30', 53_000],
      ['N15', 25_000],
    ],
  ],
  [
    'less what is owed and held',
    { owed: rupees(10_000), held: rupees(2_000) },
    25_000,
    [
      ['N30', 8_000],
      ['N15', 5_000],
    ],
  ],
  [
    'within the year’s ceiling',
    { ceiling: rupees(6_000) },
    25_000,
    [
      ['N30', 4_000],
      ['N15', 2_000],
    ],
  ],
  ['too little for two', { ceiling: rupees(4_000) }, 25_000, [['N30', 4_000]]],
  ['too little for the longer', { ceiling: rupees(2_900) }, 25_000, [['N15', 2_500]]],
  ['one product on offer', { products: defaultProducts.slice(0, 1) }, 25_000, [['N07', 10_000]]],
])('a larger limit may be asked for: %s', (_, change, limit, products) => {
  const planned = planGuidance({ ...regular, ...change });
  expect(planned).toEqual({
    ok: true,
    guidance: {
      requestedLimit: rupees(limit),
      products: products.map(([productCode, amount]) => ({ productCode, amount: rupees(amount) })),
      total: rupees(products.reduce((total, [, amount]) => total + amount, 0)),
    },
  });
});

describe('every offer of a wide table', () => {
  const limits = [1_000, 5_500, 20_000, 47_500, 79_000];
  const owed = [0, 3_000, 19_500, 60_000];
  const ceilings = [0, 2_000, 10_500, 60_000];
  const all = limits.flatMap((limit) =>
    owed.flatMap((of) => ceilings.map((ceiling) => [limit, of, ceiling] as const)),
  );

  test.each(all)(
    'limit %i, owed %i, ceiling %i: stays in what is free and can be priced',
    (limit, of, ceiling) => {
      const facts = {
        ...regular,
        limit: rupees(limit),
        owed: rupees(of),
        ceiling: rupees(ceiling),
      };
      const planned = planGuidance({ ...facts, monthlyIncome: rupees(160_000) });
      if (!planned.ok) return expect(planned.reason).toMatch(/no-room|limit-not-larger/);

      const { guidance } = planned;
      expect(guidance.requestedLimit).toBeGreaterThanOrEqual(rupees(limit + 1_000));
      expect(guidance.requestedLimit).toBeLessThanOrEqual(rupees(80_000));
      expect(guidance.total).toBeLessThanOrEqual(roomWithin(guidance.requestedLimit, facts));

      for (const { productCode, amount } of guidance.products) {
        const product = defaultProducts.find(({ code }) => code === productCode)!;
        expect(
          priceLoan({ product, principal: amount, startDay: businessDay('2026-11-21') }).principal,
        ).toBe(amount);
      }
    },
  );
});

test('the coupon outlasts the longest reservation', () => {
  const day = businessDay('2026-11-21');
  expect(guidanceCoupon(day).expiresOn > addDays(day, reservationValidDays)).toBe(true);
});
