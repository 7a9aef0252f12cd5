import type { Language } from '@noren/contract/fields';
import type { WebhookHeaders } from './payments.ts';

/** Registered message templates; only their variables change. Source: `docs/lawful.md`, row 15. */
export const SMS_TEMPLATES = [
  'login_code',
  'confirm_code',
  'loan_paid_out',
  'loan_settled',
  'review_done',
  // Somebody signed in as the borrower ended other sessions of theirs: says the day.
  'signed_out',
  'new_device',
  // The account loans are paid to was changed: says its last digits and from when it is paid.
  'account_changed',
  'due_date_moved',
  // A payment could not serve its purpose and was posted as an ordinary one.
  'dues_corrected',
  'extension_lapsed',
  'return_missed',
  'coupon_missed',
  'refund_made',
  'payment_reversed',
  'offer_ready',
  // The borrower's bank did not take the money: says the amount and until when it can be sent again.
  'payout_failed',
  // The borrower's bank sent the money back after it was paid out: as above.
  'payout_reversed',
  // An order whose payout failed ends soon: says its amount and its last day.
  'payout_ends',
  // Names the day: a borrower who did not request it can still stop it.
  'erasure_requested',
  // Of dues: each says the amount, the due date and the grievance officer's name and phone.
  'due_soon',
  'due_today',
  'overdue',
  'penal_charged',
] as const;
export type SmsTemplate = (typeof SMS_TEMPLATES)[number];

/** A message to one phone. */
export interface SmsMessage {
  readonly phone: string;
  readonly template: SmsTemplate;
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
