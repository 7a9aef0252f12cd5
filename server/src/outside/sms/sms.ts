import type { Language } from '@noren/contract/fields';

/** Registered message templates; only their variables change. Source: lawful page, row 15. */
export type SmsTemplate = 'login_code' | 'confirm_code' | 'loan_paid_out' | 'loan_settled' | 'review_done';

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
