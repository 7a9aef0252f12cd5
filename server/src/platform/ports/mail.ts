import type { WebhookHeaders } from './payments.ts';

export interface MailAttachment {
  readonly fileName: string;
  /** A PDF. */
  readonly bytes: Buffer;
}

/** An e-mail to one address. */
export interface MailMessage {
  readonly to: string;
  /**
   * Ours, the same each time it is sent: it becomes the Message-ID, by which a repeated mail is
   * recognised and a report names it.
   */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  /** Ends e-mails to the address by one POST, as RFC 8058 says. */
  readonly stopUrl: string;
  readonly attachments: readonly MailAttachment[];
}

/**
 * The result of sending a mail. `refused`: the server did not take it, and with `isPermanent` will
 * not; with `isAddressGone` because nobody has the address. `unknown`: no answer came, so it may
 * have been taken. No server can be asked; it is sent again under the same id.
 */
export type MailAnswer =
  | { readonly state: 'sent' }
  | { readonly state: 'unknown' }
  | {
      readonly state: 'refused';
      readonly isPermanent: boolean;
      readonly isAddressGone: boolean;
      readonly reason: string;
    };

/** A report on a mail of ours: it bounced, or its reader complained. */
export interface MailReport {
  readonly id: string;
  readonly because: 'bounced' | 'complained';
}

/** Sends e-mails. Never called inside a transaction. */
export interface Mail {
  readonly name: string;
  send(message: MailMessage): Promise<MailAnswer>;
  /**
   * Reads a message that came back; null without proof that our mail server passed it on.
   * @throws SyntaxError for anything but a report
   */
  readReports(body: Buffer, headers: WebhookHeaders): readonly MailReport[] | null;
}
