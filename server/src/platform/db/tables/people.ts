import type { Language } from '@noren/contract/languages';
import type { CorrectedField } from '@noren/core/people/correction';
import type { EmailEnd } from '@noren/core/people/email';
import type { PhoneChangeStop, PhoneChangeWay, PhoneProof } from '@noren/core/people/phone-change';
import type { Generated } from 'kysely';
import type { Day, Instant, Json, MaybeDay, MaybeInstant } from '../columns.ts';

interface Users {
  userId: Generated<string>;
  phoneHash: Buffer;
  phoneEnc: Buffer;
  maskedPhone: string;
  onboardingStatus: Generated<number>;
  language: Generated<Language>;
  createdAt: Instant;
  /** When the user first confirmed something by code. */
  firstConfirmedAt: MaybeInstant;
  fullKycAt: MaybeInstant;
  /** When everything that names the user was erased; the ledger still needs the row. */
  erasedAt: MaybeInstant;
  /** The contacts were erased with their consent, which the user has given again. */
  needsContacts: Generated<boolean>;
  /** The hours preferred for contact about dues; null for those of the law. */
  contactFromHour: number | null;
  contactUntilHour: number | null;
  /** Hash of the ad click that led to the registration, and its campaign. */
  adClick: string | null;
  adCampaign: string | null;
}

/** What a name in the directory names. */
export type NameKind =
  | 'phone'
  | 'pan'
  | 'aadhaar'
  | 'bank_account'
  | 'push_endpoint'
  | 'sign_in_link'
  | 'repay_id'
  | 'ticket'
  | 'payment'
  | 'card_holder'
  | 'mandate'
  | 'payment_link';

interface NameOwners {
  kind: NameKind;
  name: Buffer;
  userId: string;
  claimedAt: Instant;
}

interface TransferUsers {
  utrHash: Buffer;
  userId: string;
  notedAt: Instant;
}

interface Sessions {
  userId: string;
  sessionId: Generated<string>;
  tokenHash: Buffer;
  cookieHash: Buffer;
  previousCookieHash: Buffer | null;
  previousCookieUntil: MaybeInstant;
  deviceId: string;
  assurance: 'link' | 'otp';
  codeEnteredAt: MaybeInstant;
  firstCodeAt: MaybeInstant;
  createdAt: Instant;
  lastUsedAt: Instant;
  revokedAt: MaybeInstant;
  /** Only for a session opened by a link: 1 for other phones, 2 for an iPhone. */
  clientType: number | null;
  /** Only for a session opened by a link: where the link came from. */
  leadChannel: string | null;
  /** False once its device was signed out from another device or by staff. */
  isDeviceOwn: Generated<boolean>;
  deviceSecretHash: Buffer | null;
}

export interface OtpRequests {
  otpRef: Generated<string>;
  phoneHash: Buffer;
  userId: string | null;
  deviceId: string;
  codeHash: Buffer;
  purpose: 'login' | 'confirm_first' | 'confirm_later' | 'new_phone' | 'lost_phone';
  createdAt: Instant;
  expiresAt: Instant;
  usedAt: MaybeInstant;
}

interface Passkeys {
  userId: string;
  passkeyId: Generated<string>;
  /** Base64url. */
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  nameEnc: Buffer;
  addedAt: Instant;
  lastUsedAt: MaybeInstant;
  lastSessionId: string | null;
}

export interface PasskeyChallenges {
  userId: string;
  challengeHash: Buffer;
  sessionId: string;
  act: 'add' | 'confirm';
  createdAt: Instant;
  expiresAt: Instant;
  usedAt: MaybeInstant;
}

interface MagicLinks {
  userId: string;
  tokenHash: Buffer;
  channel: string;
  createdAt: Instant;
  expiresAt: Instant;
  usedAt: MaybeInstant;
}

interface RateLimitHits {
  bucket: string;
  keyHash: Buffer;
  at: Instant;
  hitId: Generated<number>;
}

interface IdempotencyKeys {
  ownerId: string;
  call: string;
  requestId: string;
  contentHash: Buffer;
  answerEnc: Buffer | null;
  createdAt: Instant;
}

interface AuditLog {
  auditId: Generated<string>;
  at: Instant;
  userId: string;
  actor: string;
  action: string;
  subject: string | null;
  detail: Json<Record<string, unknown>>;
}

