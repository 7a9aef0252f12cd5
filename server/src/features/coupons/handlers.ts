import type { Coupon } from '@noren/contract/coupons';
import { giveCertificationCoupon, readCoupons, type StoredCoupon, standingOrder } from '../../lending/coupon-store.ts';
import { recordAction } from '../../platform/audit.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { type MessageId, say } from '../../platform/translations/translations.ts';

/** Coupons given and kept. Using one is part of a quote (the loans room) or of a payment (the repayment room). */
export const couponsHandlers: Handlers<'receiveCoupon' | 'couponList'> = {
  async receiveCoupon(ctx, _input, tx) {
    const { userId, today, now } = ctx;
    const { couponId, isNew } = await giveCertificationCoupon(tx, userId, { today, now });
    if (isNew) await recordAction(tx, { at: now, userId, actor: 'user', action: 'coupon_given', subject: couponId });
    const [kept] = await readCoupons(tx, userId, couponId);
    if (!kept) throw new Error('a coupon just given is not there');
    return { coupon: showCoupon(ctx, kept), isNew };
  },

  async couponList(ctx, _input, db) {
    const coupons = (await readCoupons(db, ctx.userId)).map((kept) => showCoupon(ctx, kept));
    const order = ['usable', 'held', 'used', 'expired'];
    const details = coupons.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    return { businessDay: ctx.today, details };
  },
};

function showCoupon(ctx: UserCtx, kept: StoredCoupon): Coupon {
  const { terms, source } = kept;
  const order = standingOrder(kept, ctx.now);
  const { discount } = terms;
  const state = stateOf(ctx, { terms, order });
  const isOfPayment = state === 'held' && terms.kind !== 'fee';
  const closed = isOfPayment ? 'coupons.held_by_payment' : CLOSED_BECAUSE[state];
  return {
    couponId: terms.id,
    kind: terms.kind,
    discount: 'amount' in discount ? { amountPaise: discount.amount } : { ppm: discount.ppm, capPaise: discount.cap },
    leastPrincipalPaise: terms.minPrincipal,
    expiresOn: terms.expiresOn,
    source,
    state,
    repayId: order?.repayId ?? null,
    closedBecause: closed ? say(ctx.language, closed) : null,
  };
}

const CLOSED_BECAUSE: Record<Coupon['state'], MessageId | null> = {
  usable: null,
  held: 'coupons.held',
  used: 'coupons.used',
  expired: 'coupons.expired',
};

function stateOf({ today }: UserCtx, { terms, order }: Pick<StoredCoupon, 'terms' | 'order'>): Coupon['state'] {
  if (order) return order.isUsed ? 'used' : 'held';
  return today > terms.expiresOn ? 'expired' : 'usable';
}
