import { CODES } from '@noren/contract/codes';
import { type Coupon, couponDiscount } from '@noren/core/lending/coupon';
import type { LoanView } from '@noren/core/lending/loan';
import { paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import { LEAST_PAYMENT_PAISE } from '../../../lending/least-payment.ts';
import { payoffAmount } from '../../../lending/loan-book.ts';
import type { Order } from '../../../lending/order-store.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import { readCoupons, type StoredCoupon, standingOrder } from '../../coupons/store.ts';

/** A coupon that comes off what is owed, with what it takes off a full repayment. */
export interface UsableCoupon {
  readonly couponId: string;
  readonly kind: 'interest' | 'repay';
  readonly discountPaise: number;
  readonly expiresOn: BusinessDay;
}

/** Why one cannot be used; each has its words. */
type CouponReason = 'not_for_repaying' | 'expired' | 'below_min_principal' | 'held' | 'used' | 'no_interest';

interface Asked {
  readonly order: Pick<Order, 'userId' | 'repayId' | 'principalPaise'>;
  readonly view: LoanView;
  readonly day: BusinessDay;
  readonly now: number;
}

/** What a coupon takes off a full repayment of an order on a day, or why it cannot be used for it. */
function evaluateCoupon(
  kept: StoredCoupon,
  asked: Asked,
): { ok: true; coupon: UsableCoupon } | { ok: false; reason: CouponReason } {
  const { terms } = kept;
  const standing = standingOrder(kept, asked.now);
  if (terms.kind === 'fee') return { ok: false, reason: 'not_for_repaying' };
  if (standing?.isUsed) return { ok: false, reason: 'used' };
  // Held by a payment of this very order it may be chosen again: that payment is begun anew.
  if (standing && standing.repayId !== asked.order.repayId) return { ok: false, reason: 'held' };
  const answer = discountOf(terms, terms.kind, asked);
  if (!answer.ok) return { ok: false, reason: answer.reason === 'expired' ? 'expired' : 'below_min_principal' };
  // @ASSUMED a payment stands behind every coupon, so something is left to pay.
  const discountPaise = Math.min(answer.amount, payoffAmount(asked.view) - LEAST_PAYMENT_PAISE);
  if (discountPaise <= 0) return { ok: false, reason: 'no_interest' };
  return {
    ok: true,
    coupon: { couponId: terms.id, kind: terms.kind, discountPaise, expiresOn: terms.expiresOn },
  };
}

function discountOf(terms: Coupon, kind: 'interest' | 'repay', { order, view, day }: Asked) {
  const base = kind === 'interest' ? view.interestOwed : view.totalOwed;
  return couponDiscount(terms, { kind, principal: paise(order.principalPaise), base, day });
}

/** Those a user could choose for an order now: what takes most off first. */
export async function listUsableCoupons(db: Db | Tx, asked: Asked): Promise<UsableCoupon[]> {
  if (asked.view.totalOwed === 0) return [];
  const judged = (await readCoupons(db, asked.order.userId)).map((kept) => evaluateCoupon(kept, asked));
  return judged
    .flatMap((one) => (one.ok ? [one.coupon] : []))
    .sort((a, b) => b.discountPaise - a.discountPaise || (a.couponId < b.couponId ? -1 : 1));
}

/** The coupon a user chose. @throws CallError 404 when it is not the user's, 409 when it cannot be used here */
export async function requireUsableCoupon(db: Db | Tx, couponId: string, asked: Asked): Promise<UsableCoupon> {
  const [kept] = await readCoupons(db, asked.order.userId, couponId);
  if (!kept) throw new CallError(CODES.notFound, 'error.not_found');
  const judged = evaluateCoupon(kept, asked);
  if (judged.ok) return judged.coupon;
  const { reason } = judged;
  throw new CallError(CODES.conflict, `repayment.coupon_${reason}`, { data: { reason: `coupon_${reason}` } });
}

/** What a payment's coupon lets go of on the payment's own day, were it paid so; null when it cannot be used any more. */
export async function readUsableCoupon(tx: Tx, couponId: string, asked: Asked): Promise<UsableCoupon | null> {
  const [kept] = await readCoupons(tx, asked.order.userId, couponId);
  const judged = kept && evaluateCoupon(kept, asked);
  return judged?.ok ? judged.coupon : null;
}
