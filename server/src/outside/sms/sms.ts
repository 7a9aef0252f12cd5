import type { Language } from '@noren/contract/fields';

/** Registered message templates; only their variables change. Source: lawful page, row 15. */
export type SmsTemplate =
  | 'login_code'
  | 'confirm_code'
  | 'loan_paid_out'
  | 'loan_settled'
  | 'review_done'
  | 'due_date_moved'
  /** Money came that could not do what it was meant for: it was counted as a payment like any other. */
  | 'extension_lapsed'
  | 'return_missed'
  | 'coupon_missed'
  | 'refund_made'
  | 'payment_taken_back'
  | 'offer_ready'
  /** An order whose payout failed ends soon: says its amount and its last day. */
  | 'payout_ends'
  /** Of dues: each says the amount, the due date and the grievance officer's name and phone. */
  | 'due_soon'
  | 'due_today'
  | 'overdue'
  | 'penal_charged';

/** A message to one phone. */
export interface SmsMessage {
  readonly phone: string;
  readonly template: SmsTemplate;
  readonly language: Language;
  readonly values: Readonly<Record<string, string>>;
}

/** Sends text messages. */
export interface Sms {
  /** @throws Error when the provider did not take it */
  send(message: SmsMessage): Promise<void>;
}
