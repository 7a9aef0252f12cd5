import { businessDay, daysBetween, toBusinessDay } from '@noren/core/money/time';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isGoingBack, type KnownPayment } from '../known-payment.ts';
import { lockKnownPayment, lockKnownTransfer } from '../known-payment-store.ts';
import type { PaymentToPost } from '../posting/payment-to-post.ts';
import { postPayment } from '../posting/post-payment.ts';
import { BY_UTR, toPaymentName } from '../posting/provider-payments-store.ts';
import type { PaymentEvent } from '../posting/redacted-event.ts';
import { claimUnmatchedByUtr } from '../posting/unmatched-events-store.ts';
import {
  closeProof,
  findProof,
  listOpenProofsByUtr,
  lockProof,
  type Proof,
} from '../proof-store.ts';
import { claimUnclaimedFunds, releaseUnclaimedFunds } from '../unclaimed-funds/unclaimed-funds.ts';

/** A bank books a transfer on the day it was sent, the day before or the day after. */
const MATCH_WINDOW_DAYS = 1;

type Claim = Pick<
  Proof,
  'userId' | 'orderId' | 'amountPaise' | 'paidOn' | 'utrHash' | 'utrLast4' | 'channel'
>;

/**
 * Whether a transfer without a payment code is the one a proof claims. @ASSUMED matching bank
 * number (UTR), amount and day are sufficient evidence: only the sender has the number.
 */
function isAlreadyClaimed(claim: Claim, paid: { amountPaise: number; paidAtMs: number }): boolean {
  const apart = Math.abs(daysBetween(businessDay(claim.paidOn), toBusinessDay(paid.paidAtMs)));
  return claim.amountPaise === paid.amountPaise && apart <= MATCH_WINDOW_DAYS;
}

/**
 * Posts a payment without a known code to the order of the one open proof that matches.
 * @returns false unless exactly one does
 */
export async function matchOpenProofs(
  tx: Tx,
  deps: Deps,
  payment: PaymentToPost,
  known: KnownPayment,
): Promise<boolean> {
  if (!payment.utrHash || !known.isTransferKnown) return false;

  const claims = (await listOpenProofsByUtr(tx, payment.utrHash)).filter((proof) =>
    isAlreadyClaimed(proof, payment),
  );
  const [claim] = claims;
  if (!claim || claims.length > 1) return false;

  const { userId, orderId } = claim;
  await postPayment(tx, deps, { userId, orderId, intent: null }, payment, known);

  return true;
}

/** The result of looking up a transfer that a borrower claims. */
export type TransferMatch =
  | { state: 'matched'; payment: { provider: string; providerRef: string } }
  | { state: 'counted_elsewhere' }
  /** Being refunded to its sender, or already refunded. */
  | { state: 'going_back' }
  | { state: 'unknown' };

/**
 * Looks for a transfer by its bank number, among posted payments and then among unmatched provider
 * events; a matching event is posted to the claimed order with the provider's amount and time.
 * @param of.payments those of the number, from `lockKnownTransfer`
 * @param of.isDecided an operator confirmed the match: amount and day may differ from the claim
 */
export async function findTransfer(
  tx: Tx,
  deps: Deps,
  claim: Claim,
  { payments, isDecided = false }: { payments: readonly KnownPayment[]; isDecided?: boolean },
): Promise<TransferMatch> {
  const counted = payments.flatMap(({ state, posting }) => (state === 'posted' ? [posting] : []));
  const own = counted.find(
    ({ userId, orderId }) => userId === claim.userId && orderId === claim.orderId,
  );
  if (own) return { state: 'matched', payment: own };
  if (counted.length > 0) return { state: 'counted_elsewhere' };
  if (payments.some(({ parts }) => parts.some(isGoingBack))) return { state: 'going_back' };

  const takenOff = payments.find(
    ({ state, provider }) => state === 'taken_off' && provider !== BY_UTR,
  );
  const match = takenOff && (await claimTakenOff(tx, deps, claim, { takenOff, isDecided }));
  if (match) return match;

  const unmatched = await claimUnmatchedByUtr(
    tx,
    claim.utrHash,
    (event) => isDecided || isAlreadyClaimed(claim, event),
  );
  if (!unmatched) return { state: 'unknown' };

  const payment = toPaymentToPost(unmatched.provider, unmatched.event);
  const known = payments.find((one) => toPaymentName(one) === toPaymentName(payment));
  if (!known) throw new Error('an event of a transfer came under the lock of its bank number');

  const { userId, orderId } = claim;
  await postPayment(tx, deps, { userId, orderId, intent: null }, payment, known);
  await releaseUnclaimedFunds(tx, deps, known);

  return { state: 'matched', payment };
}

