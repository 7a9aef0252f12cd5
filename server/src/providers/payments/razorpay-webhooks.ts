import type { Channel } from '@noren/contract/payment';
import * as z from 'zod';
import type { ProviderEvent } from '../../platform/ports/payments.ts';
import { toMs } from '../razorpay-http.ts';
import { findNote, notes, type RazorpayEvent, readEntity } from '../razorpay-webhook.ts';
import { toDebitFailure } from './razorpay-debit-reasons.ts';
import {
  bankTransferEntity,
  disputeEntity,
  paymentEntity,
  refundEntity,
  toPaymentEvent,
  toRefundAnswer,
} from './razorpay-entities.ts';

const withNotes = z.object({ notes });
const withToken = z.object({ notes, token_id: z.string().nullish() });
const withReference = z.object({ reference_id: z.string().nullish() });

/**
 * Reads a webhook of the payment gateway. Money without our code (a QR made by hand) gives no
 * event: the statement shows it. Event ids come from the signed body, not from
 * `X-Razorpay-Event-Id`, which no signature covers.
 * @throws SyntaxError when a signed body is not an event as documented
 */
export function readPaymentEvents(event: RazorpayEvent): readonly ProviderEvent[] {
  const read = readEvent(event);
  return read ? [read] : [];
}

/** Each event is documented under razorpay.com/docs/webhooks. */
function readEvent(event: RazorpayEvent): ProviderEvent | null {
  switch (event.event) {
    case 'qr_code.credited':
      return readPayment(
        event,
        'upi',
        findNote(readEntity(event, 'qr_code', withNotes).notes, 'code'),
      );
    case 'virtual_account.credited':
      return readPayment(
        event,
        'bank_transfer',
        findNote(readEntity(event, 'virtual_account', withNotes).notes, 'code'),
      );
    case 'payment_link.paid':
      return readPayment(
        event,
        'payment_link',
        readEntity(event, 'payment_link', withReference).reference_id ?? null,
      );
    case 'payment.authorized': {
      // A QR's notes are on its payments too; a captured payment is reported by the event of its
      // instrument.
      const payment = readEntity(event, 'payment', paymentEntity);
      const code = findNote(payment.notes, 'code');
      return code && payment.status === 'authorized'
        ? toPaymentEvent(payment, { code, channel: 'upi' })
        : null;
    }
    case 'payment.captured': {
      // Only a payment of a mandate: its order names our code. Others have events of their own.
      const { token_id: tokenRef, notes: given } = readEntity(event, 'payment', withToken);
      return tokenRef ? readPayment(event, 'upi', findNote(given, 'code')) : null;
    }
    case 'payment.failed':
      return readFailure(event);
    case 'token.confirmed':
    case 'token.rejected':
    case 'token.paused':
    case 'token.cancelled':
      return readToken(event);
    case 'order.notification.delivered':
    case 'order.notification.failed':
      return readAnnouncement(event);
    case 'refund.processed':
    case 'refund.failed':
      return readRefund(event);
    case 'payment.dispute.lost':
      return readDispute(event);
    default:
      return null;
  }
}

function readPayment(
  event: RazorpayEvent,
  channel: Channel,
  code: string | null,
): ProviderEvent | null {
  if (!code) return null;

  const payment = readEntity(event, 'payment', paymentEntity);
  const transfer = event.payload?.bank_transfer
    ? readEntity(event, 'bank_transfer', bankTransferEntity)
    : null;

  return toPaymentEvent(payment, {
    code,
    channel,
    bankReference: transfer?.bank_reference ?? null,
  });
}

/** A refund without a receipt was made by hand, or because a payment was never captured. */
function readRefund(event: RazorpayEvent): ProviderEvent | null {
  const refund = readEntity(event, 'refund', refundEntity);
  const answer = toRefundAnswer(refund);

  if (!refund.receipt) return null;

  const common = { kind: 'refund', refundRef: refund.receipt, providerId: refund.id } as const;
  switch (answer.state) {
    case 'confirmed':
      return { ...common, eventId: `refund:${refund.id}:processed`, state: 'confirmed' };
    case 'failed':
      return {
        ...common,
        eventId: `refund:${refund.id}:failed`,
        state: 'failed',
        reason: answer.reason,
      };
    default:
      return null;
  }
}

/** Only a deduction is a chargeback; a dispute may be lost without one. */
function readDispute(event: RazorpayEvent): ProviderEvent | null {
  const dispute = readEntity(event, 'dispute', disputeEntity);
  if (dispute.amount_deducted === 0 || event.created_at === undefined) return null;

  return {
    kind: 'chargeback',
    eventId: `chargeback:${dispute.id}`,
    paymentProviderRef: dispute.payment_id,
    amountPaise: dispute.amount_deducted,
    takenAtMs: toMs(event.created_at),
  };
}

/** Of a payment with our code: a debit, or the payment that approves a mandate. */
function readFailure(event: RazorpayEvent): ProviderEvent | null {
  const code = findNote(readEntity(event, 'payment', withNotes).notes, 'code');
  if (!code) return null;

  const payment = readEntity(event, 'payment', paymentEntity);
  const reason = toDebitFailure(payment.error_reason ?? null);

  return {
    kind: 'debit_failed',
    eventId: `failed:${payment.id}`,
    code,
    paymentRef: payment.id,
    reason,
  };
}

const tokenEvent = z.object({ id: z.string().min(1) });

/** One may be paused more than once, so the time is part of the event's name. */
function readToken(event: RazorpayEvent): ProviderEvent {
  const { id: tokenRef } = readEntity(event, 'token', tokenEvent);
  const state = event.event.slice('token.'.length) as Extract<
    ProviderEvent,
    { kind: 'mandate' }
  >['state'];

  return {
    kind: 'mandate',
    eventId: `${event.event}:${tokenRef}:${event.created_at ?? 0}`,
    tokenRef,
    state,
  };
}

const announcement = z.object({
  order_id: z.string().min(1),
  status: z.enum(['delivered', 'failed']),
  delivered_at: z.int().nullish(),
});

function readAnnouncement(event: RazorpayEvent): ProviderEvent {
  const {
    order_id: orderRef,
    status,
    delivered_at: at,
  } = readEntity(event, 'notification', announcement);

  return {
    kind: 'debit_announcement',
    eventId: `announced:${orderRef}:${status}`,
    orderRef,
    state: status,
    atMs: toMs(at ?? event.created_at ?? 0),
  };
}
