import { nextContactAt } from '@noren/core/lending/dunning';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { JOBS } from '../job-list.ts';
import { type Db, instantValue, type Tx, timestamp } from '../platform/db/db.ts';
import { freeNames } from '../platform/db/name-owners-store.ts';
import { nextOrderedUuid } from '../platform/db/ordered-uuid.ts';
import { queueWithNext } from '../platform/db/statements.ts';
import type { Deps } from '../platform/deps.ts';
import { jobCall } from '../platform/jobs/job-store.ts';
import type { SmsReport } from '../platform/ports/sms.ts';
import type { NotificationKind } from './notification-texts.ts';
import { type Channel, NOTIFICATION_RULES } from './rules.ts';

/** A notification to a user. */
export interface Notification {
  readonly userId: string;
  readonly kind: NotificationKind;
  /** What caused it; the same cause makes one notification. Never personal data. */
  readonly reference: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface NotificationKey {
  readonly userId: string;
  readonly notificationId: string;
}

export type DeliveryState =
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'expired'
  | 'withheld'
  | 'unknown';

/** Where a notification's values are encrypted for. */
export const valuesContext = (userId: string): string => `notifications.values_enc:${userId}`;

/**
 * Notifies a user, once for each kind and cause: stored for the notification centre, and queued for
 * the channels of its kind. Written in the transaction of its cause, so it exists if and only if
 * the cause does. Sent with the next statement.
 */
export async function notify(
  tx: Tx,
  deps: Pick<Deps, 'crypto' | 'now'>,
  notification: Notification,
): Promise<void> {
  const { userId, kind, reference, values } = notification;
  const { channels, waitsForHours, reachesSignedOut } = NOTIFICATION_RULES[kind];
  const now = deps.now();
  const from = waitsForHours ? nextContactAt(now) : now;
  const notificationId = nextOrderedUuid();
  const sealed = deps.crypto.encrypt(JSON.stringify(values), valuesContext(userId));

  await queueWithNext(
    tx,
    sql`
    insert into notifications (user_id, notification_id, kind, reference, values_enc, sent_at)
    values (${userId}, ${notificationId}, ${kind}, ${reference}, ${sealed}, ${timestamp(now)})
    on conflict (user_id, kind, reference) do nothing`,
  );

  await queueWithNext(
    tx,
    sql`
    insert into notification_deliveries (user_id, notification_id, channel, kind, next_attempt_at)
    select m.user_id, m.notification_id, c.channel, ${kind}, ${timestamp(from)}::timestamptz
    from notifications m cross join unnest(${[...channels]}::text[]) as c (channel)
    where m.user_id = ${userId} and m.notification_id = ${notificationId}
      and (c.channel <> 'mail' or exists (
        select from email_addresses e where e.user_id = ${userId} and e.state = 'confirmed'))
      and (c.channel <> 'push' or exists (
        select from push_subscriptions p
        where p.user_id = ${userId} and p.expired_at is null
          and (p.ends_at is null
               or (${reachesSignedOut} and p.ends_at > ${timestamp(now)}::timestamptz))))`,
  );
  await queueWithNext(tx, sql`select ${queueNotification({ userId, notificationId }, from - now)}`);
}

const queueNotification = (key: NotificationKey, afterMs: number) =>
  jobCall(JOBS['send-notification'], key, { afterMs });

/**
 * Stops the deliveries of a notification that still wait, because what it says is no longer true.
 * Sent with the next statement.
 */
export async function withholdNotification(
  tx: Tx,
  of: Pick<Notification, 'userId' | 'kind' | 'reference'> & { readonly reason: string },
): Promise<void> {
  const { userId, kind, reference, reason } = of;
  await queueWithNext(
    tx,
    sql`
    update notification_deliveries d set
      state = 'withheld', reason = ${reason}, next_attempt_at = null
    from notifications n
    where n.user_id = ${userId} and n.kind = ${kind} and n.reference = ${reference}
      and d.user_id = ${userId} and d.notification_id = n.notification_id
      and d.state = 'queued'`,
  );
}

/** Asks for a notification to be looked at again. */
export async function resendNotification(
  db: Db,
  { userId, notificationId }: NotificationKey,
  afterMs: number,
): Promise<void> {
  await sql`select ${queueNotification({ userId, notificationId }, afterMs)}`.execute(db);
}

/** One way of a notification, with what it says. */
export interface Delivery {
  readonly kind: NotificationKind;
  /** What the notification is about: with its kind it is unique. */
  readonly reference: string;
  readonly values: Readonly<Record<string, string>>;
  readonly madeAt: number;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly polls: number;
  readonly triedAt: number | null;
  readonly nextAt: number | null;
  /** The devices a push is still to be offered to; null: all of its reader's. */
  readonly devicesLeft: readonly string[] | null;
}

/**
 * Locks one way of a notification until the transaction ends; undefined when the notification does
 * not go that way.
 */
export async function lockDelivery(
  tx: Tx,
  deps: Pick<Deps, 'crypto'>,
  { userId, notificationId }: NotificationKey,
  channel: Channel,
): Promise<Delivery | undefined> {
  // One of a user's at a time: what was sent on the day is counted.
  await queueWithNext(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`notifications:${userId}`}, 0))`,
  );

  const row = await tx
    .selectFrom('notification_deliveries as d')
    .innerJoin('notifications as m', (on) =>
      on.onRef('m.userId', '=', 'd.userId').onRef('m.notificationId', '=', 'd.notificationId'),
    )
    .select([
      'd.kind',
      'm.reference',
      'm.valuesEnc',
      'm.sentAt',
      'd.state',
      'd.attempts',
      'd.polls',
      'd.lastAttemptAt',
      'd.nextAttemptAt',
    ])
    .select('d.pendingDeviceIds')
    .where('d.userId', '=', userId)
    .where('d.notificationId', '=', notificationId)
    .where('d.channel', '=', channel)
    .forUpdate('d')
    .executeTakeFirst();

  return (
    row && {
      kind: row.kind as NotificationKind,
      reference: row.reference,
      values: JSON.parse(deps.crypto.decrypt(row.valuesEnc, valuesContext(userId))) as Record<
        string,
        string
      >,
      madeAt: row.sentAt,
      state: row.state,
      tries: row.attempts,
      polls: row.polls,
      triedAt: row.lastAttemptAt,
      nextAt: row.nextAttemptAt,
      devicesLeft: row.pendingDeviceIds,
    }
  );
}

/** How many of a kind went to a user on a business day by a channel. */
export async function countSentToday(
  tx: Tx,
  of: { userId: string; kind: NotificationKind; channel: Channel; day: BusinessDay },
): Promise<number> {
  const { sent } = await tx
    .selectFrom('notification_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('userId', '=', of.userId)
    .where('day', '=', of.day)
    .where('channel', '=', of.channel)
    .where('kind', '=', of.kind)
    .executeTakeFirstOrThrow();
  return sent;
}

/** What is written of a way of a notification after something was done about it. */
export interface DeliveryChange {
  readonly state: DeliveryState;
  /** When it is looked at next, UTC ms; null when nothing is left to do. */
  readonly nextAt: number | null;
  readonly tries?: number;
  readonly polls?: number;
  readonly triedAt?: number;
  readonly day?: string;
  readonly providerId?: string | null;
  readonly registeredAs?: string | null;
  readonly language?: string;
  readonly reason?: string | null;
  readonly devicesLeft?: readonly string[] | null;
}

/** Writes it, unless a report of the provider settled it meanwhile. */
export async function changeDelivery(
  db: Db | Tx,
  { userId, notificationId }: NotificationKey,
  channel: Channel,
  to: DeliveryChange,
): Promise<void> {
  const { state, nextAt, triedAt } = to;
  await db
    .updateTable('notification_deliveries')
    .set({
      state,
      nextAttemptAt: nextAt === null ? null : timestamp(nextAt),
      ...(triedAt !== undefined && { lastAttemptAt: timestamp(triedAt) }),
      ...(to.tries !== undefined && { attempts: to.tries }),
      ...(to.polls !== undefined && { polls: to.polls }),
      ...(to.day !== undefined && { day: to.day }),
      ...(to.providerId !== undefined && { providerId: to.providerId }),
      ...(to.registeredAs !== undefined && { registeredTemplate: to.registeredAs }),
      ...(to.language !== undefined && { language: to.language }),
      ...(to.reason !== undefined && { reason: to.reason }),
      ...(to.devicesLeft !== undefined && {
        pendingDeviceIds: to.devicesLeft && [...to.devicesLeft],
      }),
    })
    .where('userId', '=', userId)
    .where('notificationId', '=', notificationId)
    .where('channel', '=', channel)
    .where('state', 'not in', ['delivered', 'failed'])
    .execute();
}

/**
 * Books what the SMS provider reports; `delivered` is final.
 * @returns false for a message that is not ours, or a code
 */
export async function recordDeliveryReport(db: Db, report: SmsReport): Promise<boolean> {
  const { reference, providerId, state, reason } = report;
  const isId = reference !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference);
  if (!isId) return false;

  const { rows } = await sql<{ found: boolean }>`
    with d as (select user_id, notification_id, channel from notification_deliveries
      where notification_id = ${reference} and channel = 'sms'),
    u as (
      update notification_deliveries m set
        state = ${state}, provider_id = coalesce(m.provider_id, ${providerId}),
        reason = ${reason}, next_attempt_at = null
      from d
      where m.user_id = d.user_id and m.notification_id = d.notification_id
        and m.channel = d.channel
        and m.state <> 'delivered' and (${state} <> 'sent' or m.state = 'unknown')
    )
    select exists (select from d) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Notifications whose job was lost: waiting since before `before` (UTC ms). */
