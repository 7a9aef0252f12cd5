import { CODES } from '@noren/contract/codes';
import type { Voucher as ShownVoucher, sendVoucher } from '@noren/contract/servicing';
import { findOrder, type Order } from '../../../lending/order-store.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { takePicture } from '../../../platform/files/pictures.ts';
import { attachFile, storeFile } from '../../../platform/files/stored-file.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import { type Handlers, type Input, twoPhase, type UserCtx } from '../../../platform/http/handler.ts';
import { orRateLimited } from '../../../platform/http/rate-limits.ts';
import { type MessageId, say } from '../../../platform/translations/translations.ts';
import { listAskable } from '../checkout/intent-lists-store.ts';
import { queryProvider } from '../checkout/query-payment.ts';
import { BY_UTR, lockPayment } from '../posting/provider-payments-store.ts';
import { redactUtr } from '../posting/redacted-event.ts';
import { listReversedPayments, type ReversedPayment } from '../posting/reversed-payments-store.ts';
import { findTransfer } from './match-proof.ts';
import { addVoucher, listVouchers, utrContext, type Voucher } from './voucher-store.ts';

const PICTURE_KIND = 'voucher';
/** How far back the provider is queried about the order's payments when a proof is sent. */
const QUERY_BACK_MS = 3 * 86_400_000;

/** Proofs of repayment. */
export const voucherHandlers: Handlers<'sendVoucher' | 'voucherList'> = {
  sendVoucher: twoPhase({
    async prepare(ctx, { body, file }) {
      const order = await requireDisbursed(ctx, ctx.deps.db, body);
      orRateLimited(await ctx.deps.limits.take([['voucher-user-day', ctx.userId]], ctx.now));
      const picture = await takePicture(ctx.deps, file);
      for (const intent of await listAskable(ctx.deps.db, order, ctx.now - QUERY_BACK_MS))
        await queryProvider(ctx.deps, intent);
      return storeFile(ctx.deps, { userId: ctx.userId, kind: PICTURE_KIND }, picture);
    },
    async commit(ctx, { body }, tx, fileId: string) {
      const voucher = await receiveProof(ctx, tx, body, fileId);
      return {
        voucher: show(ctx, voucher, { repayId: body.repayId, reversed: await listReversedPayments(tx, voucher) }),
      };
    },
  }),

  voucherList: async (ctx, { params }, db) => {
    const order = await findOrder(db, ctx.userId, params.repayId);
    if (!order) throw new CallError(CODES.notFound, 'error.not_found');
    const of = { repayId: params.repayId, reversed: await listReversedPayments(db, order) };
    return { details: (await listVouchers(db, order)).map((voucher) => show(ctx, voucher, of)) };
  },
};

type Body = Input<typeof sendVoucher>['body'];

/** @throws CallError 404 for an unknown order, 409 when the day is outside the loan's term */
async function requireDisbursed(ctx: UserCtx, db: Db | Tx, { repayId, paidOn }: Body): Promise<Order> {
  const order = await findOrder(db, ctx.userId, repayId);
  if (!order) throw new CallError(CODES.notFound, 'error.not_found');
  if (order.disbursedDay === null) throw refuse('no_loan');
  if (paidOn > ctx.today) throw refuse('future');
  if (paidOn < order.disbursedDay) throw refuse('before_loan');
  return order;
}

function refuse(reason: 'no_loan' | 'future' | 'before_loan'): CallError {
  return new CallError(CODES.conflict, `repayment.voucher_${reason}`, { data: { reason } });
}

/** Matches a proof by its bank number, or stores it for an operator. Sending the same one again returns the stored one. */
async function receiveProof(ctx: UserCtx, tx: Tx, body: Body, fileId: string): Promise<Voucher> {
  const { deps, userId, now } = ctx;
  const redacted = redactUtr(deps.crypto, body.utr);
  await lockPayment(tx, { provider: BY_UTR, providerRef: redacted.utrHash });
  const order = await requireDisbursed(ctx, tx, body);
  const earlier = await listVouchers(tx, order);
  const same = earlier.find(({ utrHash, state }) => utrHash === redacted.utrHash && state !== 'refused');
  if (same) return same;
  const { amountPaise, paidOn, channel } = body;
  const claim = { userId, orderId: order.orderId, amountPaise, paidOn, channel, ...redacted };
  const found = await findTransfer(tx, deps, claim);
  await attachFile(tx, fileId);
  return addVoucher(tx, {
    ...claim,
    utrEnc: deps.crypto.encrypt(body.utr, utrContext(userId)),
    fileId,
    now,
    ...(found.state === 'matched'
      ? { state: 'matched', payment: found.payment }
      : found.state === 'counted_elsewhere'
        ? { state: 'refused', reason: 'counted_elsewhere' }
        : { state: 'received' }),
  });
}

function show(
  { language }: UserCtx,
  voucher: Voucher,
  { repayId, reversed }: { repayId: string; reversed: readonly ReversedPayment[] },
): ShownVoucher {
  const { voucherId, utrLast4, amountPaise, paidOn, channel, sentAt } = voucher;
  const isReversed = reversed.some(
    (one) =>
      one.provider === voucher.provider &&
      one.providerRef === voucher.paymentRef &&
      one.reversedPaise === one.amountPaise,
  );
  const state = voucher.state === 'matched' && isReversed ? 'reversed' : voucher.state;
  const utrMasked = `••••${utrLast4}`;
  return {
    voucherId,
    repayId,
    utrMasked,
    amountPaise,
    paidOn,
    channel,
    sentAt,
    state,
    reason: reasonText(language, voucher),
  };
}

/** Reasons with a translation; any other reason is the operator's own text. */
const REASONS: Readonly<Record<string, MessageId>> = {
  counted_elsewhere: 'repayment.voucher_counted_elsewhere',
  not_found: 'repayment.voucher_not_found',
  other_amount: 'repayment.voucher_other_amount',
  unreadable: 'repayment.voucher_unreadable',
};

function reasonText(language: UserCtx['language'], { state, reason }: Voucher): string | null {
  if (state !== 'refused' || reason === null) return null;
  const id = REASONS[reason];
  return id ? say(language, id) : reason;
}
