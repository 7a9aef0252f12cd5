import type { Paise } from '../money/money.ts';
import { addDays, type BusinessDay } from '../money/time.ts';
import type { Coupon } from './coupon.ts';
import type { TermsFault } from './terms-fault.ts';

/**
 * Who gets the coupons of a campaign. `never_borrowed`: approved for a limit, with no order yet;
 * `returning`: with a settled loan and none open; `approved`: everybody with an approved limit.
 * Borrowers who are overdue get none.
 */
export const CAMPAIGN_SEGMENTS = ['never_borrowed', 'returning', 'approved'] as const;
export type CampaignSegment = (typeof CAMPAIGN_SEGMENTS)[number];

/** @ASSUMED The longest time a campaign may run. */
const MAX_DAYS = 92;

export interface Campaign {
  readonly coupon: Pick<Coupon, 'kind' | 'discount' | 'minPrincipal'>;
  readonly segment: CampaignSegment;
  readonly budgetPaise: number;
  readonly startsOn: BusinessDay;
  readonly endsOn: BusinessDay;
}

/** The largest discount of one coupon: what it can cost the lender at most. */
export function maxDiscount({ discount }: Pick<Coupon, 'discount'>): Paise {
  return 'amount' in discount ? discount.amount : discount.cap;
}

/** How many coupons a budget pays for, if each gives its largest discount. */
export function countAffordableCoupons(
  budgetPaise: number,
  coupon: Pick<Coupon, 'discount'>,
): number {
  const cost = maxDiscount(coupon);
  return cost > 0 ? Math.floor(budgetPaise / cost) : 0;
}

/** The faults of a campaign, by field; empty when it may run. */
export function checkCampaign(
  { coupon, budgetPaise, startsOn, endsOn }: Campaign,
  today: BusinessDay,
): { field: string; fault: TermsFault }[] {
  const rules: [holds: boolean, field: string, fault: TermsFault][] = [
    [maxDiscount(coupon) > 0, 'amount', { code: 'coupon_worthless' }],
    [countAffordableCoupons(budgetPaise, coupon) >= 1, 'budgetPaise', { code: 'budget_small' }],
    [startsOn >= today, 'startsOn', { code: 'campaign_past' }],
    [endsOn >= startsOn, 'endsOn', { code: 'campaign_reversed' }],
    [endsOn <= addDays(startsOn, MAX_DAYS), 'endsOn', { code: 'campaign_long', days: MAX_DAYS }],
  ];
  return rules.flatMap(([holds, field, fault]) => (holds ? [] : [{ field, fault }]));
}
