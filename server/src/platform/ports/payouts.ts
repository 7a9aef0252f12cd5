import type { Payments } from './payments.ts';

/** Money sent to a borrower's own account, under a reference made before it is asked for. */
export interface PayoutRequest {
  /** Ours; asking twice with the same one pays once. */
  readonly payoutRef: string;
  readonly amountPaise: number;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly holderName: string;
}

/**
 * What a provider says of a payout. `not_found` is an answer too: it never took that reference. `reversed`: the money
 * came back, before or after the payout was confirmed.
 */
export type PayoutAnswer =
  | { state: 'pending' | 'confirmed'; providerId: string }
  | { state: 'failed' | 'reversed'; providerId: string | null; reason: string }
  | { state: 'not_found' };

/** An account the bank is asked about, under a reference made before; the same reference asks, and costs, once. */
export interface AccountQuestion {
  readonly ref: string;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly holderName: string;
}

/** What the bank says of it. A provider's own technical failure is no answer. */
export type AccountAnswer =
  | { state: 'valid'; nameAtBank: string }
  | { state: 'invalid'; reason: string }
  | { state: 'pending' };

/** One payout in a provider's own account of a day. Paise. */
export interface PayoutLine {
  readonly payoutRef: string;
  readonly amountPaise: number;
  readonly atMs: number;
}

/** Sends money out, and asks where it would go. Never called inside a transaction. */
export interface Payouts {
  readonly name: string;
  /** @throws Error when no answer came: the payout's state is then unknown, never failed */
  send(request: PayoutRequest): Promise<PayoutAnswer>;
  /** Asks what became of a reference. @throws Error when no answer came */
  find(payoutRef: string): Promise<PayoutAnswer>;
  /**
   * Whether an account can be paid to, and whose it is. Asked again under the same reference while pending or unknown.
   * @throws Error when no answer came: it is then unknown, never invalid
   */
  validateAccount(question: AccountQuestion): Promise<AccountAnswer>;
  /** Every payout it made on a day of India's calendar (YYYY-MM-DD). @throws Error when no answer came */
  dailyStatement(day: string): Promise<readonly PayoutLine[]>;
  /** Reads a webhook of a provider with a hook and a secret of its own; absent where the payments' hook tells of payouts too. */
  readonly readWebhook?: Payments['readWebhook'];
}
