import { randomUUID } from 'node:crypto';
import type { AnswerOf, BodyOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { applyGuidance } from '@noren/contract/preorder';
import type { Coupon } from '@noren/core/lending/coupon';
import { reservationStandsDays } from '@noren/core/lending/guidance';
import { OfferError, priceLoan, type Quote } from '@noren/core/lending/offer';
import { findProduct, type ProductTerms } from '@noren/core/lending/terms';
import { paise } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { readCoupons } from '../../lending/coupon-store.ts';
import { lockCredit, readCredit, readProducts } from '../../lending/credit-store.ts';
import { keepOffer } from '../../lending/keep-offer.ts';
import { writeReserved } from '../../lending/new-order-store.ts';
import { findOrder } from '../../lending/order-store.ts';
import { recordAction } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/db.ts';
import { makeNumber } from '../../platform/db/public-ids.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { isGuidanceOpen, totalOf } from './guidance-open.ts';
import { answerGuidance, type KeptGuidance, readGuidance, writeLimitRequest } from './guidance-store.ts';
import { offerReserved } from './reservations.ts';

/**
 * Takes the user's request for the larger limit and reserves what was offered with it. It moves no money and binds to
 * no loan, for each has key facts of its own to accept with a recent code; so a code entered at any time on this
 * session will do, and a link alone, which may have been forwarded, will not.
 */
export async function applyForGuidance(
  ctx: UserCtx,
  body: BodyOf<typeof applyGuidance>,
  tx: Tx,
): Promise<AnswerOf<typeof applyGuidance>> {
  const { userId, deps, now, today } = ctx;
  requireCodeFor(ctx, 'ask_limit');
  needSum(body);
  await lockCredit(tx, userId);
  const kept = await needOpenGuidance(ctx, tx);
  needAsOffered(body, kept);
  await answerGuidance(tx, { userId, guidanceId: kept.guidanceId, answer: 'applied', now });
  await askForLimit(ctx, tx, kept);
  const [coupon] = await readCoupons(tx, userId, kept.couponId);
  const products = await readProducts(tx, today);
  const reserved: string[] = [];
  let open = coupon?.order ? undefined : coupon?.terms;
  for (const { productCode, productAmount } of kept.products) {
    const product = findProduct(products, productCode);
    const quote = price(ctx, product, { amount: productAmount, coupon: open });
    if (!product || !quote) throw gone();
    if (quote.couponId !== undefined) open = undefined;
    reserved.push(await reserve(ctx, tx, { product, quote }));
  }
  await offerReserved(tx, deps, userId);
  const orders = await Promise.all(reserved.map((repayId) => findOrder(tx, userId, repayId)));
  return {
    reserved: orders.flatMap((order) => (order ? [{ repayId: order.repayId, borrowStatus: order.status }] : [])),
  };
}

const gone = (): CallError => new CallError(CODES.offerGone, 'guide.gone', { data: { reason: 'gone' } });

function needSum({ applyTotalAmount, products }: BodyOf<typeof applyGuidance>): void {
  if (totalOf({ products }) === applyTotalAmount) return;
  const fields = [{ path: 'applyTotalAmount', problem: 'not_the_sum' }];
  throw new CallError(CODES.invalidInput, 'guide.differs', { data: { fields } });
}

/** @throws CallError 315 when there is none or it is over, 409 when it was taken before, 317 while an order is overdue */
async function needOpenGuidance(ctx: UserCtx, tx: Tx): Promise<KeptGuidance> {
  const credit = await readCredit(tx, ctx.userId, ctx.today);
  if (credit.isLocked) throw new CallError(CODES.lockedByOverdue, 'loans.locked');
  const { newest } = await readGuidance(tx, ctx.userId);
  if (newest?.answer === 'applied')
    throw new CallError(CODES.conflict, 'guide.applied', { data: { reason: 'already_applied' } });
  if (!newest || !isGuidanceOpen(ctx, newest, credit)) throw gone();
  return newest;
}

function needAsOffered({ products }: BodyOf<typeof applyGuidance>, kept: KeptGuidance): void {
  const said = (list: KeptGuidance['products']): string =>
    list
      .map(({ productCode, productAmount }) => `${productCode} ${productAmount}`)
      .sort()
      .join();
  if (said(products) !== said(kept.products))
    throw new CallError(CODES.conflict, 'guide.differs', { data: { reason: 'differs' } });
}

async function askForLimit(ctx: UserCtx, tx: Tx, kept: KeptGuidance): Promise<void> {
  const { userId, now } = ctx;
  const { guidanceId, limitNowPaise: fromPaise, limitAskedPaise: toPaise } = kept;
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
  await recordAction(tx, { at: now, userId, actor: 'user', action: 'limit_requested', subject: guidanceId, detail });
}

function price(
  ctx: UserCtx,
  product: ProductTerms | undefined,
  asked: { amount: number; coupon: Coupon | undefined },
): Quote | null {
  if (!product || ctx.session.bizStatus < product.minBizStatus) return null;
  const { amount, coupon } = asked;
  const fits = coupon && amount >= coupon.minPrincipal && ctx.today <= coupon.expiresOn;
  try {
    return priceLoan({ product, principal: paise(amount), startDay: ctx.today, ...(fits && { coupon }) });
  } catch (error) {
    if (error instanceof OfferError) return null;
    throw error;
  }
}

async function reserve(ctx: UserCtx, tx: Tx, of: { product: ProductTerms; quote: Quote }): Promise<string> {
  const { userId, today, now } = ctx;
  const orderId = randomUUID();
  const repayId = makeNumber('N', today, 10);
  const { quote, kfs } = await keepOffer(tx, ctx, { ...of, orderId });
  await writeReserved(tx, {
    userId,
    orderId,
    repayId,
    proposalNo: kfs.proposalNo,
    terms: { quote, lenderName: ctx.deps.appConfig.lender.name },
    openUntil: addDays(today, reservationStandsDays),
    now,
    today,
  });
  return repayId;
}
