import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant, MaybeJson } from '../columns.ts';

export interface ProductVersions {
  code: string;
  version: number;
  terms: Json<unknown>;
  effective_from: string;
  effective_to: string | null;
}
export interface CreditLimits {
  user_id: string;
  state: 'evaluating' | 'approved' | 'declined' | 'review';
  limit_paise: Generated<number>;
  evaluated_at: MaybeInstant;
  started_at: Instant;
}
export interface CreditEvaluations {
  user_id: string;
  evaluation_id: Generated<string>;
  card_version: string;
  inputs: Json<Record<string, unknown>>;
  outcome: Json<Record<string, unknown>>;
  at: Instant;
}
export interface KfsForms {
  form_id: Buffer;
  form: string;
}
export interface Quotes {
  user_id: string;
  proposal_no: string;
  product_code: string;
  product_version: number;
  principal_paise: number;
  quote: Json<unknown>;
  kfs_hash: string;
  form_id: Buffer;
  kfs_values: string;
  text_version: string;
  valid_until_day: string;
  charge_codes: readonly string[];
  language: string;
  created_at: Instant;
  valid_until: Instant;
  order_id: Generated<string | null>;
  is_retained: Generated<boolean>;
}
export interface Acceptances {
  user_id: string;
  proposal_no: string;
  acceptance: Json<Record<string, unknown>>;
  accepted_at: Instant;
}
export interface Orders {
  user_id: string;
  order_id: Generated<string>;
  repay_id: string;
  proposal_no: string;
  product_code: string;
  terms: Json<unknown>;
  principal_paise: number;
  net_paise: number;
  purpose: string;
  coupon_id: string | null;
  status: number;
  applied_at: Instant;
  applied_day: string;
  disbursed_day: string | null;
  due_day: string | null;
  closed_at: MaybeInstant;
  charge_codes: Generated<string[]>;
  closed_through: string | null;
  open_until: string | null;
  expiry_notified_on: string | null;
  decision: MaybeJson<Record<string, unknown>>;
}
export interface PendingAcceptances {
  user_id: string;
  proposal_no: string;
  purpose: string;
  acceptance: Json<Record<string, unknown>>;
  accepted_at: Instant;
  voided_at: MaybeInstant;
  void_reason: string | null;
}
export interface Coupons {
  user_id: string;
  coupon_id: Generated<string>;
  kind: 'fee' | 'interest' | 'repay';
  amount_paise: number | null;
  ppm: number | null;
  cap_paise: number | null;
  min_principal_paise: number;
  expires_on: string;
  source: 'certification' | 'loan_guide' | 'operator';
  issued_at: Instant;
}
export interface OrderStatusChanges {
  user_id: string;
  order_id: string;
  status_change_id: Generated<string>;
  from_status: number | null;
  to_status: number;
  at: Instant;
  reason: string | null;
  is_notified: Generated<boolean>;
}
export interface Payouts {
  user_id: string;
  order_id: string;
  payout_ref: string;
  account_id: string;
  amount_paise: number;
  state: 'waiting' | 'sent' | 'unknown' | 'confirmed' | 'failed';
  provider: string;
  provider_id: string | null;
  reason: string | null;
  created_at: Instant;
  requested_at: MaybeInstant;
  decided_at: MaybeInstant;
  is_queued: Generated<boolean>;
}
export interface Journals {
  user_id: string;
  journal_id: Generated<string>;
  /** Null of the lender's own, which no query of an order's or a user's finds. */
  order_id: string | null;
  kind: string;
  value_day: string;
  booked_at: Instant;
  cause: string;
  reverses: string | null;
  reason: string | null;
  detail: MaybeJson<Record<string, unknown>>;
}
export interface Entries {
  user_id: string;
  journal_id: string;
  line: number;
  account: string;
  amount_paise: number;
}
