import { CAMPAIGN_SEGMENTS } from '@noren/core/lending/campaign';
import * as z from 'zod/mini';
import { day, paise, uuid } from '../fields.ts';
import { staffCall } from './staff-call.ts';

/** What a coupon gives. */
export const couponTerms = z.object({
  kind: z.enum(['fee', 'interest', 'repay']),
  discount: z.union([
    z.object({ amount: paise }),
    z.object({ ppm: z.int().check(z.gte(1), z.lte(1_000_000)), cap: paise }),
  ]),
  minPrincipal: paise,
});

/** A coupon for everybody of a segment, until the budget is given out. */
export const campaignTerms = z.object({
  name: z.string().check(z.trim(), z.minLength(3, 'empty'), z.maxLength(60, 'long')),
  segment: z.enum(CAMPAIGN_SEGMENTS),
  /** The most that its coupons may cost together. */
  budgetPaise: paise,
  /** The day on which they are given. */
  startsOn: day,
  /** The last day on which its coupons may be used. */
  endsOn: day,
});

/** Coupon campaigns, newest first, with what they gave. */
export const campaigns = staffCall({
  method: 'GET',
  path: '/staff/products/campaigns',
  permission: 'products.read',
  query: z.object({ after: z.optional(uuid) }),
  response: z.object({
    rows: z.array(
      z.extend(campaignTerms, {
        campaignId: uuid,
        coupon: couponTerms,
        committedPaise: paise,
        coupons: z.int(),
        state: z.enum(['waiting', 'running', 'spent', 'given']),
      }),
    ),
    next: z.nullable(uuid),
  }),
});

/** How many people a segment has now, and how many coupons a budget pays for. */
export const segmentSize = staffCall({
  method: 'GET',
  path: '/staff/products/campaigns/segment',
  permission: 'products.read',
  query: z.object({ segment: z.enum(CAMPAIGN_SEGMENTS) }),
  response: z.object({ people: z.int() }),
});
