import { owingOrderStatuses } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay, businessDay, instantOfDayStart } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { type Db, instantValue, NO_ID, type Tx, timestamp } from '../../platform/db/db.ts';
import { toPgQuery } from '../../platform/db/statements.ts';
import { toStatusList } from '../../platform/db/status-list.ts';
import { readJournalsOfMany } from '../book/journal-store.ts';
import type { OrderKey } from '../book/ledger.ts';
import { type Order, orderColumns } from '../orders/order-store.ts';
import type { LockedOrder } from './close-order.ts';

/** Literals, so that a prepared statement can use the partial index. */
const isOwing = sql<boolean>`
  (status in (${sql.join(owingOrderStatuses.map((status) => sql.lit(status)))}))`;

/** The last business day whose close has finished; null before the first. */
export async function lastClosedDay(db: Db | Tx): Promise<BusinessDay | null> {
  const row = await db
    .selectFrom('closed_days')
    .select((of) => of.fn.max('day').as('day'))
    .where('finishedAt', 'is not', null)
    .where('undoneAt', 'is', null)
    .executeTakeFirst();
  return row?.day ? businessDay(row.day) : null;
}

/** The first day of any order that was never closed; null when there is none. */
export async function firstOpenDay(db: Db): Promise<BusinessDay | null> {
  const row = await db
    .selectFrom('orders')
    .select((of) => of.fn.min('disbursedDay').as('day'))
    .where(isOwing)
    .where('closedThrough', 'is', null)
    .executeTakeFirst();
  return row?.day ? businessDay(row.day) : null;
}

