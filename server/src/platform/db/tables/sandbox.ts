import type { Language } from '@noren/contract/fields';
import type { Channel } from '@noren/contract/payment';
import type { DebitFailure } from '@noren/core/money/mandate-states';
import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

interface SandboxMessages {
  smsId: Generated<number>;
  phone: string;
  template: string;
  language: Language;
  content: Json<Record<string, string>>;
  sentAt: Instant;
  reference: string | null;
}

interface SandboxMails {
  sandboxMailId: Generated<number>;
  address: string;
  reference: string;
  content: Json<SandboxMailContent>;
  sentAt: Instant;
}

/** A mail as the sandbox's page shows it. */
export interface SandboxMailContent {
  readonly subject: string;
  readonly text: string;
  readonly stopUrl: string;
  readonly attachments: readonly { readonly fileName: string; readonly base64: string }[];
}

interface SandboxSwitches {
  part: 'payouts' | 'payments' | 'accounts' | 'refunds' | 'debits';
  behaviour: string;
}

interface SandboxAccountValidations {
  ref: string;
  behaviour: string;
  requestedAt: Instant;
}

interface SandboxPayouts {
  payoutRef: string;
  providerId: string;
  amountPaise: number;
  accountLast4: string;
  state: 'pending' | 'confirmed' | 'failed' | 'reversed';
  reason: string | null;
  receivedAt: Instant;
}

interface SandboxInstruments {
  code: string;
  channel: Channel;
  providerRef: string;
  amountPaise: number;
  instrument: Json<unknown>;
  createdAt: Instant;
}

interface SandboxPayments {
  providerRef: string;
  eventId: string;
  code: string;
  amountPaise: number;
  paidAt: Instant;
  channel: Generated<Channel>;
  utr: string | null;
  state: Generated<'seen' | 'captured'>;
}

interface SandboxRefunds {
  refundRef: string;
  providerId: string;
  paymentRef: string;
  amountPaise: number;
  state: 'confirmed' | 'failed';
  reason: string | null;
  receivedAt: Instant;
}

interface SandboxMandates {
  code: string;
  tokenRef: string;
  state: 'waiting' | 'confirmed' | 'paused' | 'rejected' | 'cancelled';
  mostPaise: number;
  upiUri: string;
  createdAt: Instant;
}

interface SandboxDebits {
  code: string;
  orderRef: string;
  tokenRef: string;
  amountPaise: number;
  state: 'announced' | 'waiting' | 'paid' | 'failed';
  reason: DebitFailure | null;
  createdAt: Instant;
}

interface SandboxWebhooks {
  position: Generated<number>;
  event: Json<unknown>;
  dueAt: Instant;
  deliveredAt: MaybeInstant;
}

export interface SandboxTables {
  sandbox_messages: SandboxMessages;
  sandbox_mails: SandboxMails;
  sandbox_switches: SandboxSwitches;
  sandbox_account_validations: SandboxAccountValidations;
  sandbox_payouts: SandboxPayouts;
  sandbox_instruments: SandboxInstruments;
  sandbox_payments: SandboxPayments;
  sandbox_refunds: SandboxRefunds;
  sandbox_mandates: SandboxMandates;
  sandbox_debits: SandboxDebits;
  sandbox_webhooks: SandboxWebhooks;
}
