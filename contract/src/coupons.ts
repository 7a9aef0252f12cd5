import * as z from 'zod/mini';
import { call } from './call.ts';
import { day, paise } from './fields.ts';

/** A coupon of the user's. It takes off either an amount, or parts per million with a cap. */
const coupon = z.object({
  couponId: z.uuid(),
  /** What it comes off: the processing fee (chosen before the key facts), the interest, or all that is owed. */
  kind: z.enum(['fee', 'interest', 'repay']),
  discount: z.union([z.object({ amountPaise: paise }), z.object({ ppm: z.int(), capPaise: paise })]),
  leastPrincipalPaise: paise,
  /** The last day it may be used. */
  expiresOn: day,
  source: z.enum(['certification', 'loan_guide', 'operator']),
  /**
   * Of kind fee: held by an order in progress, used by one that was paid out; a cancelled order releases it. Of the
   * others: held by an open payment, used by one received; one that expired or was reversed releases it.
   */
  state: z.enum(['usable', 'held', 'used', 'expired']),
  /** The order that holds or used it. */
  repayId: z.nullable(z.string()),
  /** Why it cannot be used now, in words. */
  closedBecause: z.nullable(z.string()),
});
export type Coupon = z.infer<typeof coupon>;

/** Issues the coupon for completing the certification: one, once, however often it is called. */
export const receiveCoupon = call({
  method: 'POST',
  path: '/api/user/coupon/receiveCoupon/auth/complete',
  who: 'certified',
  response: z.object({ coupon, isNew: z.boolean() }),
  changes: true,
});

/** All coupons the user ever had: those that may be used first, soonest to expire first. */
export const couponList = call({
  method: 'GET',
  path: '/api/user/coupon/couponList',
  who: 'certified',
  response: z.object({ businessDay: day, details: z.array(coupon) }),
});
