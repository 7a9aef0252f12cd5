import type { Language } from '@noren/contract/fields';
import type { WebhookHeaders } from './payments.ts';

/** A message to one phone. */
export interface SmsMessage {
  readonly phone: string;
  /** The name of the registered text; the lender's own list. */
  readonly template: string;
  readonly language: Language;
  readonly values: Readonly<Record<string, string>>;
  /**
   * Ours, made before it is sent. The provider's status is queried by it and its reports name it. A
   * code has none.
   */
  readonly reference?: string;
}

/**
 * The result of sending a message. `refused`: the provider did not accept it, and with
 * `isPermanent` will not under these settings. `unknown`: no answer came, so it may have been
 * accepted; its status is queried before it is sent again.
 */
export type SmsAnswer =
  | {
      readonly state: 'sent' | 'delivered';
      readonly providerId: string | null;
      readonly registeredAs: string | null;
    }
  | { readonly state: 'refused'; readonly isPermanent: boolean; readonly reason: string }
  | { readonly state: 'unknown' };

/** The provider's report on a message it accepted. `reason` is a code of its documentation. */
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
  /** The status of a message; `sentAt` (UTC ms) is when it was sent. */
  find(message: {
    reference: string;
    sentAt: number;
  }): Promise<SmsReport | { state: 'not_found' | 'unknown' }>;
  /**
   * Reads delivery reports; null without the provider's proof of origin.
   * @throws SyntaxError for any other body
   */
  readReports(body: Buffer, headers: WebhookHeaders): readonly SmsReport[] | null;
}
