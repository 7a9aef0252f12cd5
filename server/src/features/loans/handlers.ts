import { CODES } from '@noren/contract/codes';
import type { Product } from '@noren/contract/loans';
import type { Coupon } from '@noren/core/lending/coupon';
import { OfferError, priceLoan, principalRange, type Quote } from '@noren/core/lending/offer';
import type { ProductTerms } from '@noren/core/lending/terms';
import { min, type Paise, paise, rupees } from '@noren/core/money/money';
import { askableNow, availableNow, needAskableLimit } from '../../lending/available-credit.ts';
import { readCoupons } from '../../lending/coupon-store.ts';
import {
  type CreditFacts,
  lockCredit,
  readCredit,
  readProducts,
  readQuote,
  readReasons,
  readRefusal,
} from '../../lending/credit-store.ts';
import { reasonMessage } from '../../lending/decision-reasons.ts';
import { keepOffer } from '../../lending/keep-offer.ts';
import { quoteAnswer } from '../../lending/quote-answer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { orRateLimited, waitOf } from '../../platform/http/rate-limits.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { type MessageId, say } from '../../platform/translations/translations.ts';
import { applyHandlers } from './apply.ts';
import { readAsking } from './asking-store.ts';
import { readWaiting, voidWaiting } from './waiting-store.ts';

/** What of a quote's answer is remembered. */
interface Brief {
  readonly proposalNo?: string;
  readonly kfs?: { readonly proposalNo: string };
  readonly dependsOnLimit: boolean;
}

type Calls = 'creditInfo' | 'productList' | 'quoteLoan' | 'viewKfs' | 'applyLoan' | 'applyLoanAuto' | 'cancelWaiting';

export const loansHandlers: Handlers<Calls> = {
  creditInfo: async (ctx, _input, db) => {
    const credit = await readCredit(db, ctx.userId, ctx.today);
    const isDecided = credit.state === 'declined' || credit.state === 'review';
    const reasons = isDecided ? await readReasons(db, ctx.userId) : [];
    const refused = isDecided ? await readRefusal(db, ctx.userId) : null;
    if (refused) reasons.unshift(`refused-${refused}`);
    return {
      state: credit.state,
      limitPaise: credit.limitPaise,
      availablePaise: availableNow(credit, ctx.today).available,
      owedPaise: credit.owedPaise,
      heldPaise: credit.heldPaise,
      isLocked: credit.isLocked,
      reasons: reasons.map((id) => ({ id, text: say(ctx.language, reasonMessage(id)) })),
      waiting: await readWaiting(db, ctx.userId),
    };
  },

  productList: async (ctx, _input, db) => {
    const credit = await readCredit(db, ctx.userId, ctx.today);
    const products = await readProducts(db, ctx.today);
    return {
      businessDay: ctx.today,
      dependsOnLimit: isUndecided(credit),
      details: products.map((product) => showProduct(ctx, product, credit)),
    };
  },

  quoteLoan: twoPhase({
    claimAtCommit: true,
    async commit(ctx, { body }, tx) {
      const rule = ctx.deps.limits.ruleOf('quote-user-minute');
      const { credit, product, fullSince } = await readAsking(tx, { ...ctx, ...body, rule });
      orRateLimited(waitOf(rule, fullSince, ctx.now));
      needAskableLimit(credit);
      if (!product) throw new CallError(CODES.offerGone, 'loans.offer_gone', { data: { reason: 'product' } });
      if (ctx.session.bizStatus < product.minBizStatus)
        throw new CallError(CODES.offerGone, 'loans.closed_regular', { data: { reason: 'regular_users' } });
      const coupon = body.couponId ? await needCoupon(tx, ctx.userId, body.couponId) : undefined;
      const quote = priceAsked(ctx, product, { principal: paise(body.principalPaise), coupon });
      if (quote.principal > askableNow(credit, ctx.today)) throw badAmount('above_available');
      const kept = await keepOffer(tx, ctx, { quote, product });
      return { ...quoteAnswer(kept), dependsOnLimit: isUndecided(credit) };
    },
    // The rest stands in its row for longer than answers are remembered.
    replayKey: {
      of: ({ kfs: { proposalNo }, dependsOnLimit }) => ({ proposalNo, dependsOnLimit }),
      async rebuild({ userId }, brief, tx) {
        // Answers of the last days before there were brief ones are remembered whole.
        const { kfs, dependsOnLimit, proposalNo = kfs?.proposalNo } = brief as Brief;
        const kept = proposalNo ? await readQuote(tx, userId, proposalNo) : null;
        if (!kept) throw new Error('a statement remembered is not there');
        return { ...quoteAnswer({ ...kept, isAccepted: false }), dependsOnLimit };
      },
    },
  }),

  viewKfs: async (ctx, { params }, db) => {
    const kept = await readQuote(db, ctx.userId, params.proposalNo);
    if (!kept) throw new CallError(CODES.notFound, 'error.not_found');
    return { ...quoteAnswer(kept), dependsOnLimit: isUndecided(await readCredit(db, ctx.userId, ctx.today)) };
  },

  async cancelWaiting(ctx, { body }, tx) {
    const { userId, now } = ctx;
    requireCodeFor(ctx, 'cancel');
    await lockCredit(tx, userId);
    if (!(await readQuote(tx, userId, body.proposalNo))) throw new CallError(CODES.notFound, 'error.not_found');
    // One waits at a time, and what has become an order waits no more.
    if ((await readWaiting(tx, userId))?.proposalNo !== body.proposalNo)
      throw new CallError(CODES.conflict, 'loans.not_accepted', { data: { reason: 'not_accepted' } });
    await voidWaiting(tx, { userId, proposalNo: body.proposalNo, reason: 'withdrawn', now });
    return {};
  },

  ...applyHandlers,
};

