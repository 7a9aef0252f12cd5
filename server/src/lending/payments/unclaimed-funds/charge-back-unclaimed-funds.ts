import { recordAction } from '../../../platform/audit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ProviderEvent } from '../../../platform/ports/payments.ts';
import { post } from '../../book/journal-store.ts';
import { type Journal, lenderUserId } from '../../book/ledger.ts';
import { isOnItsWayBack, type KnownPayment, listHeldParts } from '../known-payment.ts';
import {
  computeRemainder,
  markChargedBack,
  sumLost,
  type UnclaimedPayment,
} from './unclaimed-funds-store.ts';

type Chargeback = Extract<ProviderEvent, { kind: 'chargeback' }>;

/**
 * Posts a chargeback of a payment that is posted to no order: it reduces the unclaimed funds. What
 * exceeds them and was already returned to the sender is written off. The caller holds the
 * payment's locks.
 * @returns false when it is not in suspense, or a part is on its way back to the sender; the caller
 * stores the event and retries
 */
export async function chargeBackUnclaimedFunds(
  tx: Tx,
  deps: Deps,
  event: Chargeback,
  known: KnownPayment,
): Promise<boolean> {
  const parts = listHeldParts(known);
  if (parts.length === 0 || parts.some(isOnItsWayBack)) return false;

  const left = await chargeBackParts(tx, deps, parts, { ...event, cause: event.eventId });
  if (left > 0)
    deps.log.error(
      { providerRef: event.paymentProviderRef, reportedPaise: event.amountPaise },
      'chargeback exceeds its payment',
    );

  return true;
}

/** What the payer's bank took, and why. */
interface Claim {
  readonly cause: string;
  readonly amountPaise: number;
}

/**
 * Takes an amount out of suspense first; of what went back to the sender it is written off.
 * @returns what no part covers
 */
export async function chargeBackParts(
  tx: Tx,
  deps: Deps,
  parts: readonly UnclaimedPayment[],
  taken: Claim,
): Promise<number> {
  let left = taken.amountPaise;
  for (const part of parts) {
    const amountPaise = Math.min(left, computeRemainder(part));
    if (amountPaise > 0) await chargeBackPart(tx, deps, part, { taken, amountPaise });
    left -= amountPaise;
  }

  return left;
}

async function chargeBackPart(
  tx: Tx,
  deps: Deps,
  unclaimed: UnclaimedPayment,
  { taken, amountPaise }: { taken: Claim; amountPaise: number },
): Promise<void> {
  const isLost = unclaimed.state === 'returned';
  const posted = await postLendersChargeback(tx, deps, unclaimed, {
    cause: `${taken.cause}:${unclaimed.journalId}`,
    lines: [
      [isLost ? 'write_off_expense' : 'unclaimed_funds', amountPaise],
      ['settlement_in', -amountPaise],
    ],
  });
  if (posted === null) return;

  await markChargedBack(tx, { journalId: unclaimed.journalId, amountPaise, now: deps.now() });
  await recordAction(tx, {
    at: deps.now(),
    userId: null,
    actor: 'provider',
    action: isLost ? 'returned_charged_back' : 'unclaimed_charged_back',
    subject: unclaimed.providerRef,
    detail: { amountPaise, reported: taken.amountPaise, eventId: taken.cause },
  });
}

/**
 * Undoes what was written off of a payment as far as a refund of it that failed covers it: the bank
 * took it of money that is here. The caller closes that part and books what is left of it.
 * @returns what was undone
 */
export async function undoLosses(
  tx: Tx,
  deps: Deps,
  failed: UnclaimedPayment,
  parts: readonly UnclaimedPayment[],
): Promise<number> {
  let left = failed.amountPaise;
  const others = parts.filter(({ journalId }) => journalId !== failed.journalId);

  for (const part of [failed, ...others]) {
    const amountPaise = Math.min(left, sumLost(part));
    if (amountPaise > 0) await undoLoss(tx, deps, part, { failed, amountPaise });
    left -= amountPaise;
  }

  return failed.amountPaise - left;
}

async function undoLoss(
  tx: Tx,
  deps: Deps,
  part: UnclaimedPayment,
  { failed, amountPaise }: { failed: UnclaimedPayment; amountPaise: number },
): Promise<void> {
  const { journalId } = part;
  await postLendersChargeback(tx, deps, part, {
    cause: `refund_failed:${failed.journalId}:${journalId}`,
    lines: [
      ['settlement_in', amountPaise],
      ['write_off_expense', -amountPaise],
    ],
  });

  await markChargedBack(tx, { journalId, amountPaise: -amountPaise, now: deps.now() });
}

/** Posts what is charged back of a payment that no order has. */
const postLendersChargeback = (
  tx: Tx,
  deps: Deps,
  { journalId }: UnclaimedPayment,
  journal: Pick<Journal, 'cause' | 'lines'>,
): Promise<string | null> =>
  post(tx, {
    ...journal,
    userId: lenderUserId,
    orderId: null,
    kind: 'chargeback',
    valueDay: deps.today(),
    bookedAt: deps.now(),
    detail: { ofPayment: journalId },
  });
