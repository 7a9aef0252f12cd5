import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from '../columns.ts';

export interface FeedbackTickets {
  user_id: string;
  ticket_id: Generated<string>;
  ticket_no: string;
  type: 'problem' | 'complaint' | 'suggestion' | 'other';
  text_enc: Buffer;
  file_ids: string[];
  state: 'received' | 'answered' | 'closed';
  answer_enc: Buffer | null;
  submitted_at: Instant;
  decided_at: MaybeInstant;
  decided_by: string | null;
}
export interface Notifications {
  user_id: string;
  notification_id: Generated<string>;
  kind: string;
  values_enc: Buffer;
  /** What caused it. */
  reference: string;
  sent_at: Instant;
  read_at: MaybeInstant;
}
export interface NotificationDeliveries {
  user_id: string;
  notification_id: string;
  channel: 'sms' | 'push';
  kind: string;
  state: Generated<'queued' | 'sent' | 'delivered' | 'failed' | 'expired' | 'withheld' | 'unknown'>;
  attempts: Generated<number>;
  polls: Generated<number>;
  day: string | null;
  last_attempt_at: MaybeInstant;
  next_attempt_at: MaybeInstant;
  provider_id: string | null;
  registered_template: string | null;
  pending_device_ids: string[] | null;
  language: string | null;
  reason: string | null;
}
export interface PushSubscriptions {
  user_id: string;
  device_id: string;
  subscription_enc: Buffer | null;
  endpoint_hash: Buffer;
  saved_at: Instant;
  expired_at: MaybeInstant;
}
