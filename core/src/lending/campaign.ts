import type { Paise } from '../money/money.ts';
import { addDays, type BusinessDay } from '../money/time.ts';
import type { Coupon } from './coupon.ts';
import type { TermsFault } from './terms-fault.ts';

/**
 * Whom a coupon campaign is for: with an approved limit and no order yet; with a settled loan and
 * none open; with an approved limit. Nobody who is overdue, whatever the segment.
 */
export const CAMPAIGN_SEGMENTS = ['never_borrowed', 'returning', 'approved'] as const;
export type CampaignSegment = (typeof CAMPAIGN_SEGMENTS)[number];

/** @ASSUMED The longest that a campaign may run. */
const LONGEST_DAYS = 92;

export interface Campaign {
  readonly coupon: Pick<Coupon, 'kind' | 'discount' | 'minPrincipal'>;
  readonly segment: CampaignSegment;
  readonly budgetPaise: number;
  readonly startsOn: BusinessDay;
  readonly endsOn: BusinessDay;
}

/** The most that one coupon can cost the lender. */
export function mostOfCoupon({ discount }: Pick<Coupon, 'discount'>): Paise {
  return 'amount' in discount ? discount.amount : discount.cap;
}

/** How many coupons a budget pays for, if each costs the most it can. */
export function couponsInBudget(budgetPaise: number, coupon: Pick<Coupon, 'discount'>): number {
  const most = mostOfCoupon(coupon);
  return most > 0 ? Math.floor(budgetPaise / most) : 0;
}

/** The faults of a campaign, by field; empty when it may run. */
export function checkCampaign(
  { coupon, budgetPaise, startsOn, endsOn }: Campaign,
  today: BusinessDay,
): { field: string; fault: TermsFault }[] {
  const faults: [boolean, string, TermsFault][] = [
    [mostOfCoupon(coupon) > 0, 'amount', { code: 'coupon_worthless' }],
    [couponsInBudget(budgetPaise, coupon) >= 1, 'budgetPaise', { code: 'budget_small' }],
    [startsOn >= today, 'startsOn', { code: 'campaign_past' }],
    [endsOn >= startsOn, 'endsOn', { code: 'campaign_reversed' }],
    [
      endsOn <= addDays(startsOn, LONGEST_DAYS),
      'endsOn',
      { code: 'campaign_long', days: LONGEST_DAYS },
    ],
  ];
  return faults.flatMap(([holds, field, fault]) => (holds ? [] : [{ field, fault }]));
}
