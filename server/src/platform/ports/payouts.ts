import type { Payments } from './payments.ts';

/**
 * A payout to the borrower's own account. Its reference is committed to the database before the
 * request is sent.
 */
export interface PayoutRequest {
  /** Our idempotency key: sending it twice pays once. */
  readonly payoutRef: string;
  readonly amountPaise: number;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly holderName: string;
}

/**
 * A provider's answer about a payout. `not_found`: the provider never accepted that reference.
 * `queued`: the payout waits until our account there has the money, and can be cancelled.
 * `reversed`: the money came back, before or after the payout was confirmed.
 */
export type PayoutAnswer =
  | { state: 'pending' | 'queued'; providerId: string }
  /** `paidAtMs`: when the money left, if the provider says so; UTC ms. */
  | { state: 'confirmed'; providerId: string; paidAtMs?: number }
  | { state: 'failed' | 'reversed'; providerId: string | null; reason: string }
  | { state: 'not_found' };

/** A bank account to validate. Sending the same reference twice validates, and costs, once. */
export interface AccountValidationRequest {
  readonly ref: string;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly holderName: string;
}

/** The bank's answer; a technical failure of the provider does not count as one. */
export type AccountValidationResult =
  | { state: 'valid'; nameAtBank: string }
  | { state: 'invalid'; reason: string }
  | { state: 'pending' };

/** One payout in a provider's daily statement. */
export interface PayoutLine {
  readonly payoutRef: string;
  readonly amountPaise: number;
  readonly atMs: number;
}

/** The balance of our account at the provider. */
export interface PayoutBalance {
  readonly availablePaise: number;
  /** UTC milliseconds. */
  readonly asOf: number;
}

/** Sends payouts and validates accounts. Never called inside a transaction. */
export interface Payouts {
  readonly name: string;
  /** @throws Error when no answer came: the payout's state is then unknown, never failed */
  send(request: PayoutRequest): Promise<PayoutAnswer>;
  /**
   * The state of the payout with a reference.
   * @throws Error when no answer came
   */
  find(payoutRef: string): Promise<PayoutAnswer>;
  /**
   * Cancels a queued payout; a payout in any other state stays as it is. The answer `failed` means
   * that it will never be paid.
   * @throws Error when no answer came
   */
  cancel(payoutRef: string): Promise<PayoutAnswer>;
  /**
   * Asks whether an account can be paid to, and who holds it. It is called again with the same
   * reference while the answer is pending or unknown.
   * @throws Error when no answer came: the account is then unknown, never invalid
   */
  validateAccount(question: AccountValidationRequest): Promise<AccountValidationResult>;
  /**
   * Every payout the provider made on a day of India's calendar (YYYY-MM-DD).
   * @throws Error when no answer came
   */
  dailyStatement(day: string): Promise<readonly PayoutLine[]>;
  /**
   * The balance of our account for payouts; null if the provider's answer does not name it.
   * @throws Error when no answer came
   */
  balance(): Promise<PayoutBalance | null>;
  /**
   * Reads a webhook about payouts. Absent for a provider that reports payouts through the webhook
   * for payments.
   */
  readonly readWebhook?: Payments['readWebhook'];
}
