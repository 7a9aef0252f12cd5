import type { DebitFailure } from '@noren/core/money/mandate-states';
import type { Payments, ProviderEvent } from './payments.ts';

/** A mandate to ask the payer for. `code` is our idempotency key, and that of its payment. */
export interface MandateRequest {
  readonly code: string;
  /** The most that one debit may be. */
  readonly mostPaise: number;
  /** When it runs out by itself; UTC ms. */
  readonly lastMs: number;
  readonly payeeName: string;
}

/** What the provider made of a request; `upiUri` opens the payer's UPI app. */
export interface AskedMandate {
  readonly customerRef: string;
  readonly orderRef: string;
  readonly upiUri: string;
}

/** Where a mandate stands at its provider. `tokenRef` is the provider's name of it. */
export type MandateAnswer =
  | { readonly state: 'waiting'; readonly tokenRef: string | null }
  | { readonly state: 'rejected'; readonly tokenRef: string | null }
  | { readonly state: 'confirmed' | 'paused' | 'cancelled'; readonly tokenRef: string };

/** A debit by a mandate. `code` is our idempotency key, and that of its payment. */
export interface DebitRequest {
  readonly code: string;
  readonly customerRef: string;
  readonly tokenRef: string;
  readonly amountPaise: number;
}

/** How a debit stands at its provider. `absent`: it was not presented. */
export type DebitAnswer =
  | { readonly state: 'absent' | 'waiting' }
  | { readonly state: 'paid'; readonly event: Extract<ProviderEvent, { kind: 'payment' }> }
  | { readonly state: 'failed'; readonly paymentRef: string | null; readonly reason: DebitFailure };

/**
 * Debits that the payer ordered once for all of them. Never called inside a transaction. Every method throws
 * Error when no answer came: the result is then unknown, not negative.
 */
export interface Mandates {
  /** What the payer pays to approve a mandate, by its code; 0 where nothing is. */
  readonly approvalPaise: number;
  /** Asks for a mandate. The same code gives the same one. */
  ask(request: MandateRequest): Promise<AskedMandate>;
  /** Where it stands, and the payments by its code so far. */
  find(
    mandate: AskedMandate & { readonly code: string },
  ): Promise<{ mandate: MandateAnswer; payments: readonly ProviderEvent[] }>;
  /** Cancels one; `find` says when it is. */
  cancel(mandate: { readonly customerRef: string; readonly tokenRef: string }): Promise<void>;
  /**
   * Has the payer's bank announce a debit, once for a code.
   * @param debit.presentAfterMs from when it may be presented; UTC ms
   */
  announce(
    debit: DebitRequest & { readonly presentAfterMs: number },
  ): Promise<{ orderRef: string }>;
  /**
   * Presents an announced debit, unless it was presented before.
   * @param debit.phone the payer's, in E.164
   */
  present(
    debit: DebitRequest & { readonly orderRef: string; readonly phone: string },
  ): Promise<DebitAnswer>;
  findDebit(debit: { readonly code: string; readonly orderRef: string }): Promise<DebitAnswer>;
}

/** Who takes payments, and debits by mandates where it can. */
export type PaymentProvider = Payments & { readonly mandates?: Mandates };
