import { post } from '../../../lending/journal-store.ts';
import { lenderUserId } from '../../../lending/ledger.ts';
import { recordAction } from '../../../platform/audit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ProviderEvent } from '../../../platform/ports/payments.ts';
import { findUnclaimedFunds, leftOf, markChargedBack } from './unclaimed-funds-store.ts';

type Chargeback = Extract<ProviderEvent, { kind: 'chargeback' }>;

/**
 * Posts a chargeback of a payment in suspense: it reduces the unclaimed funds. If they were already returned to the sender,
 * the amount is written off. The caller holds the payment's lock, and the payment is posted to no order.
 * @returns false when it is not in suspense, or on its way back to the sender; the caller stores the event and retries
 */
export async function chargeBackUnclaimedFunds(
  tx: Tx,
  deps: Deps,
  provider: string,
  event: Chargeback,
): Promise<boolean> {
  const unclaimed = await findUnclaimedFunds(tx, { provider, providerRef: event.paymentProviderRef }, true);
  if (!unclaimed || unclaimed.state === 'claimed' || unclaimed.state === 'returning') return false;
  const amountPaise = Math.min(event.amountPaise, leftOf(unclaimed));
  if (amountPaise < event.amountPaise)
    deps.log.error(
      { providerRef: unclaimed.providerRef, reportedPaise: event.amountPaise },
      'chargeback exceeds its payment',
    );
  if (amountPaise <= 0) return true;
  const isLost = unclaimed.state === 'returned';
  const posted = await post(tx, {
    userId: lenderUserId,
    orderId: null,
    kind: 'chargeback',
    valueDay: deps.today(),
    bookedAt: deps.now(),
    cause: event.eventId,
    detail: { ofPayment: unclaimed.journalId },
    lines: [
      [isLost ? 'write_off_expense' : 'unclaimed_funds', amountPaise],
      ['settlement_in', -amountPaise],
    ],
  });
  if (posted === null) return true;
  await markChargedBack(tx, { journalId: unclaimed.journalId, amountPaise, now: deps.now() });
  await recordAction(tx, {
    at: deps.now(),
    userId: null,
    actor: 'provider',
    action: isLost ? 'returned_charged_back' : 'unclaimed_charged_back',
    subject: unclaimed.providerRef,
    detail: { amountPaise, reported: event.amountPaise, eventId: event.eventId },
  });
  return true;
}