/**
 * The transfer was counted for an order and taken off it: it is counted for the claimed one. For
 * the order it was taken off only when an operator says so. Null when nothing of it is in suspense.
 */
async function claimTakenOff(
  tx: Tx,
  deps: Deps,
  claim: Claim,
  { takenOff, isDecided }: { takenOff: KnownPayment; isDecided: boolean },
): Promise<TransferMatch | null> {
  const { provider, providerRef, posting } = takenOff;
  const isOther = posting?.userId !== claim.userId || posting.orderId !== claim.orderId;
  const isSame =
    posting !== null &&
    isAlreadyClaimed(claim, { amountPaise: posting.amountPaise, paidAtMs: posting.paidAt });
  if (!isDecided && !(isOther && isSame)) return { state: 'unknown' };

  if (!(await claimUnclaimedFunds(tx, deps, { provider, providerRef }, claim))) return null;

  return { state: 'matched', payment: { provider, providerRef } };
}

function toPaymentToPost(
  provider: string,
  { kind: _, eventId: _id, code: _code, ...event }: PaymentEvent,
): PaymentToPost {
  return { ...event, provider, cause: event.providerRef };
}

/** The result of an operator's decision on a proof. */
export type ProofDecision =
  | { ok: true }
  | { ok: false; reason: 'unknown' | 'decided' | 'counted_elsewhere' | 'going_back' };

/**
 * Operator action: accepts a proof of repayment as a payment, or refuses it. A later provider event
 * for the same transfer is recognised by its bank number and not posted again. Call it before
 * locking any order; authorisation, the second operator and the audit entry are the caller's.
 * @param of.why for a refusal: `not_found`, `other_amount`, `unreadable`, or free text for the
 * borrower
 */
export async function decideProof(
  tx: Tx,
  deps: Deps,
  of: { proofId: string; decision: 'match' | 'refuse'; by: string; why?: string },
): Promise<ProofDecision> {
  const seen = await findProof(tx, of.proofId);
  if (!seen) return { ok: false, reason: 'unknown' };

  const payments = await lockKnownTransfer(tx, seen.utrHash);
  const proof = await lockProof(tx, seen);
  if (proof?.state !== 'received') return { ok: false, reason: 'decided' };

  const close = { now: deps.now(), by: of.by };
  if (of.decision === 'refuse') {
    await closeProof(tx, proof, { ...close, state: 'refused', reason: of.why ?? 'not_found' });
    return { ok: true };
  }

  const found = await findTransfer(tx, deps, proof, { payments, isDecided: true });
  if (found.state === 'counted_elsewhere' || found.state === 'going_back')
    return { ok: false, reason: found.state };

  const payment = found.state === 'matched' ? found.payment : await postByUtr(tx, deps, proof);
  await closeProof(tx, proof, { ...close, state: 'matched', payment });

  return { ok: true };
}

async function postByUtr(
  tx: Tx,
  deps: Deps,
  proof: Proof,
): Promise<{ provider: string; providerRef: string }> {
  const { userId, orderId, utrHash, utrLast4, amountPaise, paidOn, channel } = proof;
  const payment = { provider: BY_UTR, providerRef: utrHash };
  // The proof gives a day without a time: use noon in India.
  const paidAtMs = Date.parse(`${paidOn}T06:30:00Z`);
  const cause = `${BY_UTR}:${utrHash}`;
  const paid = { ...payment, cause, amountPaise, paidAtMs, channel, utrHash, utrLast4 };

  const known = await lockKnownPayment(tx, { ...payment, utrHash });
  await postPayment(tx, deps, { userId, orderId, intent: null }, paid, known);

  return payment;
}
