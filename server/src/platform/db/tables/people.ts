import type { Language } from '@noren/contract/fields';
import type { Generated } from 'kysely';
import type { SmsTemplate } from '../../ports/sms.ts';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface Users {
  user_id: Generated<string>;
  phone_hash: Buffer;
  phone_enc: Buffer;
  masked_phone: string;
  onboarding_status: Generated<number>;
  language: Generated<string>;
  created_at: Instant;
  /** When the user first confirmed something by code. */
  first_confirmed_at: MaybeInstant;
  full_kyc_at: MaybeInstant;
  /** When all that named the user went; the row stays for the ledger's sake. */
  erased_at: MaybeInstant;
  /** The contacts went with their consent, and it was given again. */
  needs_contacts: Generated<boolean>;
}
export interface Sessions {
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
  /** Of a session opened by a link: 1 for other phones, 2 for an iPhone. */
  client_type: number | null;
  /** Of a session opened by a link: where the link came from. */
  lead_channel: string | null;
}
export interface OtpRequests {
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
export interface RateLimitHits {
  bucket: string;
  key_hash: Buffer;
  at: Instant;
  hit_id: Generated<number>;
}
export interface MagicLinks {
  user_id: string;
  token_hash: Buffer;
  channel: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: MaybeInstant;
}
export interface Consents {
  user_id: string;
  consent_id: Generated<string>;
  purpose: string;
  text_version: string;
  language: string;
  channel: string;
  at: Instant;
  withdrawn_at: MaybeInstant;
  decision: 'given' | 'refused';
  /** Ids of the data it is about, as the text named them. */
  items: Json<readonly string[]>;
  /** Where it was decided; null of decisions made before it was noted. */
  device_id: string | null;
}
export interface IdempotencyKeys {
  owner_id: string;
  call: string;
  request_id: string;
  content_hash: Buffer;
  answer_enc: Buffer | null;
  created_at: Instant;
}
export interface AuditLog {
  audit_id: Generated<string>;
  at: Instant;
  user_id: string | null;
  actor: string;
  action: string;
  subject: string | null;
  detail: Json<Record<string, unknown>>;
}
export interface SandboxMessages {
  message_id: Generated<number>;
  phone: string;
  template: SmsTemplate;
  language: Language;
  content: Json<Record<string, string>>;
  sent_at: Instant;
  reference: string | null;
}
