import type { Coupon } from '@noren/contract/coupons';
import {
  activeCouponOrder,
  issueCertificationCoupon,
  readCoupons,
  type StoredCoupon,
} from '../../lending/orders/coupon-store.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { say, type TextId } from '../../platform/translations/translations.ts';

/**
 * Issuing and listing coupons. They are used in quotes (features/loans) and payments
 * (features/repayment).
 */
export const couponsHandlers = {
  async receiveCoupon(ctx, _input, tx) {
    const { userId, today, now } = ctx;
    const { couponId, isNew } = await issueCertificationCoupon(tx, userId, { today, now });

    if (isNew)
      await recordOwnAction(
        tx,
        { userId, now },
        {
          action: 'coupon_given',
          subject: couponId,
        },
      );

    const [coupon] = await readCoupons(tx, userId, couponId);
    if (!coupon) throw new Error('coupon missing right after it was issued');

    return { coupon: couponView(ctx, coupon), isNew };
  },

  async couponList(ctx, _input, db) {
    const coupons = (await readCoupons(db, ctx.userId)).map((coupon) => couponView(ctx, coupon));
    const order = ['usable', 'held', 'used', 'expired'];
    const details = coupons.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    return { businessDay: ctx.today, details };
  },
} satisfies Partial<Handlers>;

function couponView(ctx: UserCtx, coupon: StoredCoupon): Coupon {
  const { terms, source } = coupon;
  const order = activeCouponOrder(coupon, ctx.now);
  const { discount } = terms;
  const state = decideState(ctx, { terms, order });
  const isHeldByPayment = state === 'held' && terms.kind !== 'fee';
  const reason = isHeldByPayment ? 'coupons.held_by_payment' : unusableReasons[state];

  return {
    couponId: terms.id,
    kind: terms.kind,
    discount:
      'amount' in discount
        ? { amountPaise: discount.amount }
        : { ppm: discount.ppm, capPaise: discount.cap },
    leastPrincipalPaise: terms.minPrincipal,
    expiresOn: terms.expiresOn,
    source,
    state,
    repayId: order?.repayId ?? null,
    closedBecause: reason ? say(ctx.language, reason) : null,
  };
}

const unusableReasons: Record<Coupon['state'], TextId | null> = {
  usable: null,
  held: 'coupons.held',
  used: 'coupons.used',
  expired: 'coupons.expired',
};

function decideState(
  { today }: UserCtx,
  { terms, order }: Pick<StoredCoupon, 'terms' | 'order'>,
): Coupon['state'] {
  if (order) return order.isUsed ? 'used' : 'held';
  return today > terms.expiresOn ? 'expired' : 'usable';
}
