import { min, type Paise, splitPaise, subtract, sum, zeroPaise } from '../money/money.ts';

/**
 * A coupon of a fixed amount, spent in parts; with `usesLeft`, its full amount is available at each
 * use. Paise.
 */
export type CouponBalance = { amount: Paise; used: Paise; usesLeft?: number };

/** The credit of a coupon on the lines of one bill, and its balance afterwards. */
export type CouponCredit = {
  credit: Paise;
  perLine: Paise[];
  isSpent: boolean;
  left: Paise;
  usesLeft?: number;
};

/**
 * Divides a coupon's remaining amount over lines in proportion to them, at most their sum; the
 * parts sum to the credit. A coupon with `usesLeft` gives its full amount and loses one use.
 */
export function creditLines(coupon: CouponBalance, lines: readonly Paise[]): CouponCredit {
  const isRecurring = coupon.usesLeft !== undefined;
  const available = isRecurring ? coupon.amount : subtract(coupon.amount, coupon.used);
  const credit = min(available, sum(lines));
  const perLine = credit > 0 ? splitPaise(credit, lines) : lines.map(() => zeroPaise);

  if (coupon.usesLeft !== undefined) {
    const usesLeft = credit > 0 ? coupon.usesLeft - 1 : coupon.usesLeft;
    return { credit, perLine, isSpent: usesLeft === 0, left: coupon.amount, usesLeft };
  }

  const left = subtract(available, credit);
  return { credit, perLine, isSpent: left === 0, left };
}

/**
 * Whether a spent coupon can be used again after the bill it was used on is reversed. `isForever`:
 * never spent.
 */
export function isReusableAfterReversal(coupon: {
  isWithdrawn: boolean;
  isForever: boolean;
}): boolean {
  return !coupon.isWithdrawn && !coupon.isForever;
}
