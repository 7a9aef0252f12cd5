import type { Generated } from 'kysely';
import type { DefaultJson, Instant, Json, MaybeInstant } from '../columns.ts';

export interface SurveyAnswers {
  userId: string;
  answers: Json<Record<string, string>>;
  savedAt: Instant;
}
export interface IdentityDocuments {
  userId: string;
  type: 'panFront' | 'aadhaarFront' | 'aadhaarBack';
  /** None of an Aadhaar card that could not be read: its number cannot be covered. */
  fileId: string | null;
  ocrFieldsEnc: Buffer;
  confidence: number;
  aadhaarHash: Buffer | null;
  ocrAt: Instant;
  uncertain: DefaultJson<string[]>;
  isLegible: Generated<boolean>;
}
export interface LivenessChecks {
  userId: string;
  transactionId: Generated<string>;
  mode: Generated<'camera' | 'upload'>;
  poses: Json<string[]>;
  createdAt: Instant;
  expiresAt: Instant;
  outcome: 'passed' | 'retry' | 'review' | null;
  reason: string | null;
  pose: string | null;
  score: number | null;
  likeness: number | null;
  similarity: number | null;
  hints: DefaultJson<string[]>;
  decidedAt: MaybeInstant;
  /** When a newer check took its place. */
  supersededAt: MaybeInstant;
  reviewFileId: string | null;
}
export interface Identities {
  userId: string;
  nameEnc: Buffer;
  birthDayEnc: Buffer;
  panEnc: Buffer;
  panHash: Buffer;
  aadhaarLast4: string;
  aadhaarHash: Buffer;
  ocrFieldsEnc: Buffer;
  state: 'verified' | 'review' | 'refused';
  reasons: Json<string[]>;
  savedAt: Instant;
}
export interface PersonalInfo {
  userId: string;
  infoEnc: Buffer;
  savedAt: Instant;
}
export interface Contacts {
  userId: string;
  position: number;
  relationship: string;
  nameEnc: Buffer;
  phoneEnc: Buffer;
  maskedPhone: string;
}
export interface BankAccounts {
  userId: string;
  accountId: Generated<string>;
  bankCode: string;
  ifsc: string;
  accountEnc: Buffer;
  accountHash: Buffer;
  accountLast4: string;
  holderNameEnc: Buffer;
  nameMatch: 'match' | 'partial' | 'mismatch';
  validation: 'unknown' | 'pending' | 'valid' | 'invalid';
  accountType: 1 | 2 | null;
  isSalaryAccount: boolean | null;
  savedAt: Instant;
  replacedAt: MaybeInstant;
}
/** What an operator decided of something that waited for a person. */
export interface ReviewDecisions {
  userId: string;
  kind: 'identity' | 'bank_name' | 'score';
  subject: string;
  decision: 'approve' | 'refuse';
  operator: string;
  reason: string;
  at: Instant;
}
export interface BankAccountValidations {
  userId: string;
  accountHash: Buffer;
  ifsc: string;
  ref: string;
  state: 'unknown' | 'pending' | 'valid' | 'invalid';
  nameAtBankEnc: Buffer | null;
  reason: string | null;
  requestedAt: Instant;
  decidedAt: MaybeInstant;
}
export interface BankAccountDetails {
  userId: string;
  accountHash: Buffer;
  accountType: 1 | 2;
  isSalaryAccount: boolean;
  declaredAt: Instant;
}
