import { type BusinessDay, businessDayOf } from '@noren/core/money/time';
import { post } from '../../../lending/journal-store.ts';
import { type Line, lenderUserId } from '../../../lending/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { randomLetters } from '../../../platform/db/public-ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import { postPayment } from '../posting/post-payment.ts';
import { findFullyReversedPayment, findPostedPayment, lockPayment } from '../posting/provider-payments-store.ts';
import {
  addUnclaimedFunds,
  findStoredPayment,
  findUnclaimedFunds,
  leftOf,
  listPostedUnclaimedFunds,
  type UnclaimedKey,
  type UnclaimedPayment,
  updateUnclaimedState,
} from './unclaimed-funds-store.ts';

/**
 * Posts a provider's payment that matches nothing here to suspense, once, so that the ledger has it until it is claimed.
 */
export async function postUnclaimedFunds(
  deps: Deps,
  payment: UnclaimedKey & { amountPaise: number; paidAtMs: number },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockPayment(tx, payment);
    if ((await findPostedPayment(tx, payment)) || (await findUnclaimedFunds(tx, payment))) return;
    const paidOn = businessDayOf(payment.paidAtMs);
    const valueDay = paidOn > deps.today() ? deps.today() : paidOn;
    await postToSuspense(tx, deps, payment, { valueDay, cause: causeOf(payment) });
  });
}

/** Posts a payment, or what is left of it, to suspense. The caller holds its lock; it is in suspense for no other cause. */
export async function postToSuspense(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  { provider, providerRef, amountPaise, paidAtMs }: UnclaimedKey & { amountPaise: number; paidAtMs: number },
  { valueDay, cause }: { valueDay: BusinessDay; cause: string },
): Promise<void> {
  const journalId = await post(tx, {
    userId: lenderUserId,
    orderId: null,
    kind: 'unclaimed_payment',
    valueDay,
    bookedAt: deps.now(),
    cause,
    lines: [
      ['settlement_in', amountPaise],
      ['unclaimed_funds', -amountPaise],
    ],
  });
  if (journalId === null) throw new Error('unclaimed funds were not posted under their lock');
  await addUnclaimedFunds(tx, {
    provider,
    providerRef,
    amountPaise,
    paidAt: paidAtMs,
    foundAt: deps.now(),
    journalId,
  });
}

/** The name of a payment in journals and locks. */
export const causeOf = ({ provider, providerRef }: UnclaimedKey): string => `${provider}:${providerRef}`;

const outOfSuspense = (amountPaise: number): readonly Line[] => [
  ['unclaimed_funds', amountPaise],
  ['settlement_in', -amountPaise],
];

/** Reverses the suspense posting because the payment was posted to an order. A no-op when it is not in suspense. */
export async function releaseUnclaimedFunds(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'today'>,
  key: UnclaimedKey,
): Promise<void> {
  const unclaimed = await findUnclaimedFunds(tx, key, true);
  if (unclaimed?.state !== 'open') return;
  await updateUnclaimedState(tx, key, { from: 'open', to: 'claimed', now: deps.now() });
  await post(tx, {
    userId: lenderUserId,
    orderId: null,
    kind: 'reversal',
    reverses: unclaimed.journalId,
    valueDay: deps.today(),
    bookedAt: deps.now(),
    cause: `claimed:${unclaimed.journalId}`,
    lines: outOfSuspense(leftOf(unclaimed)),
  });
}

/** Does so for all funds whose payment has since been posted to an order. */
export async function releasePostedFunds(deps: Deps): Promise<void> {
  for (const unclaimed of await listPostedUnclaimedFunds(deps.db))
    await deps.db.transaction().execute((tx) => releaseUnclaimedFunds(tx, deps, unclaimed));
}

/** Whether a payment is being or was refunded from suspense or charged back: only staff may count what is left of it. */
export async function isBeingRefunded(tx: Tx, key: UnclaimedKey): Promise<boolean> {
  const unclaimed = await findUnclaimedFunds(tx, key);
  if (!unclaimed || unclaimed.state === 'claimed') return false;
  return unclaimed.state !== 'open' || unclaimed.chargedBackPaise > 0;
}