interface Consents {
  userId: string;
  consentId: Generated<string>;
  purpose: string;
  textVersion: string;
  language: string;
  channel: string;
  at: Instant;
  withdrawnAt: MaybeInstant;
  decision: 'given' | 'refused';
  /** Ids of the data that the consent covers, as its text names them. */
  items: Json<readonly string[]>;
  /** Where it was decided; null for decisions made before devices were recorded. */
  deviceId: string | null;
}

export interface DataChanges {
  userId: string;
  changeId: Generated<string>;
  field: CorrectedField;
  beforeEnc: Buffer | null;
  afterEnc: Buffer;
  state: 'done' | 'waiting' | 'refused';
  requestedAt: Instant;
  decidedAt: MaybeInstant;
  decidedBy: string | null;
  refusedBecause: Generated<
    'not_shown' | 'picture_unreadable' | 'same_as_before' | 'write_to_us' | null
  >;
}

interface Nominees {
  userId: string;
  relationship: string;
  nameEnc: Buffer;
  phoneEnc: Buffer;
  maskedPhone: string;
  savedAt: Instant;
}

interface DataExports {
  userId: string;
  exportId: Generated<string>;
  state: 'making' | 'ready' | 'gone';
  language: Language;
  requestedAt: Instant;
  readyAt: MaybeInstant;
  expiresAt: Instant;
  jsonFileId: string | null;
  pdfFileId: string | null;
  sessionId: string | null;
}

interface Erasures {
  userId: string;
  erasureId: Generated<string>;
  state: 'waiting' | 'cancelled' | 'stopped' | 'refused' | 'done';
  requestedAt: Instant;
  dueAt: Instant;
  endedAt: MaybeInstant;
  refusedBecause: Generated<'loan_runs' | 'refund_runs' | 'payment_checked' | 'not_proved' | null>;
}

export interface PhoneChanges {
  userId: string;
  changeId: Generated<string>;
  state: 'begun' | 'waiting' | 'done' | 'stopped';
  newPhoneEnc: Buffer;
  oldPhoneEnc: Buffer;
  sessionId: string | null;
  begunAt: Instant;
  requestedAt: MaybeInstant;
  dueAt: MaybeInstant;
  endedAt: MaybeInstant;
  stoppedBecause: Generated<PhoneChangeStop | null>;
  way: Generated<PhoneChangeWay>;
  proof: Generated<PhoneProof | null>;
}

interface RiskClasses {
  userId: string;
  decidedAt: Instant;
  riskClass: 'low' | 'medium' | 'high';
  fromDay: Day;
  requestId: string;
}

interface Renewals {
  userId: string;
  renewedDay: Day;
  renewedAt: Instant;
  sessionId: string;
}

interface RenewalReminders {
  userId: string;
  dueDay: Day;
  reminder: 'before_1' | 'before_2' | 'before_3' | 'after_1' | 'after_2' | 'after_3';
  channel: 'app' | 'letter';
  givenDay: Day;
  postedDay: MaybeDay;
  unpostedBecause: Generated<'no_address' | 'undeliverable' | null>;
  handledBy: Generated<string | null>;
  handledAt: MaybeInstant;
}

interface EmailAddresses {
  userId: string;
  addressEnc: Buffer;
  mailId: string;
  state: 'waiting' | 'confirmed' | 'ended';
  codeHash: Buffer | null;
  codeTries: Generated<number>;
  codeExpiresAt: MaybeInstant;
  requestedAt: Instant;
  confirmedAt: MaybeInstant;
  endedAt: MaybeInstant;
  endedBecause: EmailEnd | null;
}

interface RetainedRecords {
  userId: string;
  recordEnc: Buffer;
  fileIds: string[];
  law: string;
  retainUntil: Day;
}

export interface PeopleTables {
  users: Users;
  name_owners: NameOwners;
  transfer_users: TransferUsers;
  sessions: Sessions;
  otp_requests: OtpRequests;
  user_passkeys: Passkeys;
  user_passkey_challenges: PasskeyChallenges;
  magic_links: MagicLinks;
  rate_limit_hits: RateLimitHits;
  idempotency_keys: IdempotencyKeys;
  audit_log: AuditLog;
  consents: Consents;
  data_changes: DataChanges;
  nominees: Nominees;
  data_exports: DataExports;
  erasures: Erasures;
  phone_changes: PhoneChanges;
  risk_classes: RiskClasses;
  renewals: Renewals;
  renewal_reminders: RenewalReminders;
  email_addresses: EmailAddresses;
  retained_records: RetainedRecords;
}
