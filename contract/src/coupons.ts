import * as z from 'zod/mini';
import { call } from './call.ts';
import { day, paise } from './fields.ts';

/** A user's coupon. Its discount is an amount, or parts per million with a cap. */
const coupon = z.object({
  couponId: z.uuid(),
  /**
   * What it discounts: the processing fee (chosen before the key facts), the interest, or the full
   * repayment.
   */
  kind: z.enum(['fee', 'interest', 'repay']),
  discount: z.union([
    z.object({ amountPaise: paise }),
    z.object({ ppm: z.int(), capPaise: paise }),
  ]),
  leastPrincipalPaise: paise,
  /** The last day it may be used. */
  expiresOn: day,
  source: z.enum(['certification', 'loan_guide', 'operator']),
  /**
   * A fee coupon is held by an order in progress, used once that is paid out, and released when it
   * is cancelled. The others are held by an open payment, used once it is received, and released
   * when it expires or is reversed.
   */
  state: z.enum(['usable', 'held', 'used', 'expired']),
  /** The order that holds or used it. */
  repayId: z.nullable(z.string()),
  /** Why it cannot be used now, in words. */
  closedBecause: z.nullable(z.string()),
});

export type Coupon = z.infer<typeof coupon>;

/** Issues the coupon for completing the certification. Idempotent: one coupon per user. */
export const receiveCoupon = call({
  method: 'POST',
  path: '/api/user/coupon/receiveCoupon/auth/complete',
  who: 'certified',
  response: z.object({ coupon, isNew: z.boolean() }),
  changes: true,
});

/** All coupons of the user, usable ones first, then the soonest to expire first. */
export const couponList = call({
  method: 'GET',
  path: '/api/user/coupon/couponList',
  who: 'certified',
  response: z.object({ businessDay: day, details: z.array(coupon) }),
});
