import { post } from '../../../lending/journal-store.ts';
import { lenderUserId } from '../../../lending/ledger.ts';
import { recordAction } from '../../../platform/audit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ProviderEvent } from '../../../platform/ports/payments.ts';
import { leftOf, lockAllOfPayment, markChargedBack, type UnclaimedPayment } from './unclaimed-funds-store.ts';

type Chargeback = Extract<ProviderEvent, { kind: 'chargeback' }>;

/**
 * Posts a chargeback of a payment in suspense: it reduces the unclaimed funds. What exceeds them and was already returned to
 * the sender is written off. The caller holds the payment's lock, and the payment is posted to no order.
 * @returns false when it is not in suspense, or a part is on its way back to the sender; the caller stores the event and retries
 */
export async function chargeBackUnclaimedFunds(
  tx: Tx,
  deps: Deps,
  provider: string,
  event: Chargeback,
): Promise<boolean> {
  const rows = await lockAllOfPayment(tx, { provider, providerRef: event.paymentProviderRef });
  const parts = rows.filter(({ state }) => state !== 'claimed');
  if (parts.length === 0 || parts.some(({ state }) => state === 'returning')) return false;
  let left = event.amountPaise;
  for (const part of parts) {
    const amountPaise = Math.min(left, leftOf(part));
    if (amountPaise > 0) await chargeBackPart(tx, deps, part, { event, amountPaise });
    left -= amountPaise;
  }
  if (left > 0)
    deps.log.error(
      { providerRef: event.paymentProviderRef, reportedPaise: event.amountPaise },
      'chargeback exceeds its payment',
    );
  return true;
}

async function chargeBackPart(
  tx: Tx,
  deps: Deps,
  unclaimed: UnclaimedPayment,
  { event, amountPaise }: { event: Chargeback; amountPaise: number },
): Promise<void> {
  const isLost = unclaimed.state === 'returned';
  const posted = await post(tx, {
    userId: lenderUserId,
    orderId: null,
    kind: 'chargeback',
    valueDay: deps.today(),
    bookedAt: deps.now(),
    cause: `${event.eventId}:${unclaimed.journalId}`,
    detail: { ofPayment: unclaimed.journalId },
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
    detail: { amountPaise, reported: event.amountPaise, eventId: event.eventId },
  });
}
