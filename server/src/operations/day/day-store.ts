import { sql } from 'kysely';
import { type Db, instantValue } from '../../platform/db/db.ts';

interface CloseRow {
  readonly closeId: string;
  readonly day: string;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly orders: number;
  readonly failed: number;
  readonly undoneAt: number | null;
}

/** Closes before one, newest first. */
export async function listCloses(db: Db, after: string | null, limit: number): Promise<CloseRow[]> {
  let query = db
    .selectFrom('closed_days')
    .select(['closeId', 'day', 'startedAt', 'finishedAt', 'orders', 'failed', 'undoneAt']);
  if (after !== null) query = query.where('closeId', '<', after);
  return query.orderBy('closeId', 'desc').limit(limit).execute();
}

interface FaultRow {
  readonly orderId: string;
  readonly repayId: string;
  readonly day: string;
  readonly reason: string;
  readonly attempts: number;
  readonly firstFailedAt: number;
  readonly lastFailedAt: number;
}

/** Orders that failed to close, after one, by their ids: older orders first. */
export async function listFaults(db: Db, after: string | null, limit: number): Promise<FaultRow[]> {
  const read = await sql<FaultRow>`
    select f.order_id, o.repay_id, f.day, f.reason, f.attempts, f.first_failed_at, f.last_failed_at
    from day_close_failures f join orders o using (user_id, order_id)
    where ${after}::uuid is null or f.order_id > ${after}::uuid
    order by f.order_id limit ${limit}`.execute(db);
  return read.rows;
}

export async function countFaults(db: Db): Promise<number> {
  const read = await sql<{ n: number }>`select count(*)::int as n from day_close_failures`.execute(
    db,
  );
  return read.rows[0]?.n ?? 0;
}

export interface OutboxRow {
  readonly what: 'sms' | 'push' | 'payout' | 'refund' | 'event';
  readonly state: string;
  readonly count: number;
  readonly oldestAt: number | null;
}

/**
 * What waits to leave or for an answer, by kind and state. A message that was tried is as old as
 * its notification, because each attempt moves the next; one that was not waits since it is due,
 * for it may have to wait for the morning.
 */
export async function readOutbox(db: Db): Promise<OutboxRow[]> {
  const read = await sql<OutboxRow>`
    select d.channel as what, d.state, count(*)::int as count,
           min(case when d.attempts = 0 then d.next_attempt_at else n.sent_at end) as oldest_at
    from notification_deliveries d join notifications n using (user_id, notification_id)
    where d.next_attempt_at is not null group by d.channel, d.state
    union all
    select 'payout', state, count(*)::int, min(created_at) from payouts
    where state in ('waiting', 'sent', 'queued', 'unknown') group by state
    union all
    select 'refund', state, count(*)::int, min(created_at) from refunds
    where state in ('waiting', 'sent', 'unknown') group by state
    union all
    select 'event', outcome, count(*)::int, min(received_at) from provider_events
    where outcome = 'unknown' group by outcome
    order by 1, 2`.execute(db);
  return read.rows;
}

export interface DeliveryRow {
  readonly notificationId: string;
  readonly channel: 'sms' | 'push';
  readonly kind: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastAttemptAt: number | null;
  readonly nextAttemptAt: number | null;
  readonly reason: string | null;
}

/** Where a page of deliveries ends; of those that wait also when the last one is due. */
export interface DeliveryPlace {
  readonly at: number;
  readonly notificationId: string;
  readonly channel: string;
}

const deliveryColumns = sql`d.notification_id, d.channel, d.kind, d.state, d.attempts, d.last_attempt_at, d.next_attempt_at, d.reason`;

/**
 * Deliveries that wait, the next first; a time in whole milliseconds, so that a page can go on
 * after a row.
 */
export async function listWaitingDeliveries(
  db: Db,
  after: DeliveryPlace | null,
  limit: number,
): Promise<DeliveryRow[]> {
  const due = sql`date_trunc('milliseconds', d.next_attempt_at)`;
  const read = await sql<DeliveryRow>`
    select ${deliveryColumns} from notification_deliveries d
    where d.next_attempt_at is not null and ${
      after === null
        ? sql`true`
        : sql`d.next_attempt_at >= ${instantValue(after.at)}
            and (${due}, d.notification_id, d.channel) > (${instantValue(after.at)}, ${after.notificationId}::uuid, ${after.channel})`
    }
    order by ${due}, d.notification_id, d.channel limit ${limit}`.execute(db);

  return read.rows;
}

/** Deliveries that did not arrive and are not tried again, the newest notification first. */
export async function listFailedDeliveries(
  db: Db,
  after: DeliveryPlace | null,
  limit: number,
): Promise<DeliveryRow[]> {
  const read = await sql<DeliveryRow>`
    select ${deliveryColumns} from notification_deliveries d
    where d.state in ('failed', 'expired') and ${
      after === null
        ? sql`true`
        : sql`(d.notification_id, d.channel) < (${after.notificationId}::uuid, ${after.channel})`
    }
    order by d.notification_id desc, d.channel desc limit ${limit}`.execute(db);
  return read.rows;
}

/** The programs that are connected to this database, by the name each gives its connections. */
export async function readRunning(
  db: Db,
): Promise<{ program: string; connections: number; since: number }[]> {
  const read = await sql<{ program: string; connections: number; since: number }>`
    select application_name as program, count(*)::int as connections, min(backend_start) as since
    from pg_stat_activity where datname = current_database() and application_name like 'noren %'
    group by application_name order by application_name`.execute(db);
  return read.rows;
}