/**
 * Posts funds in suspense as a payment of an order, at the time they were paid. A second operator must have approved.
 * @returns false when they are no longer in suspense
 */
export async function claimUnclaimedFunds(
  tx: Tx,
  deps: Deps,
  key: UnclaimedKey,
  to: { userId: string; orderId: string },
): Promise<boolean> {
  const stored = await findStoredPayment(tx, key);
  const reversed = await findFullyReversedPayment(tx, key);
  await lockPayment(tx, { ...key, utrHash: stored?.utrHash ?? reversed?.utrHash ?? undefined });
  const unclaimed = await findUnclaimedFunds(tx, key, true);
  if (unclaimed?.state !== 'open' || (await findPostedPayment(tx, key))) return false;
  const { provider, providerRef, amountPaise: receivedPaise, paidAt } = unclaimed;
  const amountPaise = leftOf(unclaimed);
  const known = stored ?? reversed;
  const paid = {
    provider,
    providerRef,
    // Taken off an order, it may be counted for that order again: a second posting, with a name of its own.
    cause: reversed ? `${providerRef}:${unclaimed.journalId}` : providerRef,
    amountPaise,
    receivedPaise: reversed?.amountPaise ?? receivedPaise,
    paidAtMs: stored?.paidAtMs ?? paidAt,
    ...(known?.channel && { channel: known.channel }),
    ...(known?.utrHash && { utrHash: known.utrHash }),
    ...(known?.utrLast4 && { utrLast4: known.utrLast4 }),
  };
  await postPayment(tx, deps, { ...to, intent: null }, paid);
  await releaseUnclaimedFunds(tx, deps, key);
  return true;
}

/**
 * Starts refunding funds in suspense to their sender; a job calls the provider under the reference made here. A second
 * operator must have approved, unless they were paid on a loan that never reached the borrower. @returns false when they are no longer in suspense
 */
export async function startReturn(tx: Tx, deps: Deps, key: UnclaimedKey): Promise<boolean> {
  // Lock by bank number too: a proof of the same transfer may be under decision.
  const known = (await findStoredPayment(tx, key)) ?? (await findFullyReversedPayment(tx, key));
  await lockPayment(tx, { ...key, utrHash: known?.utrHash ?? undefined });
  if (await findPostedPayment(tx, key)) return false;
  const { provider, providerRef } = key;
  const refundRef = `NU${randomLetters(20)}`;
  const mark = { from: 'open', to: 'returning', now: deps.now(), refundRef, reason: null } as const;
  if (!(await updateUnclaimedState(tx, key, mark))) return false;
  await addJob(tx, 'refund-unclaimed-funds', { provider, providerRef, attempt: 0 }, { key: `return:${refundRef}` });
  return true;
}

/** The provider's final answer to refunding unclaimed funds. */
export type ReturnDecision = { state: 'confirmed' } | { state: 'failed'; reason: string };

/** Posts a confirmed refund of funds in suspense; idempotent. After a failure they stay in suspense. */
export async function settleUnclaimedReturn(
  tx: Tx,
  deps: Deps,
  unclaimed: UnclaimedPayment,
  decision: ReturnDecision,
): Promise<void> {
  const now = deps.now();
  if (decision.state === 'failed') {
    await updateUnclaimedState(tx, unclaimed, { from: 'returning', to: 'open', now, reason: decision.reason });
    return;
  }
  if (!(await updateUnclaimedState(tx, unclaimed, { from: 'returning', to: 'returned', now }))) return;
  await post(tx, {
    userId: lenderUserId,
    orderId: null,
    kind: 'unclaimed_payment_return',
    valueDay: deps.today(),
    bookedAt: now,
    cause: causeOf(unclaimed),
    lines: outOfSuspense(leftOf(unclaimed)),
  });
}
