import { CAMPAIGN_SEGMENTS } from '@noren/core/lending/campaign';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { paise, uuid } from '../fields.ts';
import { listPage } from './cursor.ts';
import { campaignTerms, couponTerms } from './terms.ts';

/** Coupon campaigns with issued coupons, newest first. */
export const campaigns = call({
  method: 'GET',
  path: '/staff/products/campaigns',
  who: { permission: 'products.read' },
  query: z.object({ after: z.optional(uuid) }),
  response: listPage(
    z.extend(campaignTerms, {
      campaignId: uuid,
      coupon: couponTerms,
      committedPaise: paise,
      coupons: z.int(),
      state: z.enum(['waiting', 'running', 'spent', 'given']),
    }),
    uuid,
  ),
});

/** Number of people in a segment now, and of coupons that a budget covers. */
export const segmentSize = call({
  method: 'GET',
  path: '/staff/products/campaigns/segment',
  who: { permission: 'products.read' },
  query: z.object({ segment: z.enum(CAMPAIGN_SEGMENTS) }),
  response: z.object({ people: z.int() }),
});
