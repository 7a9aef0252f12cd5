import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface SandboxSwitches {
  part: 'payouts' | 'payments' | 'accounts' | 'refunds';
  behaviour: string;
}
export interface SandboxPayouts {
  payout_ref: string;
  provider_id: string;
  amount_paise: number;
  account_last4: string;
  state: 'pending' | 'confirmed' | 'failed';
  reason: string | null;
  received_at: Instant;
}
export interface SandboxInstruments {
  code: string;
  channel: string;
  provider_ref: string;
  amount_paise: number;
  instrument: Json<unknown>;
  created_at: Instant;
}
export interface SandboxPayments {
  provider_ref: string;
  event_id: string;
  code: string;
  amount_paise: number;
  paid_at: Instant;
  channel: Generated<string>;
  utr: string | null;
  state: Generated<'seen' | 'captured'>;
}
export interface SandboxRefunds {
  refund_ref: string;
  provider_id: string;
  payment_ref: string;
  amount_paise: number;
  state: 'confirmed' | 'failed';
  reason: string | null;
  received_at: Instant;
}
export interface SandboxWebhooks {
  position: Generated<number>;
  event: Json<unknown>;
  due_at: Instant;
  delivered_at: MaybeInstant;
}
export interface SandboxAccountValidations {
  ref: string;
  behaviour: string;
  requested_at: Instant;
}
