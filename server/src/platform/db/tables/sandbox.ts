import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface SandboxSwitches {
  part: 'payouts' | 'payments' | 'accounts' | 'refunds';
  behaviour: string;
}
export interface SandboxPayouts {
  payoutRef: string;
  providerId: string;
  amountPaise: number;
  accountLast4: string;
  state: 'pending' | 'confirmed' | 'failed';
  reason: string | null;
  receivedAt: Instant;
}
export interface SandboxInstruments {
  code: string;
  channel: string;
  providerRef: string;
  amountPaise: number;
  instrument: Json<unknown>;
  createdAt: Instant;
}
export interface SandboxPayments {
  providerRef: string;
  eventId: string;
  code: string;
  amountPaise: number;
  paidAt: Instant;
  channel: Generated<string>;
  utr: string | null;
  state: Generated<'seen' | 'captured'>;
}
export interface SandboxRefunds {
  refundRef: string;
  providerId: string;
  paymentRef: string;
  amountPaise: number;
  state: 'confirmed' | 'failed';
  reason: string | null;
  receivedAt: Instant;
}
export interface SandboxWebhooks {
  position: Generated<number>;
  event: Json<unknown>;
  dueAt: Instant;
  deliveredAt: MaybeInstant;
}
export interface SandboxAccountValidations {
  ref: string;
  behaviour: string;
  requestedAt: Instant;
}
