import type { Language } from '@noren/contract/fields';
import type { Coupon } from '@noren/core/lending/coupon';
import { offerValidDays } from '@noren/core/lending/guidance';
import { isKfsValid } from '@noren/core/lending/kfs';
import { OfferError, priceLoan } from '@noren/core/lending/offer';
import { OrderStatus } from '@noren/core/lending/order-status';
import { findProduct, type ProductTerms } from '@noren/core/lending/terms';
import { formatRupees, paise } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { notify } from '../../notifications/store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import {
  lockCredit,
  readProductVersion,
  readQuote,
  type StoredQuote,
} from '../credit/credit-store.ts';
import { offeredProducts } from '../credit/offered-products.ts';
import { quoteAnswer } from '../credit/quote-answer.ts';
import { saveOffer } from '../credit/save-offer.ts';
import { readLanguage } from '../statements/user-language-store.ts';
import { closeUndisbursedOrder } from './close-undisbursed-order.ts';
import { readCoupons } from './coupon-store.ts';
import { moveOrder, type Order } from './order-store.ts';
import { lockWithCredit } from './own-order.ts';
import {
  hasOpenLoan,
  listExpired,
  listOfferableUsers,
  lockReservations,
  replaceQuote,
} from './reservations-store.ts';

/**
 * Turns a user's reservations into offers once the user has no open loan. Each gets a fresh KFS, to
 * be accepted within seven days. The caller holds the limit's lock. Source: `docs/credit.md`,
 * "Pre-order".
 */
export async function offerReservations(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const reserved = await lockReservations(tx, userId);
  if (reserved.length === 0 || (await hasOpenLoan(tx, userId))) return;

  const language = await readLanguage(tx, userId);
  for (const order of reserved) {
    const now = deps.now();
    const offer = await makeOffer(tx, deps, order, language);
    if (!offer) {
      await closeUndisbursedOrder(tx, deps, order, 'expired');
      continue;
    }

    await moveOrder(tx, order, { to: OrderStatus.awaitingAcceptance, reason: 'offered', now });
    const amount = formatRupees(paise(order.principalPaise));
    const values = { repayId: order.repayId, amount, days: String(offerValidDays) };
    await notify(tx, deps, { userId, kind: 'offer_ready', reference: order.orderId, values });
  }
}

/**
 * Prices an order's offer at today's terms and replaces its KFS. The time to accept starts with the
 * first offer.
 * @returns null when the product or the amount is no longer on offer
 */
async function makeOffer(
  tx: Tx,
  deps: Deps,
  order: Order,
  language: Language,
): Promise<StoredQuote | null> {
  const { userId, orderId } = order;
  const today = deps.today();
  const product = findProduct(await offeredProducts(tx, today), order.productCode);
  const quote = product && (await priceOffer(tx, deps, order, product));
  if (!quote) return null;

  const ctx = { deps, userId, language, now: deps.now(), today };
  const stored = await saveOffer(tx, ctx, { quote, product, orderId });

  await replaceQuote(tx, order, {
    stored,
    lenderName: deps.appConfig.lender.name,
    ...(order.status === OrderStatus.reserved && { openUntil: addDays(today, offerValidDays) }),
  });

  return stored;
}

/**
 * The KFS of an offer as shown now: the stored one while valid, translated to the caller's language
 * on the same terms, or a fresh one when it expired before the offer. The caller holds the order's
 * lock.
 * @returns null when the offer has expired
 */
export async function openOffer(
  tx: Tx,
  ctx: UserCtx,
  order: Order,
): Promise<ReturnType<typeof quoteAnswer> | null> {
  const stored = await readQuote(tx, order.userId, order.proposalNo);
  if (!stored) throw new Error('offer without a stored quote');
  if (isKfsValid(stored.kfs, ctx.today))
    return quoteAnswer(await translateOffer(tx, ctx, order, stored));
  if (order.openUntil === null || order.openUntil < ctx.today) return null;

  const fresh = await makeOffer(tx, ctx.deps, order, ctx.language);
  return fresh && quoteAnswer(fresh);
}

async function translateOffer(
  tx: Tx,
  ctx: UserCtx,
  order: Order,
  stored: StoredQuote,
): Promise<StoredQuote> {
  if (stored.kfs.language === ctx.language) return stored;

  const { productCode, productVersion } = stored.quote;
  const product = await readProductVersion(tx, productCode, productVersion);
  const translated = await saveOffer(tx, ctx, {
    quote: stored.quote,
    product,
    orderId: order.orderId,
  });

  await replaceQuote(tx, order, { stored: translated, lenderName: order.terms.lenderName });

  return translated;
}

async function priceOffer(tx: Tx, deps: Deps, order: Order, product: ProductTerms) {
  const coupon = await readHeldCoupon(tx, deps, order);
  const terms = { product, principal: paise(order.principalPaise), startDay: deps.today() };

  try {
    return priceLoan({ ...terms, ...(coupon && { coupon }) });
  } catch (error) {
    if (error instanceof OfferError) return null;
    throw error;
  }
}

/** The coupon held by an order, unless expired. */
async function readHeldCoupon(tx: Tx, deps: Deps, order: Order): Promise<Coupon | undefined> {
  const { couponId } = order.terms.quote;
  if (couponId === undefined) return undefined;
  const [stored] = await readCoupons(tx, order.userId, couponId);
  return stored && deps.today() <= stored.terms.expiresOn ? stored.terms : undefined;
}

/**
 * Ends expired reservations and offers, and turns reservations into offers where no loan is open
 * any more. Each user's work has its own transaction.
 * @returns how many ended
 * @throws AggregateError of the failures
 */
export async function expireReservations(deps: Deps): Promise<number> {
  const failed: unknown[] = [];
  const today = deps.today();
  let ended = 0;

  const inTransaction = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
    await deps.db
      .transaction()
      .execute(work)
      .catch((error: unknown) => failed.push(error));
  };

  for (const key of await listExpired(deps.db, today))
    await inTransaction(async (tx) => {
      const order = await lockWithCredit(tx, key);
      // It may have been accepted, withdrawn or given a new KFS since it was listed.
      if ((await listExpired(tx, today, key)).length === 0) return;

      await closeUndisbursedOrder(tx, deps, order, 'expired');
      ended += 1;
    });

  for (const userId of await listOfferableUsers(deps.db))
    await inTransaction(async (tx) => {
      await lockCredit(tx, userId);
      await offerReservations(tx, deps, userId);
    });

  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} reservations failed`);

  return ended;
}
