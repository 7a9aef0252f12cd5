import type { Language } from '@noren/contract/fields';
import type { WebhookHeaders } from './payments.ts';

/** A message to one phone. */
export interface SmsMessage {
  readonly phone: string;
  /** The name of the registered text; the lender's own list. */
  readonly template: string;
  readonly language: Language;
  readonly values: Readonly<Record<string, string>>;
  /** Ours, made before it is sent: what the provider is message by, and what its reports name. A code has none. */
  readonly reference?: string;
}

/**
 * What became of handing a message over. `refused`: it was not taken, and will not be under these settings when
 * `isForGood`. `unknown`: no answer came, so it may have been taken; it is message about, never sent again blindly.
 */
export type SmsAnswer =
  | { readonly state: 'sent' | 'delivered'; readonly providerId: string | null; readonly registeredAs: string | null }
  | { readonly state: 'refused'; readonly isForGood: boolean; readonly reason: string }
  | { readonly state: 'unknown' };

/** What the provider says of a message it took. `reason` is a word of its documentation. */
export interface SmsReport {
  readonly reference: string | null;
  readonly providerId: string | null;
  readonly state: 'sent' | 'delivered' | 'failed';
  readonly reason: string | null;
}

/** Sends text messages. Never called inside a transaction. */
export interface Sms {
  readonly name: string;
  send(message: SmsMessage): Promise<SmsAnswer>;
  /** What became of a message; `sentAt` (UTC ms) is when it was handed over. */
  find(message: { reference: string; sentAt: number }): Promise<SmsReport | { state: 'not_found' | 'unknown' }>;
  /** Opens a delivery report: null unless it proves who speaks. @throws SyntaxError when it is none */
  readReports(body: Buffer, headers: WebhookHeaders): readonly SmsReport[] | null;
}
