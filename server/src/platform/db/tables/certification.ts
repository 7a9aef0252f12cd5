import type { Generated } from 'kysely';
import type { DefaultJson, Instant, Json, MaybeInstant } from '../columns.ts';

export interface SurveyAnswers {
  user_id: string;
  answers: Json<Record<string, string>>;
  saved_at: Instant;
}
export interface IdentityDocuments {
  user_id: string;
  type: 'panFront' | 'aadhaarFront' | 'aadhaarBack';
  /** None of an Aadhaar card that could not be read: its number cannot be covered. */
  file_id: string | null;
  ocr_fields_enc: Buffer;
  confidence: number;
  aadhaar_hash: Buffer | null;
  ocr_at: Instant;
  uncertain: DefaultJson<string[]>;
  is_legible: Generated<boolean>;
}
export interface LivenessChecks {
  user_id: string;
  transaction_id: Generated<string>;
  mode: Generated<'camera' | 'upload'>;
  poses: Json<string[]>;
  created_at: Instant;
  expires_at: Instant;
  outcome: 'passed' | 'retry' | 'review' | null;
  reason: string | null;
  pose: string | null;
  score: number | null;
  likeness: number | null;
  similarity: number | null;
  hints: DefaultJson<string[]>;
  decided_at: MaybeInstant;
  /** When a newer check took its place. */
  superseded_at: MaybeInstant;
  review_file_id: string | null;
}
export interface Identities {
  user_id: string;
  name_enc: Buffer;
  birth_day_enc: Buffer;
  pan_enc: Buffer;
  pan_hash: Buffer;
  aadhaar_last4: string;
  aadhaar_hash: Buffer;
  ocr_fields_enc: Buffer;
  state: 'verified' | 'review' | 'refused';
  reasons: Json<string[]>;
  saved_at: Instant;
}
export interface PersonalInfo {
  user_id: string;
  info_enc: Buffer;
  saved_at: Instant;
}
export interface Contacts {
  user_id: string;
  position: number;
  relationship: string;
  name_enc: Buffer;
  phone_enc: Buffer;
  masked_phone: string;
}
export interface BankAccounts {
  user_id: string;
  account_id: Generated<string>;
  bank_code: string;
  ifsc: string;
  account_enc: Buffer;
  account_hash: Buffer;
  account_last4: string;
  holder_name_enc: Buffer;
  name_match: 'match' | 'partial' | 'mismatch';
  validation: 'unknown' | 'pending' | 'valid' | 'invalid';
  account_type: 1 | 2 | null;
  is_salary_account: boolean | null;
  saved_at: Instant;
  replaced_at: MaybeInstant;
}
/** What an operator decided of something that waited for a person. */
export interface ReviewDecisions {
  user_id: string;
  kind: 'identity' | 'bank_name' | 'score';
  subject: string;
  decision: 'approve' | 'refuse';
  operator: string;
  reason: string;
  at: Instant;
}
export interface BankAccountValidations {
  user_id: string;
  account_hash: Buffer;
  ifsc: string;
  ref: string;
  state: 'unknown' | 'pending' | 'valid' | 'invalid';
  name_at_bank_enc: Buffer | null;
  reason: string | null;
  requested_at: Instant;
  decided_at: MaybeInstant;
}
export interface BankAccountDetails {
  user_id: string;
  account_hash: Buffer;
  account_type: 1 | 2;
  is_salary_account: boolean;
  declared_at: Instant;
}
