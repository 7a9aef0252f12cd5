import { min, type Paise, splitPaise, subtract, sum, zeroPaise } from '../money/money.ts';

/** A coupon of a fixed amount: used up bit by bit, or whole each time for so many times. Paise. */
export type CouponBalance = { amount: Paise; used: Paise; usesLeft?: number };

/** What a coupon takes off the lines of one bill, and what it is after that. */
export type CouponCredit = { credit: Paise; perLine: Paise[]; isSpent: boolean; left: Paise; usesLeft?: number };

/**
 * Takes what is left of a coupon off lines, in proportion to them, never more than they come to; the parts sum to the
 * credit. One with `usesLeft` gives its whole amount each time, and one use goes.
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

/** Whether a used-up coupon can be used again once the bill that it was used on is reversed. */
export function isGivenBack(coupon: { isWithdrawn: boolean; isForever: boolean }): boolean {
  return !coupon.isWithdrawn && !coupon.isForever;
}
