import { sql } from 'kysely';
import { listColumns, type RowOf } from '../../platform/db/column-list.ts';
import { type Db, instantValue } from '../../platform/db/db.ts';

/** Closes before one, newest first. */
export async function listCloses(db: Db, after: string | null, limit: number) {
  let query = db
    .selectFrom('closed_days')
    .select(['closeId', 'day', 'startedAt', 'finishedAt', 'orders', 'failed', 'undoneAt']);
  if (after !== null) query = query.where('closeId', '<', after);
  return query.orderBy('closeId', 'desc').limit(limit).execute();
}

/** Orders that failed to close, after one, by their ids: older orders first. */
export async function listFaults(db: Db, after: string | null, limit: number) {
  let query = db
    .selectFrom('day_close_failures as f')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.userId', '=', 'f.userId').onRef('o.orderId', '=', 'f.orderId'),
    )
    .select(['f.orderId', 'o.repayId', 'f.day', 'f.reason', 'f.attempts'])
    .select(['f.firstFailedAt', 'f.lastFailedAt']);
  if (after !== null) query = query.where('f.orderId', '>', after);

  return query.orderBy('f.orderId').limit(limit).execute();
}

/** Where a page of deliveries ends; of those that wait also when the last one is due. */
export interface DeliveryPlace {
  readonly at: number;
  readonly notificationId: string;
  readonly channel: string;
}

const deliveryColumns = listColumns('notification_deliveries', 'd', [
  'notificationId',
  'channel',
  'kind',
  'state',
  'attempts',
  'lastAttemptAt',
  'nextAttemptAt',
  'reason',
]);

export type DeliveryRow = RowOf<typeof deliveryColumns>;

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
            and (${due}, d.notification_id, d.channel) >
              (${instantValue(after.at)}, ${after.notificationId}::uuid, ${after.channel})`
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
