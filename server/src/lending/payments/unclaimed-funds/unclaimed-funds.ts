import { type BusinessDay, toBusinessDay } from '@noren/core/money/time';
import { JOBS } from '../../../job-list.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { randomLetters } from '../../../platform/db/public-ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import { post } from '../../book/journal-store.ts';
import { type Line, lenderUserId, type OrderKey } from '../../book/ledger.ts';
import { findWaiting, isCounted, isOnItsWayBack, type KnownPayment } from '../known-payment.ts';
import { lockByAllNames, lockKnownPayment, readKnownPayments } from '../known-payment-store.ts';
import type { PaymentToPost } from '../posting/payment-to-post.ts';
import { postPayment } from '../posting/post-payment.ts';
import { type PaymentKey, toPaymentName } from '../posting/provider-payments-store.ts';
import {
  addRefundedPart,
  addUnclaimedFunds,
  computeRemainder,
  listWaitingPayments,
  type UnclaimedPayment,
  updateUnclaimedState,
} from './unclaimed-funds-store.ts';

/**
 * Posts a provider's payment that matches nothing here to suspense, once, so that the ledger has it
 * until it is claimed.
 */
export async function postUnclaimedFunds(
  deps: Deps,
  payment: PaymentKey & { amountPaise: number; paidAtMs: number },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { state, parts } = await lockKnownPayment(tx, payment);
    if (state !== 'unknown' || parts.length > 0) return;

    const paidOn = toBusinessDay(payment.paidAtMs);
    const valueDay = paidOn > deps.today() ? deps.today() : paidOn;

    await postToSuspense(tx, deps, payment, { valueDay, cause: toPaymentName(payment) });
  });
}

/** Money of a payment for suspense. */
interface SuspensePart extends PaymentKey {
  readonly amountPaise: number;
  readonly paidAtMs: number;
  /** What was charged back of it before. */
  readonly chargedBackPaise?: number;
  /** Why it could not be sent back. */
  readonly reason?: string | null;
  readonly isRestCounted?: boolean;
}

/**
 * Posts a payment, or what is left of it, to suspense. The caller has locked and read the payment,
 * and no part of it waits there for a decision.
 */
export async function postToSuspense(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  { provider, providerRef, amountPaise, paidAtMs, chargedBackPaise = 0, ...of }: SuspensePart,
  { valueDay, cause }: { valueDay: BusinessDay; cause: string },
): Promise<void> {
  const journalId = await post(tx, {
    userId: lenderUserId,
    orderId: null,
    kind: 'unclaimed_payment',
    valueDay,
    bookedAt: deps.now(),
    cause,
    lines: outOfSuspense(-amountPaise),
  });
  if (journalId === null) throw new Error('unclaimed funds were not posted under their lock');

  await addUnclaimedFunds(tx, {
    provider,
    providerRef,
    amountPaise: amountPaise + chargedBackPaise,
    paidAt: paidAtMs,
    foundAt: deps.now(),
    journalId,
    chargedBackPaise,
    isRestCounted: of.isRestCounted ?? false,
    reason: of.reason ?? null,
  });
}

/**
 * Records a refund of a payment that was taken off its order, as money that went through suspense
 * back to its sender. A later chargeback finds it there. The caller holds the payment's locks.
 */
export async function recordRefundedPart(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  {
    refundRef,
    amountPaise,
    ...key
  }: PaymentKey & { refundRef: string; amountPaise: number; paidAt: number },
  valueDay: BusinessDay,
): Promise<void> {
  // On a distributed database every machine has the whole table of parts. Two transactions that
  // each add a row and then change it would wait for each other, so the parts are locked first.
  await lockKnownPayment(tx, key);

  const bookedAt = deps.now();
  const of = { userId: lenderUserId, orderId: null, valueDay, bookedAt };
  const journalId = await post(tx, {
    ...of,
    kind: 'unclaimed_payment',
    cause: `${toPaymentName(key)}:refunded:${refundRef}`,
    lines: outOfSuspense(-amountPaise),
  });
  if (journalId === null) throw new Error('a refund was recorded twice under its lock');

  await post(tx, {
    ...of,
    kind: 'unclaimed_payment_return',
    cause: `returned:${journalId}`,
    detail: { ofPayment: journalId },
    lines: outOfSuspense(amountPaise),
  });
  await addRefundedPart(tx, { ...key, refundRef, amountPaise, foundAt: bookedAt, journalId });
}

