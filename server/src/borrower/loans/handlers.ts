import { CODES } from '@noren/contract/codes';
import type { Product } from '@noren/contract/loans';
import type { Coupon } from '@noren/core/lending/coupon';
import { decideAgainFrom } from '@noren/core/lending/decide-again';
import { OfferError, priceLoan, principalRange, type Quote } from '@noren/core/lending/offer';
import { rankProducts } from '@noren/core/lending/recommend';
import type { ProductTerms } from '@noren/core/lending/terms';
import { min, type Paise, paise, rupees } from '@noren/core/money/money';
import { formatDay, toBusinessDay } from '@noren/core/money/time';
import { JOBS } from '../../job-list.ts';
import {
  availableCreditNow,
  holdValues,
  LENDING_HELD,
  LEVEL_HELD,
  levelValues,
  levelView,
  quotableCreditNow,
  requireQuotableLimit,
  requireWithinLevel,
  viewRenewal,
} from '../../lending/credit/available-credit.ts';
import {
  type CreditFacts,
  lockCredit,
  readCredit,
  readDeclinedAt,
  readQuote,
  readReasons,
  readRefusal,
  reopenDecidedCredit,
} from '../../lending/credit/credit-store.ts';
import { reasonMessage } from '../../lending/credit/decision-reasons.ts';
import { offeredProducts } from '../../lending/credit/offered-products.ts';
import { quoteAnswer } from '../../lending/credit/quote-answer.ts';
import { saveOffer } from '../../lending/credit/save-offer.ts';
import { readCoupons } from '../../lending/orders/coupon-store.ts';
import { listChoices } from '../../people/dictionaries.ts';
import { viewDocumentRequests } from '../../people/document-requests.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError, conflict, notFound } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { computeWait, orRateLimited } from '../../platform/http/rate-limits.ts';
import { mayShowSavedData, requireCodeFor } from '../../platform/http/step-up.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { say, type TextId } from '../../platform/translations/translations.ts';
import { applyHandlers } from './apply.ts';
import { type EarlierAnswers, NO_ANSWERS, readEarlierAnswers } from './earlier-answers-store.ts';
import { readPendingApplication, voidPendingAcceptance } from './pending-acceptance-store.ts';
import { readQuoteInputs } from './quote-inputs-store.ts';

/** What the replay record of a quote stores. */
interface ReplayRecord {
  readonly proposalNo?: string;
  readonly kfs?: { readonly proposalNo: string };
  readonly dependsOnLimit: boolean;
}

