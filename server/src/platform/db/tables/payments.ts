import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant, MaybeJson } from '../columns.ts';

export interface PaymentIntents {
  user_id: string;
  order_id: string;
  intent_id: Generated<string>;
  code: string;
  channel: string;
  amount_paise: number;
  as_of_day: string;
  state: 'pending' | 'checking' | 'paid' | 'expired' | 'cancelled';
  provider_ref: string | null;
  created_at: Instant;
  expires_at: Instant;
  last_polled_at: MaybeInstant;
  paid_at: MaybeInstant;
  paid_paise: number | null;
  kind: Generated<'full' | 'part' | 'extension' | 'return'>;
  coupon_id: string | null;
  discount_paise: Generated<number>;
  addendum_no: string | null;
  checking_until: MaybeInstant;
}
export interface PaymentInstruments {
  user_id: string;
  order_id: string;
  intent_id: string;
  channel: string;
  provider_ref: string | null;
  instrument: MaybeJson<unknown>;
  requested_at: Instant;
}
export interface ProviderPayments {
  provider: string;
  provider_ref: string;
  user_id: string;
  order_id: string;
  journal_id: string;
  code: string | null;
  channel: string | null;
  utr_hash: Buffer | null;
  utr_last4: string | null;
  amount_paise: number;
  paid_at: Instant;
}
export interface ProviderEvents {
  provider: string;
  event_id: string;
  kind: string;
  outcome: 'done' | 'unknown';
  event: Json<unknown>;
  received_at: Instant;
  utr_hash: Buffer | null;
}
export interface Refunds {
  user_id: string;
  order_id: string;
  refund_ref: string;
  provider: string;
  payment_ref: string;
  journal_id: string | null;
  amount_paise: number;
  state: 'waiting' | 'sent' | 'unknown' | 'confirmed' | 'failed' | 'cancelled';
  provider_id: string | null;
  reason: string | null;
  created_at: Instant;
  requested_at: MaybeInstant;
  decided_at: MaybeInstant;
}
export interface UnclaimedFunds {
  provider: string;
  provider_ref: string;
  amount_paise: number;
  paid_at: Instant;
  found_at: Instant;
  journal_id: string;
  state: 'open' | 'claimed' | 'returning' | 'returned';
  refund_ref: string | null;
  reason: string | null;
  requested_at: MaybeInstant;
  decided_at: MaybeInstant;
}
export interface RepaymentProofs {
  user_id: string;
  proof_id: Generated<string>;
  order_id: string;
  utr_enc: Buffer;
  utr_hash: Buffer;
  utr_last4: string;
  amount_paise: number;
  paid_on: string;
  channel: string;
  file_id: string | null;
  state: 'received' | 'matched' | 'refused';
  reason: string | null;
  provider: string | null;
  payment_ref: string | null;
  submitted_at: Instant;
  decided_at: MaybeInstant;
  decided_by: string | null;
}
