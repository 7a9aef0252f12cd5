import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { extensionQuote, extensionWindow } from '@noren/core/lending/extension';
import { liveEvents } from '@noren/core/lending/loan-events';
import { toLoanTerms } from '@noren/core/lending/offer';
import type { ProductTerms } from '@noren/core/lending/terms';
import { add } from '@noren/core/money/money';
import { type Loan, loanToday, payoffAmount, readLoan } from '../../../lending/book/loan-book.ts';
import { returnPrice } from '../../../lending/book/return-price.ts';
import { readAcceptedProduct } from '../../../lending/orders/accepted-product-store.ts';
import type { Order } from '../../../lending/orders/order-store.ts';
import { requireOrder } from '../../../lending/orders/own-order.ts';
import { showComingDebit } from '../../../lending/payments/autopay/show-autopay.ts';
import { isExtensionPosted, isStillValid } from '../../../lending/payments/extension.ts';
import {
  listUsableCoupons,
  requireUsableCoupon,
} from '../../../lending/payments/posting/coupon-use.ts';
import { leftToPay } from '../../../lending/payments/posting/keep-settlement-offer.ts';
import { readNewestOffer } from '../../../lending/payments/posting/settlement-offer-store.ts';
import { stateAt } from '../../../lending/payments/store.ts';
import { findLastAcceptedAddendum } from '../../../lending/statements/addenda-store.ts';
import type { Db } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/http/call-error.ts';
import type { Handlers, UserCtx } from '../../../platform/http/handler.ts';
import { offeredChannels } from '../../../platform/payment-providers.ts';
import { type DetailParts, findDetail } from './detail-store.ts';
import { showEntries } from './show-entries.ts';
import { showOwed, showUsedCoupon } from './show-loan.ts';

type Detail = AnswerOf<typeof repayDetail>;

/** The repay page of an order and the entries behind its figures. */
export const detailHandlers = {
  repayDetail: async (ctx, { params, query }, db) => {
    const { userId, today } = ctx;
    const detail = await findDetail(db, { userId, repayId: params.repayId, today });
    if (!detail) throw notFound();

    const { order, journals, hasCoupons, hasAddenda, hasDebits, openIntent } = detail;
    const loan = loanToday(order.terms, journals, today);
    const couponScope = { order, view: loan.view, day: loan.asOf, now: ctx.now };
    const coupon = query.couponId
      ? await requireUsableCoupon(db, query.couponId, couponScope)
      : null;
    const product = await readAcceptedProduct(db, order.terms.quote);

    return {
      repayId: order.repayId,
      productName: order.terms.quote.productName,
      lenderName: order.terms.lenderName,
      asOfDay: loan.asOf,
      ...showOwed(order, loan),
      penalTerms: product.penal,
      coupon: coupon
        ? {
            couponId: coupon.couponId,
            kind: coupon.kind,
            discountPaise: coupon.discountPaise,
            isUsed: false,
          }
        : showUsedCoupon(loan),
      coupons: hasCoupons ? await listUsableCoupons(db, couponScope) : [],
      toPayPaise: payoffAmount(loan.view) - (coupon?.discountPaise ?? 0),
      extension: showExtension(order, loan, product),
      addendum: hasAddenda ? await showAddendum(db, order, { loan, product }) : null,
      settlement: await showSettlement(db, order, loan),
      coolingOff: showReturn(order, loan, product),
      openIntent: showIntent(ctx, openIntent),
      debit: hasDebits ? await showComingDebit(db, order, today) : null,
      channels: offeredChannels(ctx.deps.payments),
    };
  },

  repayEntries: async (ctx, { params }, db) => {
    const order = await requireOrder(db, ctx.userId, params.repayId);
    const product = await readAcceptedProduct(db, order.terms.quote);
    return showEntries({ terms: order.terms, product }, await readLoan(db, order, ctx.today));
  },
} satisfies Partial<Handlers>;

/** The open settlement offer of an overdue loan, unless its day has passed. */
export async function showSettlement(
  db: Db,
  order: Order,
  loan: Loan,
): Promise<Detail['settlement']> {
  if (loan.view.overdueDays === 0) return null;

  const offer = await readNewestOffer(db, order);
  if (offer?.state !== 'open' || offer.payBy < loan.asOf) return null;

  const payPaise = leftToPay(order.terms, loan.journals, offer, loan.asOf);
  const owed = payoffAmount(loan.view);

  return payPaise === 0 || payPaise >= owed
    ? null
    : { payPaise, payBy: offer.payBy, restPaise: owed - payPaise };
}

/** The next or open extension window; null once it has closed or no extensions are left. */
function showExtension(order: Order, loan: Loan, { extension }: ProductTerms): Detail['extension'] {
  const { facts, view, asOf: today } = loan;
  const window = extensionWindow(extension, view.dueDay);
  const extensionCount = liveEvents(facts, today).filter(({ kind }) => kind === 'extension').length;
  const timesLeft = extension.maxTimes - extensionCount;
  if (!window || view.principalOwed === 0 || timesLeft <= 0 || today > window.closes) return null;

  const { opens: opensOn, closes: closesOn } = window;
  const terms = toLoanTerms(order.terms.quote);
  const choices = extension.days.flatMap((days) => {
    const quoted = extensionQuote({ terms, extension, events: facts, day: today, days });
    if (!quoted.ok) return [];

    const { newDueDay, payNow, payThen, fee, gst, extraInterest } = quoted.quote;
    const costPaise = add(fee, gst, extraInterest);

    return [{ days, newDueDay, payNowPaise: payNow, payThenPaise: payThen, costPaise }];
  });

  return { opensOn, closesOn, isOpen: today >= opensOn, timesLeft, choices };
}

/**
 * The last accepted addendum, payable or lapsed; null once it was posted, since the entries then
 * show it.
 */
async function showAddendum(
  db: Db,
  order: Order,
  { loan, product }: { loan: Loan; product: ProductTerms },
): Promise<Detail['addendum']> {
  if (loan.view.principalOwed === 0) return null;

  const addendum = await findLastAcceptedAddendum(db, order);
  if (!addendum || isExtensionPosted(loan.journals, addendum.addendumNo)) return null;

  const { addendumNo, lapsedAt, quote } = addendum;
  const isPayable =
    lapsedAt === null && isStillValid(order.terms, loan, { addendum, product, today: loan.asOf });
  const { day, newDueDay, payNow: payNowPaise } = quote;

  return { addendumNo, state: isPayable ? 'accepted' : 'lapsed', day, newDueDay, payNowPaise };
}

function showReturn(order: Order, loan: Loan, product: ProductTerms): Detail['coolingOff'] {
  const answer = returnPrice(order.terms, loan, { day: loan.asOf, product });
  if (!answer.ok) return null;
  const { lastDay, totalPaise, isFeeKept } = answer.price;
  return { lastDay, totalPaise, isFeeKept };
}

function showIntent({ now }: UserCtx, intent: DetailParts['openIntent']): Detail['openIntent'] {
  if (!intent) return null;

  const { code, kind, channel } = intent;
  const state = stateAt(intent, now);

  return state === 'pending' || state === 'checking' ? { code, kind, channel, state } : null;
}
