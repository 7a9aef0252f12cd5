import type { Payments } from './payments.ts';

/** A payout to a borrower's own account, under a reference committed before it is sent. */
export interface PayoutRequest {
  /** Ours; asking twice with the same one pays once. */
  readonly payoutRef: string;
  readonly amountPaise: number;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly holderName: string;
}

/**
 * A provider's answer about a payout. `not_found` is an answer too: it never accepted that
 * reference. `queued`: it waits there for money of ours and may be cancelled. `reversed`: the money
 * came back, before or after the payout was confirmed.
 */
export type PayoutAnswer =
  | { state: 'pending' | 'queued'; providerId: string }
  /** `paidAtMs`: when the money left, where the provider says so; UTC ms. */
  | { state: 'confirmed'; providerId: string; paidAtMs?: number }
  | { state: 'failed' | 'reversed'; providerId: string | null; reason: string }
  | { state: 'not_found' };

/**
 * An account to validate, under a reference made before; the same reference validates, and costs,
 * once.
 */
export interface AccountQuestion {
  readonly ref: string;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly holderName: string;
}

/** The bank's answer. A technical failure of the provider is no answer. */
export type AccountAnswer =
  | { state: 'valid'; nameAtBank: string }
  | { state: 'invalid'; reason: string }
  | { state: 'pending' };

/** One payout in a provider's daily statement. Paise. */
export interface PayoutLine {
  readonly payoutRef: string;
  readonly amountPaise: number;
  readonly atMs: number;
}

/** Money on our account at the provider. */
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
   * Cancels a payout that is queued; of any other nothing changes. Failed means that it will never
   * be paid.
   * @throws Error when no answer came
   */
  cancel(payoutRef: string): Promise<PayoutAnswer>;
  /**
   * Whether an account can be paid to, and its holder's name. Called again with the same reference
   * while pending or unknown.
   * @throws Error when no answer came: it is then unknown, never invalid
   */
  validateAccount(question: AccountQuestion): Promise<AccountAnswer>;
  /**
   * Every payout it made on a day of India's calendar (YYYY-MM-DD).
   * @throws Error when no answer came
   */
  dailyStatement(day: string): Promise<readonly PayoutLine[]>;
  /**
   * What is on our account for payouts; null where its answer does not say.
   * @throws Error when no answer came
   */
  balance(): Promise<PayoutBalance | null>;
  /**
   * Reads a webhook of a provider with a hook and a secret of its own; absent where the payments'
   * hook reports payouts too.
   */
  readonly readWebhook?: Payments['readWebhook'];
}
