import { expect, test } from 'vitest';
import { rupees } from '../money/money.ts';
import { addDays, businessDay } from '../money/time.ts';
import { type Campaign, checkCampaign, countAffordableCoupons } from './campaign.ts';

const today = businessDay('2026-11-23');

const good: Campaign = {
  coupon: { kind: 'fee', discount: { amount: rupees(100) }, minPrincipal: rupees(2_000) },
  segment: 'never_borrowed',
  budgetPaise: rupees(1_050),
  startsOn: today,
  endsOn: addDays(today, 30),
};

test('a budget pays for as many coupons as their largest discount allows', () => {
  expect(countAffordableCoupons(good.budgetPaise, good.coupon)).toBe(10);
  expect(
    countAffordableCoupons(rupees(1_000), { discount: { ppm: 500_000, cap: rupees(300) } }),
  ).toBe(3);
  expect(countAffordableCoupons(rupees(1_000), { discount: { amount: rupees(0) } })).toBe(0);
});

test.each<[string, Partial<Campaign>, string[]]>([
  ['nothing wrong', {}, []],
  [
    'no discount',
    { coupon: { ...good.coupon, discount: { amount: rupees(0) } } },
    ['amount', 'budgetPaise'],
  ],
  ['a budget below one coupon', { budgetPaise: rupees(99) }, ['budgetPaise']],
  ['a start in the past', { startsOn: addDays(today, -1) }, ['startsOn']],
  ['an end before its start', { endsOn: addDays(today, -1) }, ['endsOn']],
  ['more than 92 days', { endsOn: addDays(today, 93) }, ['endsOn']],
])('a campaign with %s', (_, change, fields) => {
  expect(checkCampaign({ ...good, ...change }, today).map(({ field }) => field)).toEqual(fields);
});
