import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

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
  const read = await sql<{ n: number }>`select count(*)::int as n from day_close_failures`.execute(db);
  return read.rows[0]?.n ?? 0;
}

export interface OutboxRow {
  readonly what: 'sms' | 'push' | 'payout' | 'refund' | 'event';
  readonly state: string;
  readonly count: number;
  readonly oldestAt: number | null;
}

/** What waits to leave or for an answer, by kind and state. */
export async function readOutbox(db: Db): Promise<OutboxRow[]> {
  const read = await sql<OutboxRow>`
    select channel as what, state, count(*)::int as count, min(next_attempt_at) as oldest_at
    from notification_deliveries where next_attempt_at is not null group by channel, state
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

/** The programs that are connected to this database, by the name each gives its connections. */
export async function readRunning(db: Db): Promise<{ program: string; connections: number; since: number }[]> {
  const read = await sql<{ program: string; connections: number; since: number }>`
    select application_name as program, count(*)::int as connections, min(backend_start) as since
    from pg_stat_activity where datname = current_database() and application_name like 'noren %'
    group by application_name order by application_name`.execute(db);
  return read.rows;
}
