import type { Channel } from '@noren/contract/payment';
import * as z from 'zod';
import type { ProviderEvent, RefundAnswer } from '../../platform/ports/payments.ts';
import { toMs } from '../razorpay-http.ts';
import { notes } from '../razorpay-webhook.ts';

// Answers of Razorpay's payment gateway: only the fields that are used; other fields may change
// freely.

const unixSeconds = z.int().min(0).max(4_765_046_400);
const paise = z.int().min(1);
const text = z.string().nullish();

/** razorpay.com/docs/api/payments/entity; amounts are paise because the currency is INR. */
export const paymentEntity = z.object({
  id: z.string().min(1),
  amount: paise,
  currency: z.literal('INR'),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  captured: z.boolean().nullish(),
  method: text,
  notes,
  /** Of a payment by a mandate, or one that approves it. */
  token_id: text,
  error_reason: text,
  acquirer_data: z
    .union([
      z.object({ utr: text, rrn: text, bank_transaction_id: text }),
      z.array(z.unknown()),
      z.null(),
    ])
    .optional(),
  created_at: unixSeconds,
});

export type PaymentEntity = z.infer<typeof paymentEntity>;

/**
 * razorpay.com/docs/api/qr-codes/image-content/entity: `image_content` is present only with that
 * feature enabled.
 */
export const qrEntity = z.object({
  id: z.string().min(1),
  image_content: text,
  notes,
});

export type QrEntity = z.infer<typeof qrEntity>;

/** razorpay.com/docs/api/payments/smart-collect/entity */
export const virtualAccountEntity = z.object({
  id: z.string().min(1),
  notes,
  receivers: z.array(
    z.object({ entity: z.string(), ifsc: text, account_number: text, name: text, bank_name: text }),
  ),
});

export type VirtualAccountEntity = z.infer<typeof virtualAccountEntity>;

/** razorpay.com/docs/api/payments/payment-links/entity; `payments` holds captured ones only. */
export const linkEntity = z.object({
  id: z.string().min(1),
  reference_id: text,
  short_url: z.url({ protocol: /^https$/ }),
  payments: z.array(z.object({ payment_id: z.string().min(1) })).nullish(),
});

export type LinkEntity = z.infer<typeof linkEntity>;

/** razorpay.com/docs/api/refunds/entity */
export const refundEntity = z.object({
  id: z.string().min(1),
  amount: paise,
  currency: z.literal('INR'),
  receipt: text,
  status: z.enum(['pending', 'processed', 'failed']),
  created_at: unixSeconds,
});

export type RefundEntity = z.infer<typeof refundEntity>;

/** razorpay.com/docs/api/payments/smart-collect/fetch-payments-bank-transfer */
export const bankTransferEntity = z.object({ bank_reference: text });

/** razorpay.com/docs/api/disputes/entity: the amount deducted is 0 until a dispute is lost. */
export const disputeEntity = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount_deducted: z.int().min(0),
  currency: z.literal('INR'),
});

/** Whether its money reached us: a payment refunded without capture did not. */
export function isCaptured(payment: PaymentEntity): boolean {
  return (
    payment.captured === true && (payment.status === 'captured' || payment.status === 'refunded')
  );
}

/**
 * The event of a payment. Its id is made from the payment's id, so that a webhook, a query and a
 * repeated webhook give the same event. Null while, or if, there is nothing to report.
 */
export function toPaymentEvent(
  payment: PaymentEntity,
  made: { code: string; channel: Channel; bankReference?: string | null },
): ProviderEvent | null {
  const { id, amount: amountPaise, status } = payment;
  const common = { code: made.code, providerRef: id, amountPaise };
  if (status === 'authorized') return { kind: 'payment_seen', eventId: `seen:${id}`, ...common };
  if (!isCaptured(payment)) return null;

  const utr = made.bankReference || findBankNumber(payment);
  const paidAtMs = toMs(payment.created_at);

  return {
    kind: 'payment',
    eventId: `payment:${id}`,
    ...common,
    paidAtMs,
    channel: made.channel,
    ...(utr ? { utr } : {}),
  };
}

/** The bank's own number of a transfer: RRN of UPI and IMPS, UTR of the rest. */
export function findBankNumber({ acquirer_data: data }: PaymentEntity): string | null {
  if (!data || Array.isArray(data)) return null;
  return data.utr || data.rrn || data.bank_transaction_id || null;
}

/** Our state of a refund. The API gives no reason for a failure. */
export function toRefundAnswer({ id, status }: RefundEntity): RefundAnswer {
  switch (status) {
    case 'pending':
      return { state: 'pending', providerId: id };
    case 'processed':
      return { state: 'confirmed', providerId: id };
    case 'failed':
      return { state: 'failed', providerId: id, reason: 'refund_failed' };
    default: {
      const missing: never = status;
      throw new RangeError(`unknown state of a refund: ${missing}`);
    }
  }
}