const isUndecided = (credit: CreditFacts): boolean => credit.state === 'evaluating';

function badAmount(problem: string): CallError {
  return new CallError(CODES.invalidInput, 'loans.amount', { data: { fields: [{ path: 'principalPaise', problem }] } });
}

/** @throws CallError 404 for a coupon that is not the user's, 409 for one that another order stands on */
async function needCoupon(tx: Tx, userId: string, couponId: string): Promise<Coupon> {
  const [kept] = await readCoupons(tx, userId, couponId);
  if (!kept) throw new CallError(CODES.notFound, 'error.not_found');
  if (kept.order) throw badCoupon('taken');
  return kept.terms;
}

const badCoupon = (reason: 'taken' | 'wrong_kind' | 'expired' | 'below_min_principal'): CallError =>
  new CallError(CODES.conflict, `coupons.${reason}`, { data: { reason: `coupon_${reason}` } });

/** @throws CallError 400 naming what is wrong with the amount, 409 with the coupon */
function priceAsked(
  ctx: UserCtx,
  product: ProductTerms,
  asked: { principal: Paise; coupon: Coupon | undefined },
): Quote {
  const { principal, coupon } = asked;
  try {
    return priceLoan({ product, principal, startDay: ctx.today, ...(coupon && { coupon }) });
  } catch (error) {
    if (!(error instanceof OfferError)) throw error;
    switch (error.reason) {
      case 'coupon-wrong-kind':
        throw badCoupon('wrong_kind');
      case 'coupon-expired':
        throw badCoupon('expired');
      case 'coupon-below-min-principal':
        throw badCoupon('below_min_principal');
      default:
        throw badAmount(error.reason.replaceAll('-', '_'));
    }
  }
}

/** The amount a product's example is worked for, where the product allows it. */
const EXAMPLE = rupees(10_000);

function showProduct(ctx: UserCtx, product: ProductTerms, credit: CreditFacts): Product {
  const offered = principalRange(product, askableNow(credit, ctx.today))?.max ?? 0;
  const closed = closedBecause(ctx, product, { credit, offered });
  const example = principalRange(product, min(EXAMPLE, product.maxPrincipal))?.max ?? product.minPrincipal;
  return {
    productCode: product.code,
    productName: product.name,
    productVersion: product.version,
    tenorDays: product.tenorDays,
    leastPaise: product.minPrincipal,
    mostPaise: product.maxPrincipal,
    stepPaise: product.stepPrincipal,
    offeredPaise: closed ? 0 : offered,
    interestPpmPerDay: product.interestPpmPerDay,
    feePpm: product.feePpm,
    gstPpm: product.gstPpm,
    coolingOffDays: product.coolingOffDays,
    example: {
      principalPaise: example,
      aprHundredths: priceLoan({ product, principal: example, startDay: ctx.today }).aprHundredths,
    },
    lenderName: ctx.deps.appConfig.lender.name,
    isOpen: closed === null,
    closedBecause: closed ? say(ctx.language, closed) : null,
  };
}

function closedBecause(
  ctx: UserCtx,
  product: ProductTerms,
  at: { credit: CreditFacts; offered: number },
): MessageId | null {
  if (at.credit.state === 'declined' || at.credit.state === 'review') return 'loans.no_limit';
  if (at.credit.isLocked) return 'loans.locked';
  if (ctx.session.bizStatus < product.minBizStatus) return 'loans.closed_regular';
  return at.offered === 0 ? 'loans.closed_limit' : null;
}
