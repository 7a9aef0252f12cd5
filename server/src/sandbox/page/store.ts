import type { Language } from '@noren/contract/fields';
import type { Channel } from '@noren/contract/payment';
import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import type { OrderKey } from '../../lending/book/ledger.ts';
import type { NotificationKind } from '../../notifications/notification-texts.ts';
import type { Db } from '../../platform/db/db.ts';
import { findOwner } from '../../platform/db/name-owners-store.ts';
import type { ProviderEvent } from '../../platform/ports/payments.ts';
import type { STATE_WORDS } from './words.ts';

/** A payment that a borrower started and that is not paid. */
export interface OpenPayment {
  readonly code: string;
  readonly amountPaise: number;
  readonly state: 'pending' | 'checking';
  readonly channel: Channel;
  /** Paid, but not confirmed by the payer's bank. */
  readonly isSeen: boolean;
  readonly maskedPhone: string;
  readonly createdAt: number;
}

/** Open payments, newest first. */
export async function readOpenPayments(db: Db): Promise<OpenPayment[]> {
  const rows = await db
    .selectFrom('payment_intents as i')
    .innerJoin('users as u', 'u.userId', 'i.userId')
    .select(['i.code', 'i.amountPaise', 'i.state', 'i.channel', 'i.createdAt', 'u.maskedPhone'])
    .where('i.state', 'in', ['pending', 'checking'])
    .orderBy('i.createdAt', 'desc')
    .limit(30)
    .execute();
  const seen = await readSeenCodes(
    db,
    rows.map(({ code }) => code),
  );

  return rows.map((row) => ({
    code: row.code,
    amountPaise: row.amountPaise,
    state: row.state as OpenPayment['state'],
    channel: row.channel as Channel,
    isSeen: seen.has(row.code),
    maskedPhone: row.maskedPhone,
    createdAt: row.createdAt,
  }));
}

/** Of these codes those that the sandbox's bank has seen a payment for. */
async function readSeenCodes(db: Db, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();

  const rows = await db
    .selectFrom('sandbox_payments')
    .select('code')
    .where('code', 'in', codes)
    .where('state', '=', 'seen')
    .execute();
  return new Set(rows.flatMap(({ code }) => code ?? []));
}

/** A captured payment. */
export interface MadePayment {
  readonly providerRef: string;
  readonly amountPaise: number;
  readonly channel: Channel;
  readonly utr: string | null;
  readonly paidAt: number;
  readonly isReversed: boolean;
}

/** The last captured payments, newest first. */
export async function readMadePayments(db: Db): Promise<MadePayment[]> {
  const { rows } = await sql<MadePayment>`
    select provider_ref, amount_paise, channel, utr, paid_at,
           exists (
             select from sandbox_webhooks w
             where w.event->>'paymentProviderRef' = provider_ref) as is_reversed
    from sandbox_payments where state = 'captured'
    order by paid_at desc, provider_ref limit 8`.execute(db);
  return rows;
}

/** Whether the bank has an instrument for this code. */
export async function isKnownPayment(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('sandbox_instruments')
    .select('code')
    .where('code', '=', code)
    .executeTakeFirst();
  return row !== undefined;
}

/** An undelivered webhook of the bank. */
export interface WaitingWebhook {
  readonly position: number;
  readonly kind: ProviderEvent['kind'];
  readonly amountPaise: number | null;
  readonly dueAt: number;
}

export async function readWaitingWebhooks(db: Db): Promise<WaitingWebhook[]> {
  const rows = await db
    .selectFrom('sandbox_webhooks')
    .select(['position', 'event', 'dueAt'])
    .where('deliveredAt', 'is', null)
    .orderBy('dueAt')
    .orderBy('position')
    .limit(30)
    .execute();

  return rows.map((row) => {
    const event = row.event as { kind: ProviderEvent['kind']; amountPaise?: number };

    return {
      position: row.position,
      kind: event.kind,
      amountPaise: event.amountPaise ?? null,
      dueAt: row.dueAt,
    };
  });
}

export function findUserByPhone(db: Db, phoneHashes: readonly Buffer[]): Promise<string | null> {
  return findOwner(db, { kind: 'phone', name: phoneHashes });
}

/** The newest order of a user's that is owed; undefined without one. */
export function findNewestOwed(db: Db, userId: string): Promise<OrderKey | undefined> {
  return db
    .selectFrom('orders')
    .select(['userId', 'orderId'])
    .where('userId', '=', userId)
    .where('status', 'in', [OrderStatus.active, OrderStatus.overdue])
    .orderBy('orderId', 'desc')
    .executeTakeFirst();
}

/** An order with a waiting dunning message. */
export interface WaitingOrder {
  readonly userId: string;
  readonly orderId: string;
}

export async function readWaitingDues(db: Db): Promise<WaitingOrder[]> {
  return db
    .selectFrom('dunning_messages')
    .distinct()
    .select(['userId', 'orderId'])
    .where('state', '=', 'waiting')
    .orderBy('userId')
    .orderBy('orderId')
    .limit(500)
    .execute();
}

/** A notification with its deliveries; `values` and `phone` are encrypted. */
export interface NotificationRow {
  userId: string;
  notificationId: string;
  kind: NotificationKind;
  values: Buffer;
  sentAt: number;
  phone: Buffer;
  language: Language;
  ways: {
    channel: 'sms' | 'push' | 'other_sms' | 'mail';
    state: keyof typeof STATE_WORDS;
    language: Language | null;
  }[];
}

/** The last notifications, newest first. */
export async function readLastNotifications(db: Db, most: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select m.user_id, m.notification_id, m.kind, m.values_enc as values, m.sent_at,
      u.phone_enc as phone, u.language,
      coalesce((
        select json_agg(
          json_build_object('channel', d.channel, 'state', d.state, 'language', d.language)
          order by d.channel desc)
        from notification_deliveries d
        where d.user_id = m.user_id and d.notification_id = m.notification_id), '[]') as ways
    from notifications m join users u using (user_id)
    order by m.notification_id desc limit ${most}`.execute(db);
  return rows;
}
