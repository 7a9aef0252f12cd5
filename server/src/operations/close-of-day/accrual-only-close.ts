import { OrderStatus } from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { hasUnclosedDays, type LockedOrder, nextDayOutcome } from '../../lending/close-order.ts';
import { lockCredit } from '../../lending/credit-store.ts';
import { journalParts, type Line, type PostedJournal } from '../../lending/ledger.ts';
import { adjustingLines, balancesAt, loanOf } from '../../lending/loan-book.ts';
import { accruedThrough } from '../../lending/loan-events.ts';
import type { Db } from '../../platform/db/db.ts';
import { queueWithNext } from '../../platform/db/statements.ts';

/** An order of which a day's close writes entries at most: nobody is told of it, and its status stays. */
export interface AccrualOnlyClose {
  readonly open: LockedOrder;
  /** The accrual that the day brings; none where nothing runs up. */
  readonly lines: readonly Line[];
}

/**
 * What closing a day writes for an order, as `closeOrderThrough` would, known before anything is locked.
 * @returns null when it is more than entries
 * @throws LoanEventError when its journals cannot be those of one loan
 */
export function accrualOnlyClose(open: LockedOrder, day: BusinessDay): AccrualOnlyClose | null {
  const { order, journals } = open;
  if (!hasUnclosedDays(order, day) || journals.some(({ kind, cause }) => kind === 'accrual' && cause === day))
    return null;
  const { isOverdue, message } = nextDayOutcome(open, day);
  if (message || (isOverdue && order.status === OrderStatus.active)) return null;
  const after = [...journals, accrualOf(day)];
  const { view } = loanOf(order.terms, after, accruedThrough(after) ?? day);
  return { open, lines: adjustingLines(journals, balancesAt(order.terms, after, view)) };
}

/** A day's booking before its entries are known: that it is there says up to which day the rest is reckoned. */
function accrualOf(day: BusinessDay): PostedJournal {
  const none = { reverses: null, reason: null, detail: {}, lines: [] };
  return { journalId: 'new', kind: 'accrual', valueDay: day, cause: day, ...none };
}

/**
 * Closes a day of one order in a transaction of its own that is one message to the database: locks the limit, then writes
 * where the order is as it was read. Nothing is written where it is not, and `filterUnclosed` tells. What a crash of the database takes
 * back of it is closed again: the day's own end is written for good, and all before it with it.
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

/** Closes a day of orders on which nothing runs up, all at once: those that nobody is at and that are as they were read. */
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
    const held = new Set(locked.rows.map((row) => row.orderId));
    const mine = idle.filter(({ open }) => held.has(open.order.orderId));
    // A journal of before the lock is seen by this statement, and none can come after it.
    await sql`
      update orders o set closed_through = ${day}
      from unnest(${mine.map(({ open }) => open.order.userId)}::uuid[],
                  ${mine.map(({ open }) => open.order.orderId)}::uuid[],
                  ${mine.map(({ open }) => open.order.status)}::int[],
                  ${mine.map(({ open }) => open.order.closedThrough)}::date[],
                  ${mine.map(({ open }) => open.journals.length)}::int[]) k(user_id, order_id, status, closed, journals)
      where o.user_id = k.user_id and o.order_id = k.order_id and o.status = k.status
        and o.closed_through is not distinct from k.closed
        and (select count(*) from journals j where j.user_id = o.user_id and j.order_id = o.order_id) = k.journals`.execute(
      tx,
    );
  });
}

/** Those of some orders that are not closed through a day: somebody was at them, or they could not be written. */
export async function filterUnclosed(db: Db, orders: readonly LockedOrder[], day: BusinessDay): Promise<LockedOrder[]> {
  const read = await sql<{ orderId: string }>`
    select order_id from unnest(${orders.map(({ order }) => order.userId)}::uuid[],
                                ${orders.map(({ order }) => order.orderId)}::uuid[]) k(user_id, order_id)
    join orders using (user_id, order_id) where closed_through is null or closed_through < ${day}`.execute(db);
  const open = new Set(read.rows.map((row) => row.orderId));
  return orders.filter(({ order }) => open.has(order.orderId));
}
