import type { AnswerOf, BodyOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { acceptExtension, quoteExtension } from '@noren/contract/servicing';
import { readLoan } from '../../../lending/book/loan-book.ts';
import { requireReturnPrice } from '../../../lending/book/return-price.ts';
import { readAcceptedProduct } from '../../../lending/orders/accepted-product-store.ts';
import type { Order } from '../../../lending/orders/order-store.ts';
import { lockWithCredit, requireOrder } from '../../../lending/orders/own-order.ts';
import { askForSeals } from '../../../lending/papers/papers-store.ts';
import {
  isExtensionPosted,
  isSame,
  requireExtension,
} from '../../../lending/payments/extension.ts';
import {
  acceptAddendum,
  findAddendum,
  findOfferedAddendum,
  type StoredAddendum,
  saveAddendum,
} from '../../../lending/statements/addenda-store.ts';
import { recordAction } from '../../../platform/audit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { makeNumber } from '../../../platform/db/public-ids.ts';
import { CallError, conflict, notFound } from '../../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../../platform/http/handler.ts';
import { takeOrRefuse } from '../../../platform/http/rate-limits.ts';
import { requireCodeFor } from '../../../platform/http/step-up.ts';
import { hashAddendum, makeAddendum, showAddendum } from './extension-document.ts';

/** Due-date extensions and returns: quoting and accepting, before any money is paid. */
export const extensionHandlers = {
  quoteExtension: twoPhase({
    async prepare(ctx) {
      await takeOrRefuse(ctx, [['quote-user-minute', ctx.userId]]);
    },
    commit: (ctx, { body }, tx) => quote(ctx, body, tx),
  }),

  acceptExtension: (ctx, { body }, tx) => accept(ctx, body, tx),

  returnLoan: async (ctx, { body }, tx) => {
    const order = await lockOwnAddendum(ctx, tx, body.repayId);
    const loan = await readLoan(tx, order, ctx.today);
    const product = await readAcceptedProduct(tx, order.terms.quote);
    const price = requireReturnPrice(order.terms, loan, { day: loan.asOf, product });
    const { userId, now: at } = ctx;

    await recordAction(tx, {
      at,
      userId,
      actor: 'user',
      action: 'return_requested',
      subject: order.repayId,
    });

    return price;
  },
} satisfies Partial<Handlers>;

/** Prices an extension today. Asking again while nothing has changed returns the same addendum. */
async function quote(
  ctx: UserCtx,
  { repayId, days }: BodyOf<typeof quoteExtension>,
  tx: Tx,
): Promise<AnswerOf<typeof quoteExtension>> {
  const order = await lockOwnAddendum(ctx, tx, repayId);
  const loan = await readLoan(tx, order, ctx.today);
  const product = await readAcceptedProduct(tx, order.terms.quote);
  const price = await requireExtension(tx, order, loan, { product, day: loan.asOf, days });
  const { maxTimes } = product.extension;
  const before = await findOfferedAddendum(tx, order, {
    day: loan.asOf,
    days,
    language: ctx.language,
  });
  if (before && isSame(before.quote, price) && !isExtensionPosted(loan.journals, before.addendumNo))
    return { addendum: showAddendum(before, maxTimes) };

  const addendumNo = makeNumber('NA', loan.asOf, 10);
  const document = makeAddendum(ctx, order, { addendumNo, quote: price, product });
  const hash = hashAddendum(document);

  await saveAddendum(tx, order, { quote: price, document, hash });

  const stored = { addendumNo, quote: price, document, hash, isAccepted: false };
  return { addendum: showAddendum(stored, maxTimes) };
}

/** Accepts an addendum as shown: same hash, same business day, with a recently entered code. */
async function accept(
  ctx: UserCtx,
  { addendumNo, hash }: BodyOf<typeof acceptExtension>,
  tx: Tx,
): Promise<AnswerOf<typeof acceptExtension>> {
  const found = await findAddendum(tx, ctx.userId, addendumNo);
  if (!found) throw notFound();

  requireCodeFor(ctx, 'move_money');
  if (found.hash !== hash) throw conflict('repayment.extension_differs', 'addendum');

  const order = await lockOwnAddendum(ctx, tx, found.document.repayId);
  const loan = await readLoan(tx, order, ctx.today);
  const product = await readAcceptedProduct(tx, order.terms.quote);
  const { maxTimes } = product.extension;
  if (isExtensionPosted(loan.journals, addendumNo))
    return { addendum: showAddendum(found, maxTimes) };
  if (found.day !== loan.asOf || found.lapsedAt !== null) throw offerGone('lapsed');

  const price = await requireExtension(tx, order, loan, {
    product,
    day: loan.asOf,
    days: found.quote.days,
  });
  if (!isSame(price, found.quote)) throw offerGone('changed');

  if (!found.isAccepted) {
    await acceptAddendum(tx, ctx.userId, found, buildAcceptance(ctx, found));
    await askForSeals(tx, ctx.deps, order, [`addendum.${addendumNo}`]);
  }

  return { addendum: showAddendum({ ...found, isAccepted: true }, maxTimes) };
}

const offerGone = (reason: 'lapsed' | 'changed'): CallError =>
  new CallError(CODES.offerGone, `repayment.extension_${reason}`, { data: { reason } });

function buildAcceptance(
  ctx: UserCtx,
  { document, hash }: StoredAddendum,
): { at: number } & Record<string, unknown> {
  return {
    at: ctx.now,
    language: document.language,
    textVersion: document.textVersion,
    hash,
    deviceId: ctx.deviceId,
    addressHash: ctx.deps.crypto.hash('address', ctx.address).toString('hex'),
    sessionId: ctx.session.sessionId,
  };
}

async function lockOwnAddendum(ctx: UserCtx, tx: Tx, repayId: string): Promise<Order> {
  const found = await requireOrder(tx, ctx.userId, repayId);
  return lockWithCredit(tx, found);
}
