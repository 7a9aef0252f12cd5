import type { ProviderEvent } from '../../platform/ports/payments.ts';
import { toMs } from '../razorpay-http.ts';
import { type RazorpayEvent, readEntity } from '../razorpay-webhook.ts';
import { payoutEntity, toPayoutAnswer } from './razorpayx-entities.ts';

/** The events that finish a payout (razorpay.com/docs/webhooks/payouts). */
const FINAL_EVENTS = ['payout.processed', 'payout.reversed', 'payout.failed', 'payout.rejected'];

/**
 * Reads a webhook of RazorpayX. A payout without a reference was made by hand. The event id is
 * payout and state, as RazorpayX advises for detecting repetitions
 * (razorpay.com/docs/x/payouts/best-practices).
 * @throws SyntaxError when a signed body is not an event as documented
 */
export function readPayoutEvents(event: RazorpayEvent): readonly ProviderEvent[] {
  if (!FINAL_EVENTS.includes(event.event)) return [];

  const payout = readEntity(event, 'payout', payoutEntity);
  const answer = toPayoutAnswer(payout);
  if (!payout.reference_id || answer.state === 'pending' || answer.state === 'queued') return [];

  // The entity does not say when it was paid; the event was made when it was.
  const isTimed = answer.state === 'confirmed' && event.created_at !== undefined;

  return [
    {
      kind: 'payout',
      eventId: `payout:${payout.id}:${payout.status}`,
      payoutRef: payout.reference_id,
      state: answer.state,
      providerId: payout.id,
      ...(isTimed && { paidAtMs: toMs(event.created_at!) }),
      ...('reason' in answer ? { reason: answer.reason } : {}),
    },
  ];
}