/** Records the start of a day's close; a day started earlier is left unchanged. */
export async function beginDay(db: Db, day: BusinessDay, now: number): Promise<void> {
  await db
    .insertInto('closed_days')
    .values({ day, startedAt: timestamp(now) })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/**
 * Marks the closes of days from `from` on as undone.
 * @returns how many
 */
export async function markClosesUndone(
  tx: Tx,
  { from, requestId, now }: { from: BusinessDay; requestId: string; now: number },
): Promise<number> {
  const { rows } = await sql`
    update closed_days set undone_at = ${timestamp(now)}, undone_by = ${requestId}
    where day >= ${from} and undone_at is null returning day`.execute(tx);
  return rows.length;
}

/** Orders of any status that are closed through `from` or a later day. */
export function listOrdersClosedFrom(
  db: Db | Tx,
  { from, limit }: { from: BusinessDay; limit: number },
): Promise<OrderKey[]> {
  return db
    .selectFrom('orders')
    .select(['userId', 'orderId'])
    .where('closedThrough', '>=', from)
    .orderBy('userId')
    .orderBy('orderId')
    .limit(limit)
    .execute();
}

/** How many orders owing on a day are closed through it, and how many are not. */
export interface CloseCounts {
  readonly closed: number;
  /** Failed to close; each is recorded with its reason. */
  readonly failed: number;
  /**
   * Not closed without a failure: locked by another transaction, or disbursed after the orders were
   * read.
   */
  readonly behind: number;
}

/** Records the end of a day's close and its counts, replacing those of an earlier run. */
export async function finishDay(
  db: Db | Tx,
  day: BusinessDay,
  { closed, failed }: CloseCounts,
  now: number,
): Promise<void> {
  await sql`
    update closed_days set
      finished_at = coalesce(finished_at, ${timestamp(now)}),
      orders = ${closed}, failed = ${failed},
      handed_out_user_id = null, handed_out_order_id = null
    where day = ${day} and undone_at is null`.execute(db);
}

/**
 * `closing`: orders taken up so far of the day being closed; `last`: orders of the last closed day.
 * 0 without such a day.
 */
export async function readCloseProgress(db: Db): Promise<{ closing: number; last: number }> {
  const { rows } = await sql<{ closing: number; last: number }>`
    select coalesce((array_agg(orders order by day desc)
                     filter (where finished_at is null))[1], 0) as closing,
           coalesce((array_agg(orders order by day desc)
                     filter (where finished_at is not null))[1], 0) as last
    from (select day, finished_at, orders from closed_days
          where undone_at is null order by day desc limit 2) d`.execute(db);
  return rows[0]!;
}

/**
 * The last day that operators confirmed to be closed, given since closes were last undone; null
 * when there is none.
 */
export async function lastConfirmedDay(db: Db | Tx): Promise<BusinessDay | null> {
  const { rows } = await sql<{ day: BusinessDay | null }>`
    select max((detail->>'through')::date) as day from operator_requests
    where kind = 'close_days' and state = 'approved'
      and decided_at > coalesce((select max(undone_at) from closed_days), '-infinity')`.execute(db);
  return rows[0]?.day ?? null;
}

const COUNT_AT_ONCE = 10_000;

/**
 * Counts from the orders themselves, so that an interrupted and resumed close counts none twice.
 */
export async function countCloses(db: Db, day: BusinessDay): Promise<CloseCounts> {
  const settled = await sql<{ n: number }>`
    select count(*)::int as n from orders where not ${isOwing} and disbursed_day <= ${day}
      and closed_at >= ${timestamp(instantOfDayStart(addDays(day, 1)))}`.execute(db);
  const counts = { closed: settled.rows[0]?.n ?? 0, failed: 0, behind: 0 };

  for (let after: OrderKey | undefined = { userId: NO_ID, orderId: NO_ID }; after; ) {
    const read: { rows: (OrderKey & CloseCounts)[] } = await sql<never>`
      with page as (
        select user_id, order_id, coalesce(closed_through >= ${day}, false) as is_closed from orders
        where ${isOwing} and disbursed_day <= ${day}
          and (user_id, order_id) > (${after.userId}, ${after.orderId})
        order by user_id, order_id limit ${sql.lit(COUNT_AT_ONCE)}
      )
      select user_id, order_id, count(*) filter (where is_closed) over ()::int as closed,
             count(*) filter (where not is_closed and reason is not null) over ()::int as failed,
             count(*) filter (where not is_closed and reason is null) over ()::int as behind
      from page left join day_close_failures using (user_id, order_id)
      order by user_id desc, order_id desc limit 1`.execute(db);
    const last = read.rows[0];

    counts.closed += last?.closed ?? 0;
    counts.failed += last?.failed ?? 0;
    counts.behind += last?.behind ?? 0;
    after = last;
  }

  return counts;
}

/** Owing orders with days up to `day` not closed, after a key, in the order of their keys. */
function selectOrdersToClose(
  db: Db | Tx,
  { day, after }: { day: BusinessDay; after: OrderKey | null },
) {
  const query = db
    .selectFrom('orders')
    .where(isOwing)
    .where('disbursedDay', '<=', day)
    .where((where) =>
      where.or([where('closedThrough', 'is', null), where('closedThrough', '<', day)]),
    )
    .orderBy('userId')
    .orderBy('orderId');

  return after
    ? query.where(sql<boolean>`(user_id, order_id) > (${after.userId}, ${after.orderId})`)
    : query;
}

/** The first orders with days up to `day` not closed. */
export function listOrdersToClose(
  db: Db | Tx,
  { day, limit }: { day: BusinessDay; limit: number },
): Promise<(OrderKey & { repayId: string })[]> {
  return selectOrdersToClose(db, { day, after: null })
    .select(['userId', 'orderId', 'repayId'])
    .limit(limit)
    .execute();
}

/** Lets processes take a day's open orders from the first on. */
export async function startHandingOut(db: Db, day: BusinessDay): Promise<void> {
  await db
    .updateTable('closed_days')
    .set({ handedOutUserId: NO_ID, handedOutOrderId: NO_ID })
    .where('day', '=', day)
    .where('undoneAt', 'is', null)
    .execute();
}

/**
 * Takes the next orders of a day for this process to close: no other process takes them in the same
 * pass. One that dies leaves them open, and the next pass finds them.
 * @returns none when all were taken, or when the day is not being closed
 */
export function takeOrdersToClose(
  db: Db,
  { day, limit }: { day: BusinessDay; limit: number },
): Promise<readonly OrderKey[]> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('closed_days')
      .select(['closeId', 'handedOutUserId as userId', 'handedOutOrderId as orderId'])
      .where('day', '=', day)
      .where('undoneAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row?.userId || !row.orderId) return [];

    const after = { userId: row.userId, orderId: row.orderId };
    const orders = await selectOrdersToClose(tx, { day, after })
      .select(['userId', 'orderId'])
      .limit(limit)
      .execute();
    const last = orders.at(-1);

    if (last)
      await tx
        .updateTable('closed_days')
        .set((of) => ({
          handedOutUserId: last.userId,
          handedOutOrderId: last.orderId,
          // How far the close is, until its end counts what was closed.
          orders: of('orders', '+', orders.length),
        }))
        .where('closeId', '=', row.closeId)
        .execute();

    return orders;
  });
}

/**
 * The day that another process is closing and that still has orders to take; null when there is
 * none.
 */
export async function findDayToShare(db: Db): Promise<BusinessDay | null> {
  const row = await db
    .selectFrom('closed_days')
    .select(['day', 'handedOutUserId as userId', 'handedOutOrderId as orderId'])
    .where('handedOutUserId', 'is not', null)
    .where('undoneAt', 'is', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.userId || !row.orderId) return null;

  const after = { userId: row.userId, orderId: row.orderId };
  const next = await selectOrdersToClose(db, { day: row.day, after })
    .select('orderId')
    .limit(1)
    .executeTakeFirst();

  return next ? row.day : null;
}

/** The orders with their journals. */
export async function readOpenOrders(db: Db, keys: readonly OrderKey[]): Promise<LockedOrder[]> {
  const named = sql<{ ofUserId: string; ofOrderId: string }>`
    unnest(${keys.map(({ userId }) => userId)}::uuid[],
           ${keys.map(({ orderId }) => orderId)}::uuid[])`;
  const orders = await db
    .selectFrom(named.as<'k'>(sql`k(of_user_id, of_order_id)`))
    .innerJoin('orders', (join) =>
      join.onRef('userId', '=', 'k.ofUserId').onRef('orderId', '=', 'k.ofOrderId'),
    )
    .select(orderColumns)
    .execute();
  const journals = await readJournalsOfMany(db, orders);

  return orders.map((order) => ({ order, journals: journals.get(order.orderId) ?? [] }));
}

