import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { guidanceMsg } from '@noren/contract/preorder';
import { guidanceCoupon, guidanceStandsMs, planGuidance } from '@noren/core/lending/guidance';
import { assess } from '@noren/core/lending/scorecard';
import { defaultScorecard } from '@noren/core/lending/scorecard-default';
import { findProduct } from '@noren/core/lending/terms';
import { paise } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { giveCoupon, readCoupons } from '../../lending/coupon-store.ts';
import { lockCredit, readCredit, readProducts } from '../../lending/credit-store.ts';
import { offsetClock } from '../../platform/business-time.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { readScoreInputs } from '../loans/evaluate-credit.ts';
import { applyForGuidance } from './apply-guidance.ts';
import { isGuidanceOpen, takenOf, totalOf } from './guidance-open.ts';
import { addGuidance, answerGuidance, type KeptGuidance, readAnswer, readGuidance } from './guidance-store.ts';
import { issueCoupon } from '../coupons/store.ts';

type Guidance = AnswerOf<typeof guidanceMsg>['guidance'];

/** The loan guide: what may be asked for, asking for it, giving it up. */
export const guidanceHandlers: Handlers<'guidanceMsg' | 'applyGuidance' | 'giveUpGuidance'> = {
  async guidanceMsg(ctx, _input, db) {
    // Whoever has settled no loan is offered nothing: most who look.
    if (ctx.session.bizStatus < UserStatus.regular) return { guidance: null };
    const { newest, settledLoans, hasReservation } = await readGuidance(db, ctx.userId);
    if (hasReservation) return { guidance: null };
    const isMadeBefore = newest !== undefined && newest.settledLoans >= settledLoans;
    // Made when it is first looked at, so that its 24 hours begin with that look.
    // Most have none to come: they are found out without a lock that a payment would wait for.
    const isNew =
      !isMadeBefore &&
      (await planOf(ctx, db)) !== null &&
      (await db.transaction().execute((tx) => makeGuidance(ctx, tx)));
    // Another tab may have made it in the meantime.
    const standing = isMadeBefore ? newest : (await readGuidance(db, ctx.userId)).newest;
    return { guidance: standing ? await showGuidance(ctx, db, standing, isNew) : null };
  },

  applyGuidance: (ctx, { body }, tx) => applyForGuidance(ctx, body, tx),

  async giveUpGuidance({ userId, now }, { body }, tx) {
    const { guidanceId } = body;
    await lockCredit(tx, userId);
    await answerGuidance(tx, { userId, guidanceId, answer: 'given_up', now });
    const kept = await readAnswer(tx, userId, guidanceId);
    if (!kept) throw new CallError(CODES.notFound, 'error.not_found');
    if (kept.answer !== 'given_up')
      throw new CallError(CODES.conflict, 'guide.applied', { data: { reason: 'already_applied' } });
    return {};
  },
};

async function showGuidance(ctx: UserCtx, db: Db, kept: KeptGuidance, isNew: boolean): Promise<Guidance> {
  if (!isGuidanceOpen(ctx, kept, await readCredit(db, ctx.userId, ctx.today))) return null;
  const [coupon] = await readCoupons(db, ctx.userId, kept.couponId);
  const isUsable = coupon && !coupon.order && 'amount' in coupon.terms.discount;
  return {
    guidanceId: kept.guidanceId,
    limitNowPaise: kept.limitNowPaise,
    limitAskedPaise: kept.limitAskedPaise,
    coupon:
      isUsable && 'amount' in coupon.terms.discount
        ? { couponId: kept.couponId, amountPaise: coupon.terms.discount.amount }
        : null,
    products: kept.products,
    applyTotalAmount: totalOf(kept),
    expiresAt: kept.expiresAt - (offsetClock(ctx) - ctx.now),
    isNew,
    isRegular: true,
  };
}

/** Decides on today's facts whether there is an offer to make. @returns null where there is none */
async function planOf(ctx: UserCtx, db: Db | Tx) {
  const { userId, deps, today } = ctx;
  const { newest, settledLoans, hasReservation } = await readGuidance(db, userId);
  const credit = await readCredit(db, userId, today);
  const read = await readScoreInputs(db, deps, userId);
  if (!read || credit.state !== 'approved') return null;
  const products = await readProducts(db, today);
  const { inputs } = read;
  const decision = assess(inputs, defaultScorecard);
  const planned = planGuidance({
    bizStatus: ctx.session.bizStatus,
    isLocked: credit.isLocked,
    hasReservation,
    settledLoans,
    settledAtLast: newest?.settledLoans,
    worstOverdueDays: inputs.worstOverdueDays,
    monthlyIncome: inputs.monthlyIncome,
    decision: decision.outcome,
    limit: paise(credit.limitPaise),
    ...takenOf(ctx, credit),
    products,
  });
  if (!planned.ok) return null;
  const { limitAsked, products: offered } = planned.guidance;
  return { limitAsked, offered, settledLoans, credit, products, basis: { inputs, decision } };
}

/** Makes the offer that is to be made, and keeps it with what it was decided from. */
async function makeGuidance(ctx: UserCtx, tx: Tx): Promise<boolean> {
  const { userId, today, now } = ctx;
  await lockCredit(tx, userId);
  const planned = await planOf(ctx, tx);
  if (!planned) return false;
  const { settledLoans, credit, limitAsked, basis } = planned;
  const couponId = await issueCoupon(tx, userId, {
    ...guidanceCoupon(today),
    source: 'loan_guide',
    actor: 'system',
    now,
  });
  await addGuidance(tx, {
    userId,
    settledLoans,
    limitNowPaise: credit.limitPaise,
    limitAskedPaise: limitAsked,
    products: planned.offered.map(({ productCode, amount }) => {
      const product = findProduct(planned.products, productCode);
      return {
        productCode,
        productIcon: `days-${product?.tenorDays ?? 0}`,
        productName: product?.name ?? productCode,
        productAmount: amount,
      };
    }),
    couponId,
    basis,
    expiresAt: offsetClock(ctx) + guidanceStandsMs,
    now,
  });
  return true;
}
