import { applyPpm, min, type Paise, rupees, zeroPaise } from '../money/money.ts';
import { addDays, type BusinessDay } from '../money/time.ts';
import { creditLines } from './coupon-lines.ts';

/**
 * What a coupon comes off: the processing fee (before the offer), the interest, or all that is
 * owed.
 */
export type CouponKind = 'fee' | 'interest' | 'repay';

/**
 * One coupon. A percent is in parts per million of what it comes off, at most `cap`. Source:
 * `docs/credit.md`, coupons.
 */
export type Coupon = {
  id: string;
  kind: CouponKind;
  discount: { amount: Paise } | { ppm: number; cap: Paise };
  minPrincipal: Paise;
  /** The last day it may be used. */
  expiresOn: BusinessDay;
};

/**
 * The coupon that completing the certification gives on `day`, once.
 * @ASSUMED ₹100 off the processing fee of a loan of ₹2,000 or more, for 30 days; a smaller fee is
 * taken off whole.
 */
export function certificationCoupon(day: BusinessDay): Omit<Coupon, 'id'> {
  return {
    kind: 'fee',
    discount: { amount: rupees(100) },
    minPrincipal: rupees(2_000),
    expiresOn: addDays(day, 30),
  };
}

/** Why a coupon gives nothing here. */
export type CouponRefusal = 'wrong-kind' | 'expired' | 'below-min-principal';

/** What a coupon takes off, or why it does not apply. */
type CouponAnswer = { ok: true; amount: Paise } | { ok: false; reason: CouponRefusal };

/**
 * What a coupon takes off `base` (the fee before GST, the interest owed, or the total owed) of a
 * loan: never more than `base`; a percent is rounded half up to a paisa.
 */
export function couponDiscount(
  coupon: Coupon,
  use: { kind: CouponKind; principal: Paise; base: Paise; day: BusinessDay },
): CouponAnswer {
  if (coupon.kind !== use.kind) return { ok: false, reason: 'wrong-kind' };
  if (use.day > coupon.expiresOn) return { ok: false, reason: 'expired' };
  if (use.principal < coupon.minPrincipal) return { ok: false, reason: 'below-min-principal' };

  const amount = worth(coupon.discount, use.base);
  return { ok: true, amount: creditLines({ amount, used: zeroPaise }, [use.base]).credit };
}

function worth(discount: Coupon['discount'], base: Paise): Paise {
  return 'amount' in discount
    ? discount.amount
    : min(discount.cap, applyPpm(base, discount.ppm, 'half-up'));
}