/**
 * Locks an order that was read earlier and checks that it is unchanged since. Journals are
 * append-only, so comparing their count is enough. The caller holds the lock on the user's limit.
 */
export async function lockUnchanged(tx: Tx, order: Order, journals: number): Promise<boolean> {
  const { userId, orderId } = order;
  const read = await sql<{ isUnchanged: boolean }>`
    select o.status = ${order.status}
           and o.closed_through is not distinct from ${order.closedThrough}::date
           and (select count(*) from journals j
                where j.user_id = ${userId} and j.order_id = ${orderId}) = ${journals}
             as is_unchanged
    from orders o where o.user_id = ${userId} and o.order_id = ${orderId} for update`.execute(tx);

  return read.rows[0]?.isUnchanged ?? false;
}

/** Records that an order failed to close and why; a repeat adds to its attempts. */
export async function recordCloseFailure(
  db: Db,
  order: OrderKey,
  fault: { day: BusinessDay; reason: string; now: number },
): Promise<void> {
  const at = timestamp(fault.now);
  await sql`
    insert into day_close_failures (user_id, order_id, day, reason, first_failed_at, last_failed_at)
    values (${order.userId}, ${order.orderId}, ${fault.day}, ${fault.reason}, ${at}, ${at})
    on conflict (user_id, order_id) do update
      set reason = excluded.reason, last_failed_at = excluded.last_failed_at,
        attempts = day_close_failures.attempts + 1`.execute(db);
}

/** An order that failed to close, without personal data, for the log. */
export interface CloseFailure {
  readonly orderId: string;
  readonly repayId: string;
  readonly day: BusinessDay;
  readonly reason: string;
  readonly tries: number;
}

/** Orders that failed to close, last attempted first. */
export async function listCloseFailures(db: Db, limit: number): Promise<CloseFailure[]> {
  const read = await sql<CloseFailure>`
    select f.order_id, o.repay_id, f.day, f.reason, f.attempts as tries
    from day_close_failures f join orders o using (user_id, order_id)
    order by f.last_failed_at desc, f.order_id limit ${limit}`.execute(db);
  return read.rows;
}

/** Deletes the failures of orders that have since been closed. */
export async function deleteResolvedFailures(db: Db): Promise<void> {
  await sql`
    delete from day_close_failures f using orders o
    where o.user_id = f.user_id and o.order_id = f.order_id
      and (o.closed_through >= f.day
           or o.status not in ${toStatusList(owingOrderStatuses)})`.execute(db);
}

/** Whether any owing order is not closed through a day: it failed, or was disbursed later. */
export async function hasOrdersBehind(db: Db | Tx, day: BusinessDay): Promise<boolean> {
  return (await listOrdersToClose(db, { day, limit: 1 })).length > 0;
}

/** Whether a day and those before it are closed, with every order that owes. */
export async function isClosedThrough(db: Db | Tx, day: BusinessDay): Promise<boolean> {
  const last = await lastClosedDay(db);
  return last !== null && last >= day && !(await hasOrdersBehind(db, day));
}

/** Ids of the orders that failed to close since an instant (UTC ms). */
export async function readFailedSince(db: Db, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('day_close_failures')
    .select('orderId')
    .where('lastFailedAt', '>=', instantValue(since))
    .execute();
  return rows.map(({ orderId }) => orderId);
}

/**
 * The advisory lock ids of the close of day: of the process that leads it, and of those that help.
 */
const LOCK = 7_319_022_115;
const HELPER_LOCK = 7_319_022_116;

/**
 * Takes the advisory lock of the close of day for a connection.
 * @returns false when another connection holds it
 */
export async function tryLockCloses(client: ClientBase): Promise<boolean> {
  const taken = await client.query<{ had: boolean }>(
    toPgQuery(sql`select pg_try_advisory_lock(${LOCK}::bigint) as had`),
  );
  return taken.rows[0]?.had ?? false;
}

export async function unlockCloses(client: ClientBase): Promise<void> {
  await client.query(toPgQuery(sql`select pg_advisory_unlock(${LOCK}::bigint)`));
}

/** Marks a connection's process as one that helps to close, or no longer does. */
export async function markHelper(client: ClientBase, does: 'begin' | 'end'): Promise<void> {
  const mark =
    does === 'begin'
      ? sql`select pg_advisory_lock_shared(${HELPER_LOCK}::bigint)`
      : sql`select pg_advisory_unlock_shared(${HELPER_LOCK}::bigint)`;
  await client.query(toPgQuery(mark));
}

/**
 * Waits until no process helps to close. A helper ends when all orders are taken, and its lock ends
 * with it.
 */
export async function awaitHelpers(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(${HELPER_LOCK}::bigint)`.execute(tx);
  });
}

/** Orders that failed to close and were not closed since. */
export async function countFaults(db: Db): Promise<number> {
  const read = await sql<{ n: number }>`select count(*)::int as n from day_close_failures`.execute(
    db,
  );
  return read.rows[0]?.n ?? 0;
}
