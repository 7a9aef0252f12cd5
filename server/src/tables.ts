import type { ColumnType, Generated } from 'kysely';

/** An instant: read as UTC milliseconds, written as a Date (see `timestamp` in db.ts). */
type Instant = ColumnType<number, Date, Date>;
type MaybeInstant = ColumnType<number | null, Date | null | undefined, Date | null>;
/** A JSON document: written as its text. */
type Json<T> = ColumnType<T, string, string>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

interface Users {
  user_id: Generated<string>;
  phone_hash: Buffer;
  phone_enc: Buffer;
  masked_phone: string;
  biz_status: Generated<number>;
  language: Generated<string>;
  created_at: Instant;
}
interface Sessions {
  user_id: string;
  session_id: Generated<string>;
  token_hash: Buffer;
  cookie_hash: Buffer;
  device_id: string;
  assurance: 'link' | 'otp';
  code_entered_at: MaybeInstant;
  created_at: Instant;
  last_used_at: Instant;
  revoked_at: MaybeInstant;
}
interface OtpRequests {
  otp_ref: Generated<string>;
  phone_hash: Buffer;
  user_id: string | null;
  device_id: string;
  code_hash: Buffer;
  purpose: 'login' | 'confirm_first' | 'confirm_later';
  created_at: Instant;
  expires_at: Instant;
  used_at: MaybeInstant;
}
interface LimitHits {
  bucket: string;
  key_hash: Buffer;
  at: Instant;
  hit_id: Generated<number>;
}
interface OpenTokens {
  user_id: string;
  task_hash: Buffer;
  channel: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: MaybeInstant;
}
interface Consents {
  user_id: string;
  consent_id: Generated<string>;
  purpose: string;
  text_version: string;
  language: string;
  channel: string;
  at: Instant;
  withdrawn_at: MaybeInstant;
}
interface Idempotency {
  owner_id: string;
  call: string;
  request_id: string;
  content_hash: Buffer;
  answer: MaybeJson<unknown>;
  created_at: Instant;
}
interface AuditLog {
  audit_id: Generated<string>;
  at: Instant;
  user_id: string | null;
  actor: string;
  action: string;
  subject: string | null;
  detail: Json<Record<string, unknown>>;
}
interface SurveyAnswers {
  user_id: string;
  answers: Json<Record<string, string>>;
  saved_at: Instant;
}
interface IdentityDocuments {
  user_id: string;
  type: 'panFront' | 'aadhaarFront' | 'aadhaarBack';
  file_id: string;
  read_enc: Buffer;
  confidence: number;
  aadhaar_hash: Buffer | null;
  read_at: Instant;
}
interface LivenessChecks {
  user_id: string;
  transaction_id: Generated<string>;
  poses: Json<string[]>;
  created_at: Instant;
  expires_at: Instant;
  outcome: 'passed' | 'retry' | 'review' | null;
  reason: string | null;
  score: number | null;
  decided_at: MaybeInstant;
}
interface Identities {
  user_id: string;
  name_enc: Buffer;
  birth_day_enc: Buffer;
  pan_enc: Buffer;
  pan_hash: Buffer;
  aadhaar_last4: string;
  aadhaar_hash: Buffer;
  read_enc: Buffer;
  state: 'verified' | 'review';
  reasons: Json<string[]>;
  saved_at: Instant;
}
interface PersonalInfo {
  user_id: string;
  info_enc: Buffer;
  saved_at: Instant;
}
interface Contacts {
  user_id: string;
  position: number;
  relationship: string;
  name_enc: Buffer;
  phone_enc: Buffer;
  masked_phone: string;
}
interface BankAccounts {
  user_id: string;
  account_id: Generated<string>;
  bank_code: string;
  ifsc: string;
  account_enc: Buffer;
  account_hash: Buffer;
  account_last4: string;
  holder_name_enc: Buffer;
  name_match: 'match' | 'partial' | 'mismatch';
  saved_at: Instant;
  replaced_at: MaybeInstant;
}
interface ProductVersions {
  code: string;
  version: number;
  terms: Json<unknown>;
  effective_from: string;
  effective_to: string | null;
}
interface CreditLimits {
  user_id: string;
  state: 'evaluating' | 'approved' | 'declined' | 'review';
  limit_paise: Generated<number>;
  evaluated_at: MaybeInstant;
  started_at: Instant;
}
interface CreditEvaluations {
  user_id: string;
  evaluation_id: Generated<string>;
  card_version: string;
  inputs: Json<Record<string, unknown>>;
  outcome: Json<Record<string, unknown>>;
  at: Instant;
}
interface Quotes {
  user_id: string;
  proposal_no: string;
  product_code: string;
  product_version: number;
  principal_paise: number;
  quote: Json<unknown>;
  kfs: Json<unknown>;
  kfs_hash: string;
  language: string;
  made_at: Instant;
  valid_until: Instant;
  acceptance: MaybeJson<Record<string, unknown>>;
  accepted_at: MaybeInstant;
}
interface Orders {
  user_id: string;
  order_id: Generated<string>;
  repay_id: string;
  proposal_no: string;
  product_code: string;
  terms: Json<unknown>;
  principal_paise: number;
  net_paise: number;
  purpose: string;
  status: number;
  applied_at: Instant;
  applied_day: string;
  disbursed_day: string | null;
  due_day: string | null;
  closed_at: MaybeInstant;
}
interface OrderMoves {
  user_id: string;
  order_id: string;
  move_id: Generated<string>;
  from_status: number | null;
  to_status: number;
  at: Instant;
  reason: string | null;
}
interface Payouts {
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
  asked_at: MaybeInstant;
  decided_at: MaybeInstant;
}
interface PaymentIntents {
  user_id: string;
  order_id: string;
  intent_id: Generated<string>;
  code: string;
  channel: string;
  amount_paise: number;
  as_of_day: string;
  state: 'pending' | 'checking' | 'paid' | 'expired' | 'cancelled';
  upi_uri: string | null;
  provider_ref: string | null;
  created_at: Instant;
  expires_at: Instant;
  paid_at: MaybeInstant;
}
interface ProviderEvents {
  provider: string;
  event_id: string;
  kind: string;
  body_hash: Buffer;
  outcome: string;
  received_at: Instant;
}
interface Journals {
  user_id: string;
  journal_id: Generated<string>;
  order_id: string;
  kind: string;
  value_day: string;
  booked_at: Instant;
  cause: string;
  reverses: string | null;
  reason: string | null;
}
interface Entries {
  user_id: string;
  journal_id: string;
  line: number;
  account: string;
  amount_paise: number;
}

/** Every table and its columns, as the migrations make them. */
export interface Tables {
  users: Users;
  sessions: Sessions;
  otp_requests: OtpRequests;
  limit_hits: LimitHits;
  open_tokens: OpenTokens;
  consents: Consents;
  idempotency: Idempotency;
  audit_log: AuditLog;
  survey_answers: SurveyAnswers;
  identity_documents: IdentityDocuments;
  liveness_checks: LivenessChecks;
  identities: Identities;
  personal_info: PersonalInfo;
  contacts: Contacts;
  bank_accounts: BankAccounts;
  product_versions: ProductVersions;
  credit_limits: CreditLimits;
  credit_evaluations: CreditEvaluations;
  quotes: Quotes;
  orders: Orders;
  order_moves: OrderMoves;
  payouts: Payouts;
  payment_intents: PaymentIntents;
  provider_events: ProviderEvents;
  journals: Journals;
  entries: Entries;
}
