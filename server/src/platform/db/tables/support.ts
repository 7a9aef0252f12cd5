import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from '../columns.ts';

export interface FeedbackTickets {
  userId: string;
  ticketId: Generated<string>;
  ticketNo: string;
  type: 'problem' | 'complaint' | 'suggestion' | 'other';
  textEnc: Buffer;
  fileIds: string[];
  state: 'received' | 'answered' | 'closed';
  answerEnc: Buffer | null;
  submittedAt: Instant;
  decidedAt: MaybeInstant;
  decidedBy: string | null;
}
export interface Notifications {
  userId: string;
  notificationId: Generated<string>;
  kind: string;
  valuesEnc: Buffer;
  /** What caused it. */
  reference: string;
  sentAt: Instant;
  readAt: MaybeInstant;
}
export interface NotificationDeliveries {
  userId: string;
  notificationId: string;
  channel: 'sms' | 'push';
  kind: string;
  state: Generated<'queued' | 'sent' | 'delivered' | 'failed' | 'expired' | 'withheld' | 'unknown'>;
  attempts: Generated<number>;
  polls: Generated<number>;
  day: string | null;
  lastAttemptAt: MaybeInstant;
  nextAttemptAt: MaybeInstant;
  providerId: string | null;
  registeredTemplate: string | null;
  pendingDeviceIds: string[] | null;
  language: string | null;
  reason: string | null;
}
export interface PushSubscriptions {
  userId: string;
  deviceId: string;
  subscriptionEnc: Buffer | null;
  endpointHash: Buffer;
  savedAt: Instant;
  expiredAt: MaybeInstant;
}
