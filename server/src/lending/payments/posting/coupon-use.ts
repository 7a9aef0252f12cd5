import { CODES } from '@noren/contract/codes';
import { type Coupon, couponDiscount } from '@noren/core/lending/coupon';
import type { LoanView } from '@noren/core/lending/loan';
import { paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { CallError, notFound } from '../../../platform/http/call-error.ts';
import { payoffAmount } from '../../book/loan-book.ts';
import { MIN_PAYMENT_PAISE } from '../../book/minimum-payment.ts';
import { activeCouponOrder, readCoupons, type StoredCoupon } from '../../orders/coupon-store.ts';
import type { Order } from '../../orders/order-store.ts';

/** A coupon usable for a full repayment, with its discount in paise. */
export interface UsableCoupon {
  readonly couponId: string;
  readonly kind: 'interest' | 'repay';
  readonly discountPaise: number;
  readonly expiresOn: BusinessDay;
}

/** Why a coupon cannot be used; the texts are `repayment.coupon_*`. */
type CouponReason =
  | 'not_for_repaying'
  | 'expired'
  | 'below_min_principal'
  | 'held'
  | 'used'
  | 'no_interest';

interface CouponContext {
  readonly order: Pick<Order, 'userId' | 'repayId' | 'principalPaise'>;
  readonly view: LoanView;
  readonly day: BusinessDay;
  readonly now: number;
}

/** The discount of a coupon on a full repayment on a day, or why it cannot be used. */
function evaluateCoupon(
  stored: StoredCoupon,
  context: CouponContext,
): { ok: true; coupon: UsableCoupon } | { ok: false; reason: CouponReason } {
  const { terms } = stored;
  const hold = activeCouponOrder(stored, context.now);

  if (terms.kind === 'fee') return { ok: false, reason: 'not_for_repaying' };
  if (hold?.isUsed) return { ok: false, reason: 'used' };
  // A coupon held by a payment of the same order may be chosen again: that payment is replaced.
  if (hold && hold.repayId !== context.order.repayId) return { ok: false, reason: 'held' };

  const answer = computeDiscount(terms, terms.kind, context);
  if (!answer.ok)
    return { ok: false, reason: answer.reason === 'expired' ? 'expired' : 'below_min_principal' };

  // @ASSUMED a coupon is redeemed by a payment, so the discount leaves at least the minimum
  // payment.
  const discountPaise = Math.min(answer.amount, payoffAmount(context.view) - MIN_PAYMENT_PAISE);
  if (discountPaise <= 0) return { ok: false, reason: 'no_interest' };

  return {
    ok: true,
    coupon: { couponId: terms.id, kind: terms.kind, discountPaise, expiresOn: terms.expiresOn },
  };
}

function computeDiscount(
  terms: Coupon,
  kind: 'interest' | 'repay',
  { order, view, day }: CouponContext,
) {
  const base = kind === 'interest' ? view.interestOwed : view.totalOwed;
  return couponDiscount(terms, { kind, principal: paise(order.principalPaise), base, day });
}

/** The coupons a user can choose for an order now, largest discount first. */
export async function listUsableCoupons(
  db: Db | Tx,
  context: CouponContext,
): Promise<UsableCoupon[]> {
  if (context.view.totalOwed === 0) return [];

  const evaluated = (await readCoupons(db, context.order.userId)).map((stored) =>
    evaluateCoupon(stored, context),
  );
  return evaluated
    .flatMap((one) => (one.ok ? [one.coupon] : []))
    .sort((a, b) => b.discountPaise - a.discountPaise || (a.couponId < b.couponId ? -1 : 1));
}

/**
 * The chosen coupon.
 * @throws CallError 404 when it is not the user's, 409 when it cannot be used here
 */
export async function requireUsableCoupon(
  db: Db | Tx,
  couponId: string,
  context: CouponContext,
): Promise<UsableCoupon> {
  const [stored] = await readCoupons(db, context.order.userId, couponId);
  if (!stored) throw notFound();

  const evaluated = evaluateCoupon(stored, context);
  if (evaluated.ok) return evaluated.coupon;

  const { reason } = evaluated;
  throw new CallError(CODES.conflict, `repayment.coupon_${reason}`, {
    data: { reason: `coupon_${reason}` },
  });
}

/** The payment's coupon as of the value date; null when it cannot be used any more. */
export async function readUsableCoupon(
  tx: Tx,
  couponId: string,
  context: CouponContext,
): Promise<UsableCoupon | null> {
  const [stored] = await readCoupons(tx, context.order.userId, couponId);
  const evaluated = stored && evaluateCoupon(stored, context);
  return evaluated?.ok ? evaluated.coupon : null;
}
