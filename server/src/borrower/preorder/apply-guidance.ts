import { randomUUID } from 'node:crypto';
import type { AnswerOf, BodyOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { applyGuidance } from '@noren/contract/preorder';
import type { Coupon } from '@noren/core/lending/coupon';
import { reservationValidDays } from '@noren/core/lending/guidance';
import { OfferError, priceLoan, type Quote } from '@noren/core/lending/offer';
import { findProduct, type ProductTerms } from '@noren/core/lending/terms';
import { paise } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { requireLending } from '../../lending/credit/available-credit.ts';
import { lockCredit, readCredit } from '../../lending/credit/credit-store.ts';
import { offeredProducts } from '../../lending/credit/offered-products.ts';
import { saveOffer } from '../../lending/credit/save-offer.ts';
import { readCoupons } from '../../lending/orders/coupon-store.ts';
import { insertReservedOrder } from '../../lending/orders/new-order-store.ts';
import { findOrder } from '../../lending/orders/order-store.ts';
import { offerReservations } from '../../lending/orders/reservations.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { makeNumber } from '../../platform/db/public-ids.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import {
  answerGuidance,
  readGuidance,
  type StoredGuidance,
  writeLimitRequest,
} from './guidance-store.ts';
import { isGuidanceOpen, sumProducts } from './guidance-validity.ts';

/**
 * Raises the limit at the user's request and reserves the offered loans. It moves no money and is
 * not a loan agreement: each loan has its own KFS to accept with a recent code. So here any code
 * entered in this session is enough, but not a link session, whose link may have been forwarded.
 */
export async function applyForGuidance(
  ctx: UserCtx,
  body: BodyOf<typeof applyGuidance>,
  tx: Tx,
): Promise<AnswerOf<typeof applyGuidance>> {
  const { userId, deps, now, today } = ctx;
  requireCodeFor(ctx, 'request_limit');
  requireMatchingTotal(body);
  await lockCredit(tx, userId);

  const guidance = await requireOpenGuidance(ctx, tx);
  requireOfferedProducts(body, guidance);
  await answerGuidance(tx, { userId, guidanceId: guidance.guidanceId, answer: 'applied', now });
  await requestLimit(ctx, tx, guidance);

  const [coupon] = await readCoupons(tx, userId, guidance.couponId);
  const products = await offeredProducts(tx, today);
  const reserved: string[] = [];
  let freeCoupon = coupon?.order ? undefined : coupon?.terms;

  for (const { productCode, productAmount } of guidance.products) {
    const product = findProduct(products, productCode);
    const quote = price(ctx, product, { amount: productAmount, coupon: freeCoupon });
    if (!product || !quote) throw offerGone();

    if (quote.couponId !== undefined) freeCoupon = undefined;
    reserved.push(await reserve(ctx, tx, { product, quote }));
  }

  await offerReservations(tx, deps, userId);

  const orders = await Promise.all(reserved.map((repayId) => findOrder(tx, userId, repayId)));
  return {
    reserved: orders.flatMap((order) =>
      order ? [{ repayId: order.repayId, borrowStatus: order.status }] : [],
    ),
  };
}

const offerGone = (): CallError =>
  new CallError(CODES.offerGone, 'guide.gone', { data: { reason: 'gone' } });

function requireMatchingTotal({ applyTotalAmount, products }: BodyOf<typeof applyGuidance>): void {
  if (sumProducts({ products }) === applyTotalAmount) return;
  const fields = [{ path: 'applyTotalAmount', problem: 'not_the_sum' }];
  throw new CallError(CODES.invalidInput, 'guide.differs', { data: { fields } });
}

/**
 * @throws CallError 315 when there is none or it has expired, 409 when already applied, 317 while
 * an order is overdue
 */
async function requireOpenGuidance(ctx: UserCtx, tx: Tx): Promise<StoredGuidance> {
  const credit = await readCredit(tx, ctx.userId, ctx.today);
  requireLending(credit);

  if (credit.isLocked) throw new CallError(CODES.lockedByOverdue, 'loans.locked');

  const { newest } = await readGuidance(tx, ctx.userId);
  if (newest?.answer === 'applied') throw conflict('guide.applied', 'already_applied');
  if (!newest || !isGuidanceOpen(ctx, newest, credit)) throw offerGone();

  return newest;
}

function requireOfferedProducts(
  { products }: BodyOf<typeof applyGuidance>,
  guidance: StoredGuidance,
): void {
  const describe = (list: StoredGuidance['products']): string =>
    list
      .map(({ productCode, productAmount }) => `${productCode} ${productAmount}`)
      .sort()
      .join();

  if (describe(products) !== describe(guidance.products))
    throw conflict('guide.differs', 'differs');
}

async function requestLimit(ctx: UserCtx, tx: Tx, guidance: StoredGuidance): Promise<void> {
  const { userId, now } = ctx;
  const { guidanceId, limitNowPaise: fromPaise, requestedLimitPaise: toPaise } = guidance;

  await writeLimitRequest(tx, {
    userId,
    guidanceId,
    fromPaise,
    toPaise,
    language: ctx.language,
    deviceId: ctx.deviceId,
    addressHash: ctx.deps.crypto.hash('address', ctx.address).toString('hex'),
    sessionId: ctx.session.sessionId,
    now,
  });

  const detail = { fromPaise, toPaise };
  await recordOwnAction(
    tx,
    { userId, now },
    {
      action: 'limit_requested',
      subject: guidanceId,
      detail,
    },
  );
}

function price(
  ctx: UserCtx,
  product: ProductTerms | undefined,
  input: { amount: number; coupon: Coupon | undefined },
): Quote | null {
  if (!product || ctx.session.bizStatus < product.minBizStatus) return null;

  const { amount, coupon } = input;
  const fits = coupon && amount >= coupon.minPrincipal && ctx.today <= coupon.expiresOn;

  try {
    return priceLoan({
      product,
      principal: paise(amount),
      startDay: ctx.today,
      ...(fits && { coupon }),
    });
  } catch (error) {
    if (error instanceof OfferError) return null;
    throw error;
  }
}

async function reserve(
  ctx: UserCtx,
  tx: Tx,
  input: { product: ProductTerms; quote: Quote },
): Promise<string> {
  const { userId, today, now } = ctx;
  const orderId = randomUUID();
  const repayId = makeNumber('N', today, 10);
  const { quote, kfs } = await saveOffer(tx, ctx, { ...input, orderId });

  await insertReservedOrder(tx, {
    userId,
    orderId,
    repayId,
    proposalNo: kfs.proposalNo,
    terms: { quote, lenderName: ctx.deps.appConfig.lender.name },
    openUntil: addDays(today, reservationValidDays),
    now,
    today,
  });

  return repayId;
}
