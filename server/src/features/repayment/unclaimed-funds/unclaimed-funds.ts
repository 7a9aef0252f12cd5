import { businessDayOf } from '@noren/core/money/time';
import { houseId, post } from '../../../lending/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { randomLetters } from '../../../platform/db/public-ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { postPayment } from '../posting/post-payment.ts';
import { findPostedPayment, lockPayment } from '../posting/provider-payments-store.ts';
import {
  addUnclaimedFunds,
  findStoredPayment,
  findUnclaimedFunds,
  listPostedUnclaimedFunds,
  type Receipt,
  type UnclaimedKey,
  updateUnclaimedState,
} from './unclaimed-funds-store.ts';

/**
 * Puts a payment of a provider's account that nothing here bears the name of into suspense, once: it is in the ledger
 * while it waits to be somebody's. @returns whether it is there now
 */
export async function postUnclaimedFunds(
  deps: Deps,
  payment: UnclaimedKey & { amountPaise: number; paidAtMs: number },
): Promise<void> {
  const { provider, providerRef, amountPaise, paidAtMs } = payment;
  await deps.db.transaction().execute(async (tx) => {
    await lockPayment(tx, payment);
    if ((await findPostedPayment(tx, payment)) || (await findUnclaimedFunds(tx, payment))) return;
    const paidOn = businessDayOf(paidAtMs);
    const journalId = await post(tx, {
      userId: houseId,
      orderId: null,
      kind: 'receipt',
      valueDay: paidOn > deps.today() ? deps.today() : paidOn,
      bookedAt: deps.now(),
      cause: causeOf(payment),
      lines: [
        ['settlement_in', amountPaise],
        ['unclaimed_receipts', -amountPaise],
      ],
    });
    if (journalId === null) throw new Error('money in suspense was not booked under its lock');
    await addUnclaimedFunds(tx, {
      provider,
      providerRef,
      amountPaise,
      paidAt: paidAtMs,
      foundAt: deps.now(),
      journalId,
    });
  });
}

const causeOf = ({ provider, providerRef }: UnclaimedKey): string => `${provider}:${providerRef}`;

/** Takes what was put into suspense out again, because its payment is booked for whose it is. Nothing where it is not. */
export async function releaseUnclaimedFunds(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'today'>,
  key: UnclaimedKey,
): Promise<void> {
  const receipt = await findUnclaimedFunds(tx, key, true);
  if (receipt?.state !== 'open') return;
  await updateUnclaimedState(tx, key, { from: 'open', to: 'claimed', now: deps.now() });
  await post(tx, {
    userId: houseId,
    orderId: null,
    kind: 'reversal',
    reverses: receipt.journalId,
    valueDay: deps.today(),
    bookedAt: deps.now(),
    cause: `claimed:${causeOf(key)}`,
    lines: [
      ['unclaimed_receipts', receipt.amountPaise],
      ['settlement_in', -receipt.amountPaise],
    ],
  });
}

/** The same of all whose payment was booked meanwhile by another road. */
export async function releasePostedFunds(deps: Deps): Promise<void> {
  for (const receipt of await listPostedUnclaimedFunds(deps.db))
    await deps.db.transaction().execute((tx) => releaseUnclaimedFunds(tx, deps, receipt));
}

/** Whether a payment is being sent back, or was: it is nobody's to claim any more. */
export async function isBeingRefunded(tx: Tx, key: UnclaimedKey): Promise<boolean> {
  const receipt = await findUnclaimedFunds(tx, key);
  return receipt?.state === 'returning' || receipt?.state === 'returned';
}

/**
 * Counts money in suspense as a payment of an order, at the instant it was paid. The caller asked a second operator.
 * @returns false where it is in suspense no more
 */
export async function claimUnclaimedFunds(
  tx: Tx,
  deps: Deps,
  key: UnclaimedKey,
  to: { userId: string; orderId: string },
): Promise<boolean> {
  const told = await findStoredPayment(tx, key);
  await lockPayment(tx, { ...key, utrHash: told?.utrHash });
  const receipt = await findUnclaimedFunds(tx, key, true);
  if (receipt?.state !== 'open' || (await findPostedPayment(tx, key))) return false;
  const { provider, providerRef, amountPaise, paidAt } = receipt;
  await postPayment(
    tx,
    deps,
    { ...to, intent: null },
    {
      provider,
      providerRef,
      cause: providerRef,
      amountPaise,
      paidAtMs: told?.paidAtMs ?? paidAt,
      ...(told?.channel && { channel: told.channel }),
      ...(told?.utrHash && { utrHash: told.utrHash }),
      ...(told?.utrLast4 && { utrLast4: told.utrLast4 }),
    },
  );
  await releaseUnclaimedFunds(tx, deps, key);
  return true;
}

/**
 * Begins to send money in suspense back to where it came from; its provider is asked by a job, under a reference made
 * here. The caller asked a second operator. @returns false where it is in suspense no more
 */
export async function startReturn(tx: Tx, deps: Deps, key: UnclaimedKey): Promise<boolean> {
  // By its bank's number too: a proof of it may be being decided.
  await lockPayment(tx, { ...key, utrHash: (await findStoredPayment(tx, key))?.utrHash });
  if (await findPostedPayment(tx, key)) return false;
  const { provider, providerRef } = key;
  const refundRef = `NU${randomLetters(20)}`;
  const mark = { from: 'open', to: 'returning', now: deps.now(), refundRef, reason: null } as const;
  if (!(await updateUnclaimedState(tx, key, mark))) return false;
  await addJob(tx, 'refund-unclaimed-funds', { provider, providerRef, attempt: 0 }, { key: `return:${refundRef}` });
  return true;
}

/** What a provider decided of sending a receipt back. */
export type ReturnDecision = { state: 'confirmed' } | { state: 'failed'; reason: string };

/** Books that money in suspense went back, however often it is heard; what could not go back waits as before. */
export async function settleUnclaimedReturn(
  tx: Tx,
  deps: Deps,
  receipt: Receipt,
  decision: ReturnDecision,
): Promise<void> {
  const now = deps.now();
  if (decision.state === 'failed') {
    await updateUnclaimedState(tx, receipt, { from: 'returning', to: 'open', now, reason: decision.reason });
    return;
  }
  if (!(await updateUnclaimedState(tx, receipt, { from: 'returning', to: 'returned', now }))) return;
  await post(tx, {
    userId: houseId,
    orderId: null,
    kind: 'receipt_return',
    valueDay: deps.today(),
    bookedAt: now,
    cause: causeOf(receipt),
    lines: [
      ['unclaimed_receipts', receipt.amountPaise],
      ['settlement_in', -receipt.amountPaise],
    ],
  });
}
