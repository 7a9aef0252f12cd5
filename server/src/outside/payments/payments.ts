/** A payment asked of a borrower. */
export interface PaymentRequest {
  readonly code: string;
  readonly amountPaise: number;
  readonly payeeName: string;
  readonly note: string;
  readonly expiresAtMs: number;
}

/** One thing a provider tells, from a signed webhook or an answer to a question. */
export type ProviderEvent =
  | { kind: 'payment'; eventId: string; code: string; providerRef: string; amountPaise: number; paidAtMs: number }
  | {
      kind: 'payout';
      eventId: string;
      payoutRef: string;
      state: 'confirmed' | 'failed';
      providerId: string;
      reason?: string;
    };

/** Takes money in. Never called inside a transaction. */
export interface Payments {
  readonly name: string;
  /** Makes the UPI QR of a payment. @throws Error when no answer came */
  makeUpiQr(request: PaymentRequest): Promise<{ upiUri: string; providerRef: string }>;
  /** Payments made against a code so far. @throws Error when no answer came */
  ask(code: string): Promise<readonly ProviderEvent[]>;
  /** Reads a webhook. Null when its signature is not the provider's. @throws SyntaxError when the body is not an event */
  readWebhook(body: Buffer, signature: string | undefined): ProviderEvent | null;
}
