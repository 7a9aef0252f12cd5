import type { FacePurpose } from '@noren/core/people/face-purpose';
import type { LivenessHint, Pose } from '@noren/core/people/liveness';
import type { ListDoubt } from '@noren/core/people/sanctions-doubt';
import type { SanctionsEntry, SanctionsList } from '@noren/core/people/sanctions-entry';
import type { ListFault } from '@noren/core/people/sanctions-fault';
import type { Generated } from 'kysely';
import type { SourceKind } from '../../ports/identity-sources.ts';
import type { DefaultJson, Instant, Json, MaybeInstant } from '../columns.ts';

interface SurveyAnswers {
  userId: string;
  answers: Json<Record<string, string>>;
  savedAt: Instant;
}

interface IdentityDocuments {
  userId: string;
  type: 'panFront' | 'aadhaarFront' | 'aadhaarBack';
  /** Null for an Aadhaar card that could not be read: its number cannot be masked. */
  fileId: string | null;
  ocrFieldsEnc: Buffer;
  confidence: number;
  aadhaarHash: Buffer | null;
  ocrAt: Instant;
  uncertain: DefaultJson<string[]>;
  isLegible: Generated<boolean>;
}

interface Identities {
  userId: string;
  nameEnc: Buffer;
  nameHash: Buffer;
  birthDayEnc: Buffer;
  panEnc: Buffer;
  panHash: Buffer;
  aadhaarLast4: string;
  aadhaarHash: Buffer;
  ocrFieldsEnc: Buffer;
  state: 'verified' | 'review' | 'refused';
  /** In review once more: its level stays until the decision. */
  wasVerified: Generated<boolean>;
  reasons: Json<string[]>;
  savedAt: Instant;
  confirmedAt: MaybeInstant;
}

/** A visit of DigiLocker's page that has not come back. */
interface DigilockerVisits {
  userId: string;
  sessionId: string;
  stateHash: Buffer;
  verifier: string;
  expiresAt: Instant;
}

interface SanctionsLists {
  listId: Generated<string>;
  list: SanctionsList;
  source: 'fetched' | 'uploaded';
  state: 'waiting' | 'in_force' | 'replaced' | 'dropped' | 'failed';
  listDay: string | null;
  people: Generated<number>;
  entities: Generated<number>;
  doubt: ListDoubt | null;
  fault: ListFault | null;
  faultLine: number | null;
  staffId: string | null;
  readAt: Instant;
  checkedAt: Instant;
  inForceAt: MaybeInstant;
  endedAt: MaybeInstant;
}

interface SanctionsEntries {
  listId: string;
  entryId: string;
  entry: Json<SanctionsEntry>;
}

interface SanctionsHits {
  userId: string;
  hitId: Generated<string>;
  list: SanctionsList;
  entryId: string;
  entry: Json<SanctionsEntry>;
  listDay: string;
  score: number;
  isYearNear: boolean;
  state: 'seen' | 'held' | 'other_person' | 'same_person' | 'superseded';
  foundAt: Instant;
  decidedBy: string | null;
  decidedAt: MaybeInstant;
  reason: string | null;
}

interface SanctionsScreenings {
  userId: string;
  screenedWith: string;
  screenedAt: Instant;
}

/** What the issuer of a card said, proved by its signature. */
interface IdentitySources {
  userId: string;
  sourceId: Generated<string>;
  kind: SourceKind;
  formatVersion: string;
  keyId: string;
  referenceLast4: string;
  issuedAt: Instant;
  verdict: Generated<'pending' | 'agrees' | 'differs'>;
  differences: DefaultJson<string[]>;
  digests: Json<Record<string, string>>;
  /** Null once nobody has to compare it any more. */
  fieldsEnc: Buffer | null;
  /** Null once nobody has to compare it any more. */
  photoFileId: string | null;
  photoResult: Generated<'none' | 'waiting' | 'alike' | 'unlike' | 'unclear'>;
  /** Null unless this user claimed the card. */
  holderHash: Buffer | null;
  /** The side of the card it was read from; null for what is no card. */
  document: 'aadhaarFront' | 'aadhaarBack' | null;
  consentVersion: string;
  createdAt: Instant;
  decidedAt: MaybeInstant;
}

/** What the register of PANs said of the confirmed identity. */
interface PanChecks {
  userId: string;
  checkId: Generated<string>;
  verdict: Generated<'waiting' | 'agrees' | 'differs'>;
  differences: DefaultJson<string[]>;
  askedHash: Buffer;
  providerRef: string | null;
  consentVersion: string;
  tries: Generated<number>;
  createdAt: Instant;
  nextTryAt: Instant;
  decidedAt: MaybeInstant;
}

interface LivenessChecks {
  userId: string;
  transactionId: Generated<string>;
  purpose: Generated<FacePurpose | null>;
  mode: Generated<'camera' | 'upload'>;
  poses: Json<Pose[]>;
  createdAt: Instant;
  expiresAt: Instant;
  outcome: 'passed' | 'retry' | 'review' | null;
  reason: string | null;
  pose: string | null;
  score: number | null;
  likeness: number | null;
  similarity: number | null;
  hints: DefaultJson<LivenessHint[]>;
  decidedAt: MaybeInstant;
  /** When a newer check replaced it. */
  supersededAt: MaybeInstant;
  reviewFileId: string | null;
  placeEnc: Buffer | null;
}

interface PersonalInfo {
  userId: string;
  infoEnc: Buffer;
  savedAt: Instant;
}

interface Addresses {
  userId: string;
  addressEnc: Buffer;
  saidFields: Json<string[]>;
  savedAt: Instant;
  confirmedAt: Instant | null;
}

interface Contacts {
  userId: string;
  position: number;
  relationship: string;
  nameEnc: Buffer;
  phoneEnc: Buffer;
  maskedPhone: string;
}

interface BankAccounts {
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
  payableFrom: Instant;
  replacedAt: MaybeInstant;
}

interface BankAccountValidations {
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

interface BankAccountDetails {
  userId: string;
  accountHash: Buffer;
  accountType: 1 | 2;
  isSalaryAccount: boolean;
  declaredAt: Instant;
}

/** An operator's decision in a manual review. */
interface ReviewDecisions {
  userId: string;
  kind: 'identity' | 'bank_name' | 'score';
  subject: string;
  decision: 'approve' | 'refuse';
  operator: string;
  reason: string;
  at: Instant;
}

export interface CertificationTables {
  survey_answers: SurveyAnswers;
  identity_documents: IdentityDocuments;
  identities: Identities;
  identity_sources: IdentitySources;
  digilocker_visits: DigilockerVisits;
  pan_checks: PanChecks;
  sanctions_lists: SanctionsLists;
  sanctions_entries: SanctionsEntries;
  sanctions_hits: SanctionsHits;
  sanctions_screenings: SanctionsScreenings;
  liveness_checks: LivenessChecks;
  personal_info: PersonalInfo;
  addresses: Addresses;
  contacts: Contacts;
  bank_accounts: BankAccounts;
  bank_account_validations: BankAccountValidations;
  bank_account_details: BankAccountDetails;
  review_decisions: ReviewDecisions;
}