export const loansHandlers = {
  creditInfo: async (ctx, _input, db) => {
    const credit = await readCredit(db, ctx.userId, ctx.today);
    const now = availableCreditNow(credit, ctx);
    const isDecided = credit.state === 'declined' || credit.state === 'review';
    const reasons = isDecided ? await readReasons(db, ctx.userId) : [];
    const refused = isDecided ? await readRefusal(db, ctx.userId) : null;

    if (refused) reasons.unshift(`refused-${refused}`);

    return {
      state: credit.state,
      limitPaise: credit.limitPaise,
      availablePaise: now.available,
      owedPaise: credit.owedPaise,
      heldPaise: credit.heldPaise,
      isLocked: credit.isLocked,
      reasons: reasons.map((id) => ({ id, text: say(ctx.language, reasonMessage(id)) })),
      waiting: await readPendingApplication(db, ctx.userId),
      requested:
        credit.state === 'review' ? await viewDocumentRequests(db, ctx.userId, ctx.language) : [],
      decideAgain: await decideAgainView(ctx, db),
      identity: levelView(now),
      renewal: credit.renewal && viewRenewal(credit.renewal),
    };
  },

  decideAgain: decideAgain,

  productList: async (ctx, { params }, db) => {
    const [credit, products, earlier] = await Promise.all([
      readCredit(db, ctx.userId, ctx.today),
      offeredProducts(db, ctx.today),
      // Saved answers are shown as their own screens show them: a link session sees them after a
      // code.
      mayShowSavedData(ctx) ? readEarlierAnswers(db, ctx.userId) : NO_ANSWERS,
    ]);
    const views = products.map((product) => productView(ctx, product, credit));
    const dependsOnLimit = isUndecided(credit);
    if (params.param === 'home')
      return { businessDay: ctx.today, dependsOnLimit, details: recommend(views, earlier) };

    return {
      businessDay: ctx.today,
      dependsOnLimit,
      details: views.map((view) => {
        const last = earlier.applications.find(
          ({ productCode }) => productCode === view.productCode,
        );
        return { ...view, ...(last && { lastRequestedPaise: last.principal }) };
      }),
      ...purposeView(ctx, earlier.purpose),
    };
  },

  quoteLoan: twoPhase({
    claimAtCommit: true,
    async commit(ctx, { body }, tx) {
      const rule = ctx.deps.limits.findRule('quote-user-minute');
      const { credit, product, fullSince } = await readQuoteInputs(tx, { ...ctx, ...body, rule });

      orRateLimited(computeWait(rule, fullSince, ctx.now));
      requireQuotableLimit(credit);

      if (!product)
        throw new CallError(CODES.offerGone, 'loans.offer_gone', { data: { reason: 'product' } });
      if (ctx.session.bizStatus < product.minBizStatus)
        throw new CallError(CODES.offerGone, 'loans.closed_regular', {
          data: { reason: 'regular_users' },
        });

      const coupon = body.couponId
        ? await requireFreeCoupon(tx, ctx.userId, body.couponId)
        : undefined;
      const quote = priceQuote(ctx, product, { principal: paise(body.principalPaise), coupon });
      const quotable = quotableCreditNow(credit, ctx);
      requireWithinLevel(quote.principal, quotable);
      if (quote.principal > quotable.available) throw invalidAmount('above_available');

      const stored = await saveOffer(tx, ctx, { quote, product });
      return { ...quoteAnswer(stored), dependsOnLimit: isUndecided(credit) };
    },
    // The quote's row outlives the replay record, so the record needs only the key.
    replayKey: {
      shorten: ({ kfs: { proposalNo }, dependsOnLimit }) => ({ proposalNo, dependsOnLimit }),
      async rebuild({ userId }, replayRecord, tx) {
        // Older replay records contain the whole answer.
        const { kfs, dependsOnLimit, proposalNo = kfs?.proposalNo } = replayRecord as ReplayRecord;
        const stored = proposalNo ? await readQuote(tx, userId, proposalNo) : null;
        if (!stored) throw new Error('quote of a replayed request not found');
        return { ...quoteAnswer({ ...stored, isAccepted: false }), dependsOnLimit };
      },
    },
  }),

  viewKfs: async (ctx, { params }, db) => {
    const stored = await readQuote(db, ctx.userId, params.proposalNo);
    if (!stored) throw notFound();

    return {
      ...quoteAnswer(stored),
      dependsOnLimit: isUndecided(await readCredit(db, ctx.userId, ctx.today)),
    };
  },

  async cancelWaiting(ctx, { body }, tx) {
    const { userId, now } = ctx;
    requireCodeFor(ctx, 'cancel');
    await lockCredit(tx, userId);

    if (!(await readQuote(tx, userId, body.proposalNo))) throw notFound();
    // Only one acceptance is pending at a time, and none once it has become an order.
    if ((await readPendingApplication(tx, userId))?.proposalNo !== body.proposalNo)
      throw conflict('loans.not_accepted', 'not_accepted');

    await voidPendingAcceptance(tx, {
      userId,
      proposalNo: body.proposalNo,
      reason: 'withdrawn',
      now,
    });

    return {};
  },

  ...applyHandlers,
} satisfies Partial<Handlers>;

/** From when a declined borrower may ask for a new decision; null for everybody else. */
async function decideAgainView({ userId, today }: UserCtx, db: Db | Tx) {
  const declinedAt = await readDeclinedAt(db, userId);
  if (declinedAt === null) return null;
  const from = decideAgainFrom(toBusinessDay(declinedAt));
  return { from, isOpen: from <= today };
}

/** A declined borrower asks for a new decision, on what is known now. */
async function decideAgain(ctx: UserCtx, _input: unknown, tx: Tx): Promise<Record<string, never>> {
  const { userId, now } = ctx;
  await lockCredit(tx, userId);

  const again = await decideAgainView(ctx, tx);
  if (!again) throw conflict('loans.not_declined', 'not_declined');

  if (!again.isOpen) {
    const data = { reason: 'too_early', from: again.from } as const;
    throw new CallError(CODES.conflict, 'loans.again_too_early', {
      values: { day: formatDay(again.from) },
      data,
    });
  }

  await reopenDecidedCredit(tx, userId, now);
  await addJob(tx, JOBS['evaluate-credit'], { userId });
  await recordAction(tx, { at: now, userId, actor: 'user', action: 'new_decision_requested' });

  return {};
}

