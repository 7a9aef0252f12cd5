import type { Proof as ShownProof, sendProof } from '@noren/contract/servicing';
import type { Order } from '../../../lending/orders/order-store.ts';
import { requireOrder } from '../../../lending/orders/own-order.ts';
import { listAskable } from '../../../lending/payments/checkout/intent-lists-store.ts';
import { queryProvider } from '../../../lending/payments/checkout/query-payment.ts';
import { lockKnownTransfer } from '../../../lending/payments/known-payment-store.ts';
import { redactUtr } from '../../../lending/payments/posting/redacted-event.ts';
import {
  listReversedPayments,
  type ReversedPayment,
} from '../../../lending/payments/posting/reversed-payments-store.ts';
import {
  addProof,
  listProofs,
  type Proof,
  utrContext,
} from '../../../lending/payments/proof-store.ts';
import { findTransfer } from '../../../lending/payments/proofs/match-proof.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { takePicture } from '../../../platform/files/pictures.ts';
import { attachFile, storeFile } from '../../../platform/files/stored-file.ts';
import { type CallError, conflict } from '../../../platform/http/call-error.ts';
import type { Input } from '../../../platform/http/call-handler.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../../platform/http/handler.ts';
import { takeOrRefuse } from '../../../platform/http/rate-limits.ts';
import { say, type TextId } from '../../../platform/translations/translations.ts';

const PICTURE_KIND = 'proof';
/** How far back the provider is queried about the order's payments when a proof is sent. */
const QUERY_BACK_MS = 3 * 86_400_000;

/** Proofs of repayment. */
export const proofHandlers = {
  sendProof: twoPhase({
    async prepare(ctx, { body, file }) {
      const order = await requireDisbursed(ctx, ctx.deps.db, body);
      await takeOrRefuse(ctx, [['proof-user-day', ctx.userId]]);

      const picture = await takePicture(ctx.deps, file);
      for (const intent of await listAskable(ctx.deps.db, order, ctx.now - QUERY_BACK_MS))
        await queryProvider(ctx.deps, intent);

      return storeFile(ctx.deps, { userId: ctx.userId, kind: PICTURE_KIND }, picture);
    },
    async commit(ctx, { body }, tx, fileId: string) {
      const proof = await receiveProof(ctx, tx, body, fileId);

      return {
        proof: show(ctx, proof, {
          repayId: body.repayId,
          reversed: await listReversedPayments(tx, proof),
        }),
      };
    },
  }),

  proofList: async (ctx, { params }, db) => {
    const order = await requireOrder(db, ctx.userId, params.repayId);
    const of = { repayId: params.repayId, reversed: await listReversedPayments(db, order) };
    return { details: (await listProofs(db, order)).map((proof) => show(ctx, proof, of)) };
  },
} satisfies Partial<Handlers>;

type Body = Input<typeof sendProof>['body'];

/** @throws CallError 404 for an unknown order, 409 when the day is outside the loan's term */
async function requireDisbursed(
  ctx: UserCtx,
  db: Db | Tx,
  { repayId, paidOn }: Body,
): Promise<Order> {
  const order = await requireOrder(db, ctx.userId, repayId);
  if (order.disbursedDay === null) throw refuse('no_loan');
  if (paidOn > ctx.today) throw refuse('future');
  if (paidOn < order.disbursedDay) throw refuse('before_loan');

  return order;
}

function refuse(reason: 'no_loan' | 'future' | 'before_loan'): CallError {
  return conflict(`repayment.proof_${reason}`, reason);
}

/**
 * Matches a proof by its bank number, or stores it for an operator. Sending the same one again
 * returns the stored one.
 */
async function receiveProof(ctx: UserCtx, tx: Tx, body: Body, fileId: string): Promise<Proof> {
  const { deps, userId, now } = ctx;
  const redacted = redactUtr(deps.crypto, body.utr);

  const payments = await lockKnownTransfer(tx, redacted.utrHash);
  const order = await requireDisbursed(ctx, tx, body);
  const earlier = await listProofs(tx, order);
  const same = earlier.find(
    ({ utrHash, state }) => utrHash === redacted.utrHash && state !== 'refused',
  );
  if (same) return same;

  const { amountPaise, paidOn, channel } = body;
  const claim = { userId, orderId: order.orderId, amountPaise, paidOn, channel, ...redacted };
  const found = await findTransfer(tx, deps, claim, { payments });

  await attachFile(tx, userId, fileId);

  return addProof(tx, {
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
  proof: Proof,
  { repayId, reversed }: { repayId: string; reversed: readonly ReversedPayment[] },
): ShownProof {
  const { proofId, utrLast4, amountPaise, paidOn, channel, sentAt } = proof;
  const isReversed = reversed.some(
    (one) =>
      one.provider === proof.provider &&
      one.providerRef === proof.paymentRef &&
      one.reversedPaise === one.amountPaise,
  );
  const state = proof.state === 'matched' && isReversed ? 'reversed' : proof.state;
  const utrMasked = `••••${utrLast4}`;

  return {
    proofId,
    repayId,
    utrMasked,
    amountPaise,
    paidOn,
    channel,
    sentAt,
    state,
    reason: reasonText(language, proof),
  };
}

/** Reasons with a translation; any other reason is the operator's own text. */
const REASONS: Readonly<Record<string, TextId>> = {
  counted_elsewhere: 'repayment.proof_counted_elsewhere',
  not_found: 'repayment.proof_not_found',
  other_amount: 'repayment.proof_other_amount',
  unreadable: 'repayment.proof_unreadable',
};

function reasonText(language: UserCtx['language'], { state, reason }: Proof): string | null {
  if (state !== 'refused' || reason === null) return null;
  const id = REASONS[reason];
  return id ? say(language, id) : reason;
}
