import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from './columns.ts';

export interface SandboxSwitches {
  part: 'payouts' | 'payments' | 'accounts';
  behaviour: string;
}
export interface SandboxPayouts {
  payout_ref: string;
  provider_id: string;
  amount_paise: number;
  account_last4: string;
  state: 'pending' | 'confirmed' | 'failed';
  reason: string | null;
  taken_at: Instant;
}
export interface SandboxQrs {
  code: string;
  provider_ref: string;
  amount_paise: number;
  payee_name: string;
  upi_uri: string;
  made_at: Instant;
}
export interface SandboxPayments {
  provider_ref: string;
  event_id: string;
  code: string;
  amount_paise: number;
  paid_at: Instant;
}
export interface SandboxWebhooks {
  position: Generated<number>;
  event: Json<unknown>;
  due_at: Instant;
  delivered_at: MaybeInstant;
}
export interface SandboxValidations {
  ref: string;
  does: string;
  asked_at: Instant;
}