/**
 * Posts a part of a payment to suspense. If a part of the payment waits there for a decision, the
 * two become one amount. The caller holds the payment's locks.
 * @returns whether a part waited
 */
export async function addToSuspense(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'today'>,
  part: SuspensePart,
  posting: { valueDay: BusinessDay; cause: string },
): Promise<boolean> {
  const { provider, providerRef } = part;
  const known = await lockKnownPayment(tx, { provider, providerRef });
  const waiting = findWaiting(known);

  if (waiting)
    await takeOut(tx, deps, waiting, { cause: `joined:${waiting.journalId}`, reason: JOINED });

  const isRestCounted = known.state === 'posted';
  const amountPaise = part.amountPaise + (waiting ? computeRemainder(waiting) : 0);
  const chargedBackPaise = (part.chargedBackPaise ?? 0) + (waiting?.chargedBackPaise ?? 0);

  await postToSuspense(
    tx,
    deps,
    { ...part, amountPaise, chargedBackPaise, isRestCounted },
    posting,
  );

  return waiting !== null;
}

/** Why a part was decided: its money is in a newer part of the same payment. */
export const JOINED = 'joined_with_another_part';

/** Takes funds out of suspense; the caller posts them elsewhere in the same transaction. */
async function takeOut(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'today'>,
  unclaimed: UnclaimedPayment,
  { cause, reason }: { cause: string; reason?: string },
): Promise<void> {
  const { journalId, state: from } = unclaimed;
  const mark = {
    from,
    to: 'claimed' as const,
    now: deps.now(),
    ...(reason !== undefined && { reason }),
  };
  if (!(await updateUnclaimedState(tx, unclaimed, mark)))
    throw new Error('funds left suspense under their lock');

  await post(tx, {
    userId: lenderUserId,
    orderId: null,
    kind: 'reversal',
    reverses: journalId,
    valueDay: deps.today(),
    bookedAt: deps.now(),
    cause,
    lines: outOfSuspense(computeRemainder(unclaimed)),
  });
}

/** The lines by which an amount leaves suspense; a negative amount comes there. */
const outOfSuspense = (amountPaise: number): readonly Line[] => [
  ['unclaimed_funds', amountPaise],
  ['settlement_in', -amountPaise],
];

/**
 * Takes a payment out of suspense because it was posted to an order. Does nothing when no part of
 * it waits there, or when that part came there while the rest counted for an order.
 */
export async function releaseUnclaimedFunds(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'today'>,
  known: KnownPayment,
): Promise<void> {
  const waiting = findWaiting(known);
  if (waiting && !waiting.isRestCounted) await release(tx, deps, waiting);
}

const release = (
  tx: Tx,
  deps: Pick<Deps, 'now' | 'today'>,
  unclaimed: UnclaimedPayment,
): Promise<void> => takeOut(tx, deps, unclaimed, { cause: `claimed:${unclaimed.journalId}` });

/** Releases all funds whose payment was posted to an order while they waited. */
export async function releasePostedFunds(deps: Deps): Promise<void> {
  const payments = await readKnownPayments(deps.db, await listWaitingPayments(deps.db));

  for (const { provider, providerRef, state } of payments)
    if (state === 'posted')
      await deps.db.transaction().execute(async (tx) => {
        const known = await lockKnownPayment(tx, { provider, providerRef });
        if (known.state === 'posted') await releaseUnclaimedFunds(tx, deps, known);
      });
}

/**
 * Posts funds in suspense as a payment of an order, at the time they were paid. A second operator
 * must have approved.
 * @returns false when they are no longer in suspense, or when another part of the payment counts
 * for an order or is on its way back: a payment counts for one order at a time
 */
export async function claimUnclaimedFunds(
  tx: Tx,
  deps: Deps,
  key: PaymentKey,
  to: OrderKey,
): Promise<boolean> {
  const known = await lockByAllNames(tx, key);
  const waiting = findWaiting(known);
  if (!waiting || isCounted(known) || known.parts.some(isOnItsWayBack)) return false;

  await postPayment(tx, deps, { ...to, intent: null }, toPaymentAgain(known, waiting), known);
  await release(tx, deps, waiting);

  return true;
}

