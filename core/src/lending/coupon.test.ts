import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paise, rupees } from '../money/money.ts';
import { businessDay } from '../money/time.ts';
import { type Coupon, certificationCoupon, couponDiscount } from './coupon.ts';

type Use = Parameters<typeof couponDiscount>[1];

const coupon = (more: Partial<Coupon> = {}): Coupon => ({
  id: 'c1',
  kind: 'fee',
  discount: { amount: rupees(100) },
  minPrincipal: rupees(5_000),
  expiresOn: businessDay('2026-11-30'),
  ...more,
});

const use: Use = {
  kind: 'fee',
  principal: rupees(10_000),
  base: rupees(300),
  day: businessDay('2026-11-30'),
};

test.each<[string, Partial<Coupon>, Partial<Use>, number | string]>([
  ['an amount', {}, {}, 10_000],
  ['at most the base', {}, { base: rupees(40) }, 4_000],
  ['a percent', { discount: { ppm: 500_000, cap: rupees(1_000) } }, {}, 15_000],
  ['a percent to its cap', { discount: { ppm: 500_000, cap: rupees(50) } }, {}, 5_000],
  ['a percent half up', { discount: { ppm: 500_000, cap: rupees(50) } }, { base: paise(1) }, 1],
  ['a day late', { expiresOn: businessDay('2026-11-29') }, {}, 'expired'],
  ['a loan too small', { minPrincipal: rupees(10_001) }, {}, 'below-min-principal'],
  ['another kind', { kind: 'repay' }, {}, 'wrong-kind'],
])('%s', (_name, couponChange, useChange, expected) => {
  const answer = couponDiscount(coupon(couponChange), { ...use, ...useChange });
  expect(answer.ok ? answer.amount : answer.reason).toBe(expected);
});

test('a coupon never gives more than its base, its amount or its cap', () => {
  const money = fc.nat(1_000_000).map(paise);
  const discount = fc.oneof(
    fc.record({ amount: money }),
    fc.record({ ppm: fc.nat(1_000_000), cap: money }),
  );
  fc.assert(
    fc.property(discount, money, (what, base) => {
      const answer = couponDiscount(coupon({ discount: what }), { ...use, base });
      const most = 'amount' in what ? what.amount : what.cap;
      expect(
        answer.ok && answer.amount >= 0 && answer.amount <= base && answer.amount <= most,
      ).toBe(true);
    }),
  );
});

test('completing the certification issues a fee coupon valid for thirty days including the last', () => {
  const issued: Coupon = { id: 'c1', ...certificationCoupon(businessDay('2026-11-21')) };
  const use = { kind: 'fee' as const, principal: rupees(5_000), base: rupees(150) };

  expect(couponDiscount(issued, { ...use, day: businessDay('2026-12-21') })).toEqual({
    ok: true,
    amount: rupees(100),
  });
  expect(couponDiscount(issued, { ...use, day: businessDay('2026-12-22') })).toMatchObject({
    reason: 'expired',
  });

  const small = {
    ...use,
    principal: rupees(1_500),
    base: rupees(45),
    day: businessDay('2026-11-21'),
  };
  expect(couponDiscount(issued, small)).toMatchObject({ reason: 'below-min-principal' });
});
