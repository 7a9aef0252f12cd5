import type { AnswerOf } from '@noren/contract/call';
import type { guidanceMsg } from '@noren/contract/preorder';
import { guidanceCoupon, guidanceValidMs, planGuidance } from '@noren/core/lending/guidance';
import { assess } from '@noren/core/lending/scorecard';
import { findProduct } from '@noren/core/lending/terms';
import { paise } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { lockCredit, readCredit } from '../../lending/credit/credit-store.ts';
import { offeredProducts } from '../../lending/credit/offered-products.ts';
import { readScorecard } from '../../lending/credit/scorecard-store.ts';
import { issueCoupon, readCoupons } from '../../lending/orders/coupon-store.ts';
import { offsetClock } from '../../platform/business-time.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/http/call-error.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { readScoreInputs } from '../loans/evaluate-credit.ts';
import { applyForGuidance } from './apply-guidance.ts';
import {
  addGuidance,
  answerGuidance,
  readGuidance,
  readGuidanceAnswer,
  type StoredGuidance,
} from './guidance-store.ts';
import { isGuidanceOpen, sumProducts, usedCredit } from './guidance-validity.ts';

type Guidance = AnswerOf<typeof guidanceMsg>['guidance'];

/** The loan guide: shows an offer of a larger limit, applies for it, or declines it. */
export const guidanceHandlers = {
  async guidanceMsg(ctx, _input, db) {
    // Most callers have settled no loan, so no guidance is due.
    if (ctx.session.bizStatus < UserStatus.regular) return { guidance: null };

    const { newest, settledLoans, hasReservation } = await readGuidance(db, ctx.userId);
    if (hasReservation) return { guidance: null };

    const isMadeBefore = newest !== undefined && newest.settledLoans >= settledLoans;
    // Guidance is created when first viewed, which starts its 24 hours. Plan without a lock first:
    // most users get none, and the lock would delay payments.
    const isNew =
      !isMadeBefore &&
      (await planOffer(ctx, db)) !== null &&
      (await db.transaction().execute((tx) => makeGuidance(ctx, tx)));
    // Another tab may have created it in the meantime.
    const current = isMadeBefore ? newest : (await readGuidance(db, ctx.userId)).newest;

    return { guidance: current ? await guidanceView(ctx, db, current, isNew) : null };
  },

  applyGuidance: (ctx, { body }, tx) => applyForGuidance(ctx, body, tx),

  async giveUpGuidance({ userId, now }, { body }, tx) {
    const { guidanceId } = body;
    await lockCredit(tx, userId);
    await answerGuidance(tx, { userId, guidanceId, answer: 'given_up', now });

    const stored = await readGuidanceAnswer(tx, userId, guidanceId);
    if (!stored) throw notFound();
    if (stored.answer !== 'given_up') throw conflict('guide.applied', 'already_applied');

    return {};
  },
} satisfies Partial<Handlers>;

async function guidanceView(
  ctx: UserCtx,
  db: Db,
  stored: StoredGuidance,
  isNew: boolean,
): Promise<Guidance> {
  if (!isGuidanceOpen(ctx, stored, await readCredit(db, ctx.userId, ctx.today))) return null;

  const [coupon] = await readCoupons(db, ctx.userId, stored.couponId);
  const discount = coupon && !coupon.order ? coupon.terms.discount : null;

  return {
    guidanceId: stored.guidanceId,
    limitNowPaise: stored.limitNowPaise,
    requestedLimitPaise: stored.requestedLimitPaise,
    coupon:
      discount && 'amount' in discount
        ? { couponId: stored.couponId, amountPaise: discount.amount }
        : null,
    products: stored.products,
    applyTotalAmount: sumProducts(stored),
    expiresAt: stored.expiresAt - (offsetClock(ctx) - ctx.now),
    isNew,
    isRegular: true,
  };
}

/**
 * Decides from today's facts whether to offer a larger limit.
 * @returns null when not
 */
async function planOffer(ctx: UserCtx, db: Db | Tx) {
  const { userId, deps, today } = ctx;
  const { newest, settledLoans, hasReservation } = await readGuidance(db, userId);
  const credit = await readCredit(db, userId, today);
  const read = await readScoreInputs(db, deps, userId);
  if (!read || credit.state !== 'approved') return null;

  const products = await offeredProducts(db, today);
  const { inputs } = read;
  const decision = assess(inputs, await readScorecard(db, today));
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
    ...usedCredit(ctx, credit),
    maxLoan: paise(deps.appConfig.maxLoanPaise),
    products,
  });
  if (!planned.ok) return null;

  const { requestedLimit, products: offered } = planned.guidance;
  return { requestedLimit, offered, settledLoans, credit, products, basis: { inputs, decision } };
}

/**
 * Creates the guidance and stores it with the facts it is based on.
 * @returns false when none is due
 */
async function makeGuidance(ctx: UserCtx, tx: Tx): Promise<boolean> {
  const { userId, today, now } = ctx;
  await lockCredit(tx, userId);

  const planned = await planOffer(ctx, tx);
  if (!planned) return false;

  const { settledLoans, credit, requestedLimit, basis } = planned;
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
    requestedLimitPaise: requestedLimit,
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
    expiresAt: offsetClock(ctx) + guidanceValidMs,
    now,
  });

  return true;
}
