import type { Channel } from '@noren/contract/payment';
import type { DebitFailure } from '@noren/core/money/mandate-states';

/** A payment to collect from a borrower. `code` is our idempotency key. */
export interface PaymentRequest {
  readonly code: string;
  readonly amountPaise: number;
  readonly payeeName: string;
  readonly note: string;
  readonly expiresAtMs: number;
}

/** What the borrower pays with in one channel; `providerRef` is the provider's id of it. */
export type Instrument = { readonly providerRef: string } & (
  | { readonly channel: 'upi'; readonly upiUri: string }
  | {
      readonly channel: 'bank_transfer';
      readonly accountNo: string;
      readonly ifsc: string;
      readonly holderName: string;
      readonly bankName: string | null;
    }
  | { readonly channel: 'bill_code'; readonly billerName: string; readonly customerId: string }
  | {
      readonly channel: 'cash_counter' | 'convenience_store';
      readonly payCode: string;
      readonly networks: readonly string[];
    }
  | { readonly channel: 'payment_link'; readonly url: string }
);

/** A refund to the source of a payment. Its reference is committed before the request is sent. */
export interface RefundRequest {
  /** Our idempotency key: sending it twice refunds once. */
  readonly refundRef: string;
  /** The provider's id of the payment that is refunded in part or whole. */
  readonly paymentProviderRef: string;
  readonly amountPaise: number;
}

/** A provider's answer about a refund. `not_found`: it never accepted that reference. */
export type RefundAnswer =
  | { state: 'pending' | 'confirmed'; providerId: string }
  | { state: 'failed'; providerId: string | null; reason: string }
  | { state: 'not_found' };

/** One line of a provider's daily statement. Paise. */
export interface ProviderStatementLine {
  readonly kind: 'payment' | 'refund';
  /** The provider's name for the payment, or our reference of the refund. */
  readonly ref: string;
  readonly amountPaise: number;
  readonly atMs: number;
}

/** One event that a provider reports, in a signed webhook or in an answer to a query. */
export type ProviderEvent =
  | {
      kind: 'payment';
      eventId: string;
      code: string;
      providerRef: string;
      amountPaise: number;
      paidAtMs: number;
      channel?: Channel;
      /** The bank's own number of the transfer (UTR, RRN), where there is one. */
      utr?: string;
    }
  /** The payer's bank got the payment order and has not confirmed it. */
  | {
      kind: 'payment_seen';
      eventId: string;
      code: string;
      providerRef: string;
      amountPaise: number;
    }
  | {
      kind: 'payout';
      eventId: string;
      payoutRef: string;
      /** `reversed`: the borrower's bank sent the money back, maybe after it was confirmed. */
      state: 'confirmed' | 'failed' | 'reversed';
      providerId: string;
      /** When the money of a confirmed payout left; UTC ms. */
      paidAtMs?: number;
      reason?: string;
    }
  | {
      kind: 'refund';
      eventId: string;
      refundRef: string;
      state: 'confirmed' | 'failed';
      providerId: string;
      reason?: string;
    }
  /** The payer's bank reversed a payment, in part or whole. */
  | {
      kind: 'chargeback';
      eventId: string;
      paymentProviderRef: string;
      amountPaise: number;
      takenAtMs: number;
    }
  /** A mandate was approved, refused, paused or cancelled at the payer's bank or UPI app. */
  | {
      kind: 'mandate';
      eventId: string;
      tokenRef: string;
      state: 'confirmed' | 'rejected' | 'paused' | 'cancelled';
    }
  /** The payer's bank announced a debit, or could not. */
  | {
      kind: 'debit_announcement';
      eventId: string;
      orderRef: string;
      state: 'delivered' | 'failed';
      atMs: number;
    }
  /** The payer's bank refused a debit, or the payment that approves a mandate. */
  | {
      kind: 'debit_failed';
      eventId: string;
      code: string;
      paymentRef: string;
      reason: DebitFailure;
    };

/** A webhook's headers by their names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Collects payments. Never called inside a transaction. Every method throws Error when no answer
 * came: the result is then unknown, not negative.
 */
export interface Payments {
  readonly name: string;
  /** The channels for which it can make an instrument. */
  readonly channels: readonly Channel[];
  /** Makes the instrument of a channel. The same code and channel give the same instrument. */
  make(channel: Channel, request: PaymentRequest): Promise<Instrument>;
  /** Finds the payments received so far for a code, through the instruments made for it. */
  find(
    code: string,
    instruments: readonly { channel: Channel; providerRef: string }[],
  ): Promise<readonly ProviderEvent[]>;
  refund(request: RefundRequest): Promise<RefundAnswer>;
  findRefund(request: RefundRequest): Promise<RefundAnswer>;
  /** All payments and refunds of a day of India's calendar (YYYY-MM-DD). */
  dailyStatement(day: string): Promise<readonly ProviderStatementLine[]>;
  /** The bank's own number of one of its payments (UTR, RRN); null where there is none. */
  bankNumber(providerRef: string): Promise<string | null>;
  /**
   * Reads a webhook: null when its signature is not the provider's, an empty list when it reports
   * nothing we act on.
   * @throws SyntaxError when the body is not an event
   */
  readWebhook(body: Buffer, headers: WebhookHeaders): readonly ProviderEvent[] | null;
}

/**
 * What became of an event: processed, received before, or stored because nothing here matches it
 * yet.
 */
export type EventOutcome = 'done' | 'repeated' | 'unknown';
