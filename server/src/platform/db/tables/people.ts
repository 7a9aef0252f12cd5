import type { Language } from '@noren/contract/fields';
import type { Generated } from 'kysely';
import type { SmsTemplate } from '../../ports/sms.ts';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface Users {
  userId: Generated<string>;
  phoneHash: Buffer;
  phoneEnc: Buffer;
  maskedPhone: string;
  onboardingStatus: Generated<number>;
  language: Generated<string>;
  createdAt: Instant;
  /** When the user first confirmed something by code. */
  firstConfirmedAt: MaybeInstant;
  fullKycAt: MaybeInstant;
  /** When all that named the user went; the row stays for the ledger's sake. */
  erasedAt: MaybeInstant;
  /** The contacts went with their consent, and it was given again. */
  needsContacts: Generated<boolean>;
}
export interface Sessions {
  userId: string;
  sessionId: Generated<string>;
  tokenHash: Buffer;
  cookieHash: Buffer;
  deviceId: string;
  assurance: 'link' | 'otp';
  codeEnteredAt: MaybeInstant;
  createdAt: Instant;
  lastUsedAt: Instant;
  revokedAt: MaybeInstant;
  /** Of a session opened by a link: 1 for other phones, 2 for an iPhone. */
  clientType: number | null;
  /** Of a session opened by a link: where the link came from. */
  leadChannel: string | null;
}
export interface OtpRequests {
  otpRef: Generated<string>;
  phoneHash: Buffer;
  userId: string | null;
  deviceId: string;
  codeHash: Buffer;
  purpose: 'login' | 'confirm_first' | 'confirm_later';
  createdAt: Instant;
  expiresAt: Instant;
  usedAt: MaybeInstant;
}
export interface RateLimitHits {
  bucket: string;
  keyHash: Buffer;
  at: Instant;
  hitId: Generated<number>;
}
export interface MagicLinks {
  userId: string;
  tokenHash: Buffer;
  channel: string;
  createdAt: Instant;
  expiresAt: Instant;
  usedAt: MaybeInstant;
}
export interface Consents {
  userId: string;
  consentId: Generated<string>;
  purpose: string;
  textVersion: string;
  language: string;
  channel: string;
  at: Instant;
  withdrawnAt: MaybeInstant;
  decision: 'given' | 'refused';
  /** Ids of the data it is about, as the text named them. */
  items: Json<readonly string[]>;
  /** Where it was decided; null of decisions made before it was noted. */
  deviceId: string | null;
}
export interface IdempotencyKeys {
  ownerId: string;
  call: string;
  requestId: string;
  contentHash: Buffer;
  answerEnc: Buffer | null;
  createdAt: Instant;
}
export interface AuditLog {
  auditId: Generated<string>;
  at: Instant;
  userId: string | null;
  actor: string;
  action: string;
  subject: string | null;
  detail: Json<Record<string, unknown>>;
}
export interface SandboxMessages {
  messageId: Generated<number>;
  phone: string;
  template: SmsTemplate;
  language: Language;
  content: Json<Record<string, string>>;
  sentAt: Instant;
  reference: string | null;
}