const isUndecided = (credit: CreditFacts): boolean => credit.state === 'evaluating';

function invalidAmount(problem: string): CallError {
  return new CallError(CODES.invalidInput, 'loans.amount', {
    data: { fields: [{ path: 'principalPaise', problem }] },
  });
}

/**
 * @throws CallError 404 for a coupon that is not the user's, 409 for one that an order holds or
 * used
 */
async function requireFreeCoupon(tx: Tx, userId: string, couponId: string): Promise<Coupon> {
  const [stored] = await readCoupons(tx, userId, couponId);
  if (!stored) throw notFound();
  if (stored.order) throw couponConflict('taken');
  return stored.terms;
}

const couponConflict = (
  reason: 'taken' | 'wrong_kind' | 'expired' | 'below_min_principal',
): CallError =>
  new CallError(CODES.conflict, `coupons.${reason}`, { data: { reason: `coupon_${reason}` } });

/** @throws CallError 400 for an invalid amount, 409 for an unusable coupon */
function priceQuote(
  ctx: UserCtx,
  product: ProductTerms,
  input: { principal: Paise; coupon: Coupon | undefined },
): Quote {
  const { principal, coupon } = input;
  try {
    return priceLoan({ product, principal, startDay: ctx.today, ...(coupon && { coupon }) });
  } catch (error) {
    if (!(error instanceof OfferError)) throw error;
    switch (error.reason) {
      case 'coupon-wrong-kind':
        throw couponConflict('wrong_kind');
      case 'coupon-expired':
        throw couponConflict('expired');
      case 'coupon-below-min-principal':
        throw couponConflict('below_min_principal');
      default:
        throw invalidAmount(error.reason.replaceAll('-', '_'));
    }
  }
}

/** Principal of a product's example, clamped to what the product allows. */
const EXAMPLE_PRINCIPAL = rupees(10_000);

/** A purpose that is no longer among the choices is asked again. */
function purposeView(ctx: UserCtx, code: string | null) {
  const choice = listChoices('loanPurpose').find((one) => one.code === code);
  return choice && { purpose: { code: choice.code, name: say(ctx.language, choice.textId) } };
}

function recommend(views: readonly Product[], earlier: EarlierAnswers): Product[] {
  const products = views.map((view) => ({
    view,
    code: view.productCode,
    tenorDays: view.tenorDays,
    minPrincipal: paise(view.leastPaise),
    offered: paise(view.offeredPaise),
  }));
  return rankProducts(products, earlier).map(({ view }) => view);
}

function productView(ctx: UserCtx, product: ProductTerms, credit: CreditFacts): Product {
  const quotable = quotableCreditNow(credit, ctx);
  const offered = principalRange(product, quotable.available)?.max ?? 0;
  const closed = closedReason(ctx, product, { credit, offered, quotable });
  const example =
    principalRange(product, min(EXAMPLE_PRINCIPAL, product.maxPrincipal))?.max ??
    product.minPrincipal;

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
    isFeeKeptOnReturn: product.isFeeKeptOnReturn,
    example: {
      principalPaise: example,
      aprHundredths: priceLoan({ product, principal: example, startDay: ctx.today }).aprHundredths,
    },
    lenderName: ctx.deps.appConfig.lender.name,
    isOpen: closed === null,
    closedBecause: closed
      ? say(ctx.language, closed, { ...levelValues(quotable.level), ...holdValues(credit) })
      : null,
  };
}

function closedReason(
  ctx: UserCtx,
  product: ProductTerms,
  at: { credit: CreditFacts; offered: number; quotable: ReturnType<typeof quotableCreditNow> },
): TextId | null {
  if (at.credit.hold !== null) return LENDING_HELD[at.credit.hold];
  if (at.credit.state === 'declined' || at.credit.state === 'review') return 'loans.no_limit';
  if (at.credit.isLocked) return 'loans.locked';
  if (ctx.session.bizStatus < product.minBizStatus) return 'loans.closed_regular';

  if (at.offered > 0) return null;

  const { available, atAnyLevel, level } = at.quotable;
  return available < atAnyLevel ? LEVEL_HELD[level.next?.step ?? 'none'] : 'loans.closed_limit';
}