export async function listStaleNotifications(db: Db, before: number): Promise<NotificationKey[]> {
  return db
    .selectFrom('notification_deliveries')
    .distinct()
    .select(['userId', 'notificationId'])
    .where('nextAttemptAt', '<', instantValue(before))
    .limit(200)
    .execute();
}

/**
 * How long a device that was signed out from elsewhere still gets messages about the account's
 * safety. @ASSUMED
 */
const SIGNED_OUT_PUSH_MS = 86_400_000;

/**
 * Devices of a user's were signed out from elsewhere: for a day they get messages about the
 * account's safety alone.
 */
export async function endPushSubscriptions(
  tx: Tx,
  { userId, devices, now }: { userId: string; devices: readonly string[]; now: number },
): Promise<void> {
  if (devices.length === 0) return;
  await tx
    .updateTable('push_subscriptions')
    .set({ endsAt: timestamp(now + SIGNED_OUT_PUSH_MS) })
    .where('userId', '=', userId)
    .where('deviceId', 'in', devices)
    .where('endsAt', 'is', null)
    .execute();
}

/** Deletes subscriptions of devices that were signed out a day ago. */
export async function deleteEndedSubscriptions(db: Db, now: number): Promise<void> {
  const ended = await db
    .selectFrom('push_subscriptions')
    .select(['userId', 'deviceId'])
    .where('endsAt', '<=', instantValue(now))
    .limit(1_000)
    .execute();
  for (const { userId, deviceId } of ended) await deletePushSubscriptions(db, userId, [deviceId]);
}

/** Forgets where devices of a user's take pushes; all of them without a list. */
export async function deletePushSubscriptions(
  db: Db | Tx,
  userId: string,
  devices?: readonly string[],
): Promise<void> {
  const deleted = await db
    .deleteFrom('push_subscriptions')
    .where('userId', '=', userId)
    .$if(devices !== undefined, (query) =>
      query.where(sql<boolean>`device_id = any(${[...(devices ?? [])]}::uuid[])`),
    )
    .returning('endpointHash')
    .execute();
  if (deleted.length === 0) return;

  const names = deleted.map(({ endpointHash }) => endpointHash);
  await freeNames(db, { kind: 'push_endpoint', names, userId });
}
