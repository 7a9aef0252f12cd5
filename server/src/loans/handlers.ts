import { CODES } from '@noren/contract/codes';
import type { Product } from '@noren/contract/loans';
import { min, type Paise, paise, rupees } from '@noren/core/money';
import { OfferError, priceLoan, principalRange, type Quote } from '@noren/core/offer';
import { findProduct, type ProductTerms } from '@noren/core/terms';
import { CallError } from '../call-error.ts';
import { type Handlers, type UserCtx, working } from '../handler.ts';
import { orWait } from '../limits.ts';
import { type MessageId, say } from '../messages.ts';
import { makeNumber } from '../public-ids.ts';
import { applyForLoan } from './apply.ts';
import { availableNow, needOpenLimit, reasonMessage } from './credit.ts';
import { answerOf, hashDocument, makeDocument } from './kfs-document.ts';
import { type CreditFacts, readCredit, readProducts, readQuote, readReasons, saveQuote } from './store.ts';

export const loansHandlers: Handlers<'creditInfo' | 'productList' | 'quoteLoan' | 'viewKfs' | 'applyLoan'> = {
  creditInfo: async (ctx, _input, db) => {
    const credit = await readCredit(db, ctx.userId, ctx.today);
    const isDecided = credit.state === 'declined' || credit.state === 'review';
    const reasons = isDecided ? await readReasons(db, ctx.userId) : [];
    return {
      state: credit.state,
      limitPaise: credit.limitPaise,
      availablePaise: availableNow(credit, ctx.today).available,
      owedPaise: credit.owedPaise,
      heldPaise: credit.heldPaise,
      isLocked: credit.isLocked,
      reasons: reasons.map((id) => ({ id, text: say(ctx.language, reasonMessage(id)) })),
    };
  },

  productList: async (ctx, _input, db) => {
    const credit = await readCredit(db, ctx.userId, ctx.today);
    if (credit.state === 'evaluating') throw new CallError(CODES.limitEvaluating, 'error.evaluating');
    const products = await readProducts(db, ctx.today);
    return { businessDay: ctx.today, details: products.map((product) => showProduct(ctx, product, credit)) };
  },

  quoteLoan: working({
    async work(ctx) {
      orWait(await ctx.deps.limits.take([['quote-user-minute', ctx.userId]], ctx.now));
    },
    async run(ctx, { body }, tx) {
      const credit = await readCredit(tx, ctx.userId, ctx.today);
      needOpenLimit(credit);
      const product = findProduct(await readProducts(tx, ctx.today), body.productCode);
      if (!product) throw new CallError(CODES.offerGone, 'loans.offer_gone', { data: { reason: 'product' } });
      if (ctx.session.bizStatus < product.minBizStatus)
        throw new CallError(CODES.offerGone, 'loans.closed_regular', { data: { reason: 'regular_users' } });
      const quote = priceAsked(ctx, product, paise(body.principalPaise));
      if (quote.principal > availableNow(credit, ctx.today).available) throw badAmount('above_available');
      const proposalNo = makeNumber('NK', ctx.today, 10);
      const kfs = makeDocument(ctx, { proposalNo, quote, product });
      const kfsHash = hashDocument(kfs);
      await saveQuote(tx, { userId: ctx.userId, quote, kfs, kfsHash });
      return answerOf({ quote, kfs, kfsHash, isAccepted: false });
    },
  }),

  viewKfs: async (ctx, { params }, db) => {
    const kept = await readQuote(db, ctx.userId, params.proposalNo);
    if (!kept) throw new CallError(CODES.notFound, 'error.not_found');
    return answerOf(kept);
  },

  applyLoan: applyForLoan,
};

function badAmount(problem: string): CallError {
  return new CallError(CODES.invalidInput, 'loans.amount', { data: { fields: [{ path: 'principalPaise', problem }] } });
}

/** @throws CallError 400 naming what is wrong with the amount */
function priceAsked(ctx: UserCtx, product: ProductTerms, principal: Paise): Quote {
  try {
    return priceLoan({ product, principal, startDay: ctx.today });
  } catch (error) {
    if (error instanceof OfferError) throw badAmount(error.reason.replaceAll('-', '_'));
    throw error;
  }
}

/** The amount a product's example is worked for, where the product allows it. */
const EXAMPLE = rupees(10_000);

function showProduct(ctx: UserCtx, product: ProductTerms, credit: CreditFacts): Product {
  const { available } = availableNow(credit, ctx.today);
  const offered = principalRange(product, available)?.max ?? 0;
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
  if (at.credit.state !== 'approved') return 'loans.no_limit';
  if (at.credit.isLocked) return 'loans.locked';
  if (ctx.session.bizStatus < product.minBizStatus) return 'loans.closed_regular';
  return at.offered === 0 ? 'loans.closed_limit' : null;
}