/** A payment's part in suspense, as a payment that can be posted to an order. */
function toPaymentAgain(
  { posting, event, ...key }: KnownPayment,
  waiting: UnclaimedPayment,
): PaymentToPost {
  const { provider, providerRef } = key;
  const { channel, utrHash, utrLast4 } = event ?? posting ?? {};

  return {
    provider,
    providerRef,
    // It was taken off an order, and may be counted for that order again: the second posting has
    // another cause.
    cause: posting ? `${providerRef}:${waiting.journalId}` : providerRef,
    amountPaise: computeRemainder(waiting),
    receivedPaise: posting?.amountPaise ?? waiting.amountPaise,
    paidAtMs: event?.paidAtMs ?? waiting.paidAt,
    ...(channel && { channel }),
    ...(utrHash && { utrHash }),
    ...(utrLast4 && { utrLast4 }),
  };
}

/**
 * Starts refunding funds in suspense to their sender: it makes a reference, under which a job calls
 * the provider. A second operator must have approved, unless they were paid on a loan that never
 * reached the borrower. A part may go back while the rest of its payment counts for an order.
 * @returns false when they are no longer in suspense
 */
export async function startReturn(tx: Tx, deps: Deps, key: PaymentKey): Promise<boolean> {
  // By bank number too: a proof of the same transfer may be under decision.
  const known = await lockByAllNames(tx, key);
  const waiting = findWaiting(known);
  if (!waiting || (isCounted(known) && !waiting.isRestCounted)) return false;

  const refundRef = `NU${randomLetters(20)}`;
  const mark = { from: 'open', to: 'returning', now: deps.now(), refundRef, reason: null } as const;
  if (!(await updateUnclaimedState(tx, waiting, mark))) return false;

  await addJob(tx, JOBS['refund-unclaimed-funds'], { refundRef, attempt: 0 });

  return true;
}

/** The provider's final answer to refunding unclaimed funds. */
export type ReturnDecision = { state: 'confirmed' } | { state: 'failed'; reason: string };

/**
 * Posts a confirmed refund of funds in suspense; idempotent. After a failure they wait there for a
 * decision, as one amount with any other part of the payment that waits.
 */
export async function settleUnclaimedReturn(
  tx: Tx,
  deps: Deps,
  unclaimed: UnclaimedPayment,
  decision: ReturnDecision,
): Promise<void> {
  const now = deps.now();
  if (decision.state === 'failed') return keepUnreturned(tx, deps, unclaimed, decision.reason);
  if (!(await updateUnclaimedState(tx, unclaimed, { from: 'returning', to: 'returned', now })))
    return;

  await post(tx, {
    userId: lenderUserId,
    orderId: null,
    kind: 'unclaimed_payment_return',
    valueDay: deps.today(),
    bookedAt: now,
    cause: `returned:${unclaimed.journalId}`,
    detail: { ofPayment: unclaimed.journalId },
    lines: outOfSuspense(computeRemainder(unclaimed)),
  });
}

/** Puts funds whose refund failed back into suspense. */
async function keepUnreturned(
  tx: Tx,
  deps: Deps,
  key: UnclaimedPayment,
  reason: string,
): Promise<void> {
  const { provider, providerRef } = key;
  const known = await lockKnownPayment(tx, { provider, providerRef });
  const unclaimed = known.parts.find(({ journalId }) => journalId === key.journalId);
  if (unclaimed?.state !== 'returning') return;

  if (!findWaiting(known)) {
    await updateUnclaimedState(tx, unclaimed, {
      from: 'returning',
      to: 'open',
      now: deps.now(),
      reason,
    });
    return;
  }

  const { paidAt: paidAtMs, chargedBackPaise, journalId } = unclaimed;
  const part = {
    provider,
    providerRef,
    paidAtMs,
    chargedBackPaise,
    amountPaise: computeRemainder(unclaimed),
    reason,
  };

  await takeOut(tx, deps, unclaimed, { cause: `joined:${journalId}`, reason: JOINED });
  await addToSuspense(tx, deps, part, {
    valueDay: deps.today(),
    cause: `${toPaymentName(unclaimed)}:${journalId}`,
  });
}
