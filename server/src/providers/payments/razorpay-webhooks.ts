import * as z from 'zod';
import type { Channel, ProviderEvent, WebhookHeaders } from '../../platform/ports/payments.ts';
import { msOf } from '../razorpay-http.ts';
import { entityOf, noteOf, notes, openWebhook, type RazorpayEvent } from '../razorpay-webhook.ts';
import {
  bankTransferEntity,
  disputeEntity,
  eventOf,
  paymentEntity,
  refundAnswerOf,
  refundEntity,
} from './razorpay-entities.ts';

const noted = z.object({ notes });
const referred = z.object({ reference_id: z.string().nullish() });

/**
 * Reads a webhook of the payment gateway. Money that bears no code of ours (a QR made by hand) is not acted on here: the
 * statement shows it. What an event is called comes from the signed body, not from `X-Razorpay-Event-Id`, which no
 * signature covers: the same event brought under another id is still the same.
 * @throws SyntaxError when a signed body is not an event as documented
 */
export function readPaymentWebhook(
  secrets: readonly string[],
  body: Buffer,
  headers: WebhookHeaders,
): readonly ProviderEvent[] | null {
  const event = openWebhook(secrets, body, headers);
  if (!event) return null;
  const told = tell(event);
  return told ? [told] : [];
}

/** Each event's page is under razorpay.com/docs/webhooks. */
function tell(event: RazorpayEvent): ProviderEvent | null {
  switch (event.event) {
    case 'qr_code.credited':
      return tellPayment(event, 'upi', noteOf(entityOf(event, 'qr_code', noted).notes, 'code'));
    case 'virtual_account.credited':
      return tellPayment(event, 'bank_transfer', noteOf(entityOf(event, 'virtual_account', noted).notes, 'code'));
    case 'payment_link.paid':
      return tellPayment(event, 'payment_link', entityOf(event, 'payment_link', referred).reference_id ?? null);
    case 'payment.authorized': {
      // A QR's notes are on its payments too; a payment captured is told by the event of its instrument.
      const payment = entityOf(event, 'payment', paymentEntity);
      const code = noteOf(payment.notes, 'code');
      return code && payment.status === 'authorized' ? eventOf(payment, { code, channel: 'upi' }) : null;
    }
    case 'refund.processed':
    case 'refund.failed':
      return tellRefund(event);
    case 'payment.dispute.lost':
      return tellDispute(event);
    default:
      return null;
  }
}

function tellPayment(event: RazorpayEvent, channel: Channel, code: string | null): ProviderEvent | null {
  if (!code) return null;
  const payment = entityOf(event, 'payment', paymentEntity);
  const transfer = event.payload?.bank_transfer ? entityOf(event, 'bank_transfer', bankTransferEntity) : null;
  return eventOf(payment, { code, channel, bankReference: transfer?.bank_reference ?? null });
}

/** A refund without a receipt was made by hand, or because a payment was never captured. */
function tellRefund(event: RazorpayEvent): ProviderEvent | null {
  const refund = entityOf(event, 'refund', refundEntity);
  const answer = refundAnswerOf(refund);
  if (!refund.receipt) return null;
  const told = { kind: 'refund', refundRef: refund.receipt, providerId: refund.id } as const;
  switch (answer.state) {
    case 'confirmed':
      return { ...told, eventId: `refund:${refund.id}:processed`, state: 'confirmed' };
    case 'failed':
      return { ...told, eventId: `refund:${refund.id}:failed`, state: 'failed', reason: answer.reason };
    default:
      return null;
  }
}

/** What is deducted is taken; a dispute lost without a deduction took nothing. */
function tellDispute(event: RazorpayEvent): ProviderEvent | null {
  const dispute = entityOf(event, 'dispute', disputeEntity);
  if (dispute.amount_deducted === 0 || event.created_at === undefined) return null;
  return {
    kind: 'chargeback',
    eventId: `chargeback:${dispute.id}`,
    paymentProviderRef: dispute.payment_id,
    amountPaise: dispute.amount_deducted,
    takenAtMs: msOf(event.created_at),
  };
}
