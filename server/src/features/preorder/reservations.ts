import type { Language } from '@noren/contract/fields';
import type { Coupon } from '@noren/core/lending/coupon';
import { offerStandsDays } from '@noren/core/lending/guidance';
import { isKfsValid } from '@noren/core/lending/kfs';
import { OfferError, priceLoan } from '@noren/core/lending/offer';
import { OrderStatus } from '@noren/core/lending/order-status';
import { findProduct, type ProductTerms } from '@noren/core/lending/terms';
import { formatRupees, paise } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { readCoupons } from '../../lending/coupon-store.ts';
import {
  lockCredit,
  readProducts,
  readProductVersion,
  readQuote,
  type StoredQuote,
} from '../../lending/credit-store.ts';
import { endOrder } from '../../lending/end-order.ts';
import { keepOffer } from '../../lending/keep-offer.ts';
import { lockOrder, moveOrder, type Order } from '../../lending/order-store.ts';
import { quoteAnswer } from '../../lending/quote-answer.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { notify } from '../../platform/notifications/store.ts';
import {
  hasLoanUnderWay,
  listOver,
  listUnoffered,
  lockReserved,
  putQuote,
  readLanguage,
} from './reservations-store.ts';

/**
 * Makes offers of what a user reserved, once no loan of theirs runs or is on its way: each with a fresh statement, to
 * be accepted within seven days. The caller holds the limit's lock. Source: `docs/domain.md`, pre-order.
 */
export async function offerReserved(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const reserved = await lockReserved(tx, userId);
  if (reserved.length === 0 || (await hasLoanUnderWay(tx, userId))) return;
  const language = (await readLanguage(tx, userId)) as Language;
  for (const order of reserved) {
    const now = deps.now();
    const isMade = await makeOffer(tx, deps, order, language);
    if (isMade) {
      await moveOrder(tx, order, { to: OrderStatus.awaitingAcceptance, reason: 'offered', now });
      const values = { repayId: order.repayId, amount: formatRupees(paise(order.principalPaise)) };
      await notify(tx, deps, { userId, kind: 'offer_ready', reference: order.orderId, values });
    } else await endOrder(tx, deps, order, 'expired');
  }
}

/**
 * Prices an order's offer anew and puts its statement in place of the former one; the time to accept it begins with the
 * first one. @returns it; null when the product, or this amount of it, is on offer no more
 */
async function makeOffer(tx: Tx, deps: Deps, order: Order, language: Language): Promise<StoredQuote | null> {
  const { userId, orderId } = order;
  const today = deps.today();
  const product = findProduct(await readProducts(tx, today), order.productCode);
  const quote = product && (await priceAnew(tx, deps, order, product));
  if (!quote) return null;
  const to = { deps, userId, language, now: deps.now(), today };
  const kept = await keepOffer(tx, to, { quote, product, orderId });
  await putQuote(tx, order, {
    kept,
    lenderName: deps.appConfig.lender.name,
    ...(order.status === OrderStatus.reserved && { openUntil: addDays(today, offerStandsDays) }),
  });
  return kept;
}

/**
 * An offer as it is now to be read: its statement while that is valid, at the same terms in another language where it is
 * read in one; a fresh one when it ran out before the offer did. The caller holds the order's lock.
 * @returns null when the offer is over
 */
export async function openOffer(tx: Tx, ctx: UserCtx, order: Order): Promise<ReturnType<typeof quoteAnswer> | null> {
  const kept = await readQuote(tx, order.userId, order.proposalNo);
  if (!kept) throw new Error('an offer stands without its statement');
  if (isKfsValid(kept.kfs, ctx.today)) return quoteAnswer(await inLanguage(tx, ctx, order, kept));
  if (order.openUntil === null || order.openUntil < ctx.today) return null;
  const fresh = await makeOffer(tx, ctx.deps, order, ctx.language);
  return fresh && quoteAnswer(fresh);
}

async function inLanguage(tx: Tx, ctx: UserCtx, order: Order, kept: StoredQuote): Promise<StoredQuote> {
  if (kept.kfs.language === ctx.language) return kept;
  const { productCode, productVersion } = kept.quote;
  const product = await readProductVersion(tx, productCode, productVersion);
  const twin = await keepOffer(tx, ctx, { quote: kept.quote, product, orderId: order.orderId });
  await putQuote(tx, order, { kept: twin, lenderName: order.terms.lenderName });
  return twin;
}

async function priceAnew(tx: Tx, deps: Deps, order: Order, product: ProductTerms) {
  const coupon = await readKeptCoupon(tx, deps, order);
  const asked = { product, principal: paise(order.principalPaise), startDay: deps.today() };
  try {
    return priceLoan({ ...asked, ...(coupon && { coupon }) });
  } catch (error) {
    if (error instanceof OfferError) return null;
    throw error;
  }
}

/** The coupon an order keeps, unless it ran out. */
async function readKeptCoupon(tx: Tx, deps: Deps, order: Order): Promise<Coupon | undefined> {
  const { couponId } = order.terms.quote;
  if (couponId === undefined) return undefined;
  const [kept] = await readCoupons(tx, order.userId, couponId);
  return kept && deps.today() <= kept.terms.expiresOn ? kept.terms : undefined;
}

/**
 * Ends every reservation and offer whose time is over, each in a transaction of its own, and makes offers of what
 * nothing stands before any more. @returns how many ended @throws AggregateError of those that failed
 */
export async function expireReservations(deps: Deps): Promise<number> {
  const failed: unknown[] = [];
  const today = deps.today();
  let ended = 0;
  const take = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
    await deps.db
      .transaction()
      .execute(work)
      .catch((error: unknown) => failed.push(error));
  };
  for (const key of await listOver(deps.db, today))
    await take(async (tx) => {
      await lockCredit(tx, key.userId);
      const order = await lockOrder(tx, key.userId, key.orderId);
      // It may have been accepted, withdrawn or given another statement since it was listed.
      if ((await listOver(tx, today, key)).length === 0) return;
      await endOrder(tx, deps, order, 'expired');
      ended += 1;
    });
  for (const userId of await listUnoffered(deps.db))
    await take(async (tx) => {
      await lockCredit(tx, userId);
      await offerReserved(tx, deps, userId);
    });
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} reservations failed`);
  return ended;
}
