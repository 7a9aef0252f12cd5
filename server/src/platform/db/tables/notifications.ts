import type { Generated } from 'kysely';
import type { Day, Instant, MaybeDay, MaybeInstant } from '../columns.ts';

interface Notifications {
  userId: string;
  notificationId: Generated<string>;
  kind: string;
  valuesEnc: Buffer;
  /** The event that caused it; one notification for each user, kind and reference. */
  reference: string;
  sentAt: Instant;
  readAt: MaybeInstant;
}

interface NotificationDeliveries {
  userId: string;
  notificationId: string;
  channel: 'sms' | 'push' | 'other_sms' | 'mail';
  kind: string;
  state: Generated<'queued' | 'sent' | 'delivered' | 'failed' | 'expired' | 'withheld' | 'unknown'>;
  attempts: Generated<number>;
  polls: Generated<number>;
  day: MaybeDay;
  lastAttemptAt: MaybeInstant;
  nextAttemptAt: MaybeInstant;
  providerId: string | null;
  registeredTemplate: string | null;
  pendingDeviceIds: string[] | null;
  language: string | null;
  reason: string | null;
}

interface PushSubscriptions {
  userId: string;
  deviceId: string;
  subscriptionEnc: Buffer | null;
  endpointHash: Buffer;
  savedAt: Instant;
  expiredAt: MaybeInstant;
  endsAt: MaybeInstant;
}

interface DunningMessages {
  userId: string;
  orderId: string;
  day: Day;
  template: 'due_soon' | 'due_today' | 'overdue' | 'penal_charged';
  amountPaise: Generated<number>;
  state: Generated<'waiting' | 'sent' | 'dropped' | 'withdrawn'>;
  reason: string | null;
  heldAt: MaybeInstant;
  listedOn: MaybeDay;
  createdAt: Instant;
  finishedAt: MaybeInstant;
}

export interface NotificationsTables {
  notifications: Notifications;
  notification_deliveries: NotificationDeliveries;
  push_subscriptions: PushSubscriptions;
  dunning_messages: DunningMessages;
}
