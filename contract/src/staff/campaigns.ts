import { CAMPAIGN_SEGMENTS } from '@noren/core/lending/campaign';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, paise, uuid } from '../fields.ts';

/** What a coupon gives. */
export const couponTerms = z.object({
  kind: z.enum(['fee', 'interest', 'repay']),
  discount: z.union([
    z.object({ amount: paise }),
    z.object({ ppm: z.int().check(z.gte(1), z.lte(1_000_000)), cap: paise }),
  ]),
  minPrincipal: paise,
});

/** A coupon for everybody in a segment, until the budget is used up. */
export const campaignTerms = z.object({
  name: z.string().check(z.trim(), z.minLength(3, 'empty'), z.maxLength(60, 'long')),
  segment: z.enum(CAMPAIGN_SEGMENTS),
  /** Maximum total cost of its coupons. */
  budgetPaise: paise,
  /** Day on which the coupons are issued. */
  startsOn: day,
  /** Last day on which the coupons can be used. */
  endsOn: day,
});

/** Coupon campaigns with issued coupons, newest first. */
export const campaigns = call({
  method: 'GET',
  path: '/staff/products/campaigns',
  who: { permission: 'products.read' },
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

/** Number of people in a segment now, and of coupons that a budget covers. */
export const segmentSize = call({
  method: 'GET',
  path: '/staff/products/campaigns/segment',
  who: { permission: 'products.read' },
  query: z.object({ segment: z.enum(CAMPAIGN_SEGMENTS) }),
  response: z.object({ people: z.int() }),
});
