import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { LockedOrder } from '../../lending/close-order.ts';
import { lockCredit } from '../../lending/credit-store.ts';
import { journalParts } from '../../lending/journal-store.ts';
import type { Db } from '../../platform/db/db.ts';
import { queueWithNext } from '../../platform/db/statements.ts';
import type { AccrualOnlyClose } from './accrual-only-close.ts';

/**
 * Closes a day of one order in its own transaction, sent as one round trip: locks the limit, then writes only if the order
 * is unchanged since it was read; `filterUnclosed` finds those not written. It commits asynchronously: what a database
 * crash loses is closed again, since the end of the day itself commits synchronously, and everything before it.
 */
export async function writeAccrualOnly(
  db: Db,
  { open, lines }: AccrualOnlyClose,
  day: BusinessDay,
  now: number,
): Promise<void> {
  const { order, journals } = open;
  const { userId, orderId } = order;
  await db.transaction().execute(async (tx) => {
    await queueWithNext(tx, sql`select set_config('synchronous_commit', 'off', true)`);
    await lockCredit(tx, userId);
    const unchanged = sql`
      o.status = ${order.status} and o.closed_through is not distinct from ${order.closedThrough}::date
      and (select count(*) from journals j where j.user_id = o.user_id and j.order_id = o.order_id) = ${journals.length}`;
    const journal = { userId, orderId, kind: 'accrual', cause: day, valueDay: day, bookedAt: now, lines } as const;
    await queueWithNext(
      tx,
      sql`with u as (
        update orders o set closed_through = ${day}
        where o.user_id = ${userId} and o.order_id = ${orderId} and ${unchanged}
        returning 1
      ), ${journalParts(journal, sql`exists (select from u)`)}
      select 1`,
    );
  });
}

/** Closes a day of all orders without an accrual in one statement; skips orders locked by others or changed since read. */
export async function closeOrdersWithoutAccrual(
  db: Db,
  idle: readonly AccrualOnlyClose[],
  day: BusinessDay,
): Promise<void> {
  if (idle.length === 0) return;
  const orders = idle.map(({ open }) => open.order);
  const keys = sql`${orders.map(({ userId }) => userId)}::uuid[], ${orders.map(({ orderId }) => orderId)}::uuid[]`;
  await db.transaction().execute(async (tx) => {
    const locked = await sql<{ orderId: string }>`
      select o.order_id from unnest(${keys}) k(user_id, order_id)
      join orders o using (user_id, order_id) join credit_limits c using (user_id)
      for update of o, c skip locked`.execute(tx);
    const lockedIds = new Set(locked.rows.map((row) => row.orderId));
    const lockedOrders = idle.filter(({ open }) => lockedIds.has(open.order.orderId));
    // This statement sees every journal posted before the lock, and none can be posted while it is held.
    await sql`
      update orders o set closed_through = ${day}
      from unnest(${lockedOrders.map(({ open }) => open.order.userId)}::uuid[],
                  ${lockedOrders.map(({ open }) => open.order.orderId)}::uuid[],
                  ${lockedOrders.map(({ open }) => open.order.status)}::int[],
                  ${lockedOrders.map(({ open }) => open.order.closedThrough)}::date[],
                  ${lockedOrders.map(({ open }) => open.journals.length)}::int[]) k(user_id, order_id, status, closed, journals)
      where o.user_id = k.user_id and o.order_id = k.order_id and o.status = k.status
        and o.closed_through is not distinct from k.closed
        and (select count(*) from journals j where j.user_id = o.user_id and j.order_id = o.order_id) = k.journals`.execute(
      tx,
    );
  });
}

/** The orders not yet closed through a day: they were locked by others, changed, or failed to write. */
export async function filterUnclosed(db: Db, orders: readonly LockedOrder[], day: BusinessDay): Promise<LockedOrder[]> {
  const read = await sql<{ orderId: string }>`
    select order_id from unnest(${orders.map(({ order }) => order.userId)}::uuid[],
                                ${orders.map(({ order }) => order.orderId)}::uuid[]) k(user_id, order_id)
    join orders using (user_id, order_id) where closed_through is null or closed_through < ${day}`.execute(db);
  const open = new Set(read.rows.map((row) => row.orderId));
  return orders.filter(({ order }) => open.has(order.orderId));
}
