import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { postAccruals } from '../../lending/book/journal-store.ts';
import type { LockedOrder, PreparedClose } from '../../lending/close/close-order.ts';
import { queueDunningMessages } from '../../lending/close/dunning-store.ts';
import { recordMoves } from '../../lending/orders/order-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { executeBatch, queueWithNext } from '../../platform/db/statements.ts';
import { groupByShard, isSpread } from '../../platform/distribution/distribution-store.ts';

/**
 * Writes the closes of a day of many orders in one transaction, one statement for each table.
 * Orders locked by others or changed since they were read are left out. It commits asynchronously:
 * what a database crash loses is closed again, since the end of the day itself commits
 * synchronously, and everything before it.
 * @returns the ids of the orders written
 * @throws the error of any one of them, and then none is written
 */
export async function writeCloses(
  db: Db,
  closes: readonly PreparedClose[],
  { day, now }: { day: BusinessDay; now: number },
): Promise<ReadonlySet<string>> {
  if (closes.length === 0) return new Set();

  const isDistributed = await isSpread(db);

  return db.transaction().execute(async (tx) => {
    await queueWithNext(tx, sql`select set_config('synchronous_commit', 'off', true)`);

    const locked = await lockFree(tx, closes, isDistributed);
    const marked = await markUnchanged(tx, locked, day);

    await postAccruals(
      tx,
      marked.flatMap(({ posting }) => posting?.journal ?? []),
    );

    const moved = marked.flatMap(({ open: { order }, to }) =>
      to === order.status ? [] : [{ order, to }],
    );
    await recordMoves(tx, moved, { reason: 'overdue', now });

    const messages = marked.flatMap(({ open: { order }, message }) =>
      message ? [{ userId: order.userId, orderId: order.orderId, message }] : [],
    );
    await queueDunningMessages(tx, messages, now);

    return new Set(marked.map(({ open }) => open.order.orderId));
  });
}

/**
 * Locks the limits and the orders that no other transaction has locked; spread ones with a
 * statement for each shard, sent together.
 */
async function lockFree(
  tx: Tx,
  closes: readonly PreparedClose[],
  isDistributed: boolean,
): Promise<PreparedClose[]> {
  const groups = isDistributed
    ? [...(await groupByShard(tx, closes, ({ open }) => open.order.userId)).values()]
    : [closes];
  const locked = await executeBatch(
    tx,
    groups.map((group) => selectFree(group, isDistributed)),
  );

  return only(closes, locked.flat());
}

function selectFree(closes: readonly PreparedClose[], isDistributed: boolean) {
  const userIds = closes.map(({ open }) => open.order.userId);
  const orderIds = closes.map(({ open }) => open.order.orderId);
  // The users' values say which shard.
  const ofShard = isDistributed
    ? sql`where o.user_id = any(${userIds}::uuid[]) and c.user_id = any(${userIds}::uuid[])`
    : sql``;

  return sql<{ orderId: string }>`
    select o.order_id from unnest(${userIds}::uuid[], ${orderIds}::uuid[]) k(user_id, order_id)
    join orders o using (user_id, order_id) join credit_limits c using (user_id)
    ${ofShard} for update of o, c skip locked`;
}

/** Marks locked orders as closed, and those that are unchanged since they were read only. */
async function markUnchanged(
  tx: Tx,
  closes: readonly PreparedClose[],
  day: BusinessDay,
): Promise<PreparedClose[]> {
  // A statement of its own: it sees every journal posted before the lock, and none can be posted
  // while it is held.
  const { rows } = await sql<{ orderId: string }>`
    update orders o set closed_through = ${day}, status = k.to_status
    from unnest(${closes.map(({ open }) => open.order.userId)}::uuid[],
                ${closes.map(({ open }) => open.order.orderId)}::uuid[],
                ${closes.map(({ open }) => open.order.status)}::int[],
                ${closes.map(({ to }) => to)}::int[],
                ${closes.map(({ open }) => open.order.closedThrough)}::date[],
                ${closes.map(({ open }) => open.journals.length)}::int[])
      k(user_id, order_id, status, to_status, closed, journals)
    where o.user_id = k.user_id and o.order_id = k.order_id and o.status = k.status
      and o.closed_through is not distinct from k.closed
      and (select count(*) from journals j
           where j.user_id = o.user_id and j.order_id = o.order_id) = k.journals
    returning o.order_id`.execute(tx);
  return only(closes, rows);
}

function only(
  closes: readonly PreparedClose[],
  rows: readonly { orderId: string }[],
): PreparedClose[] {
  const ids = new Set(rows.map(({ orderId }) => orderId));
  return closes.filter(({ open }) => ids.has(open.order.orderId));
}

/** Those of some orders that are not closed through a day; the others were closed meanwhile. */
export async function filterUnclosed(
  db: Db,
  orders: readonly LockedOrder[],
  day: BusinessDay,
): Promise<LockedOrder[]> {
  if (orders.length === 0) return [];

  const read = await sql<{ orderId: string }>`
    select order_id
    from unnest(${orders.map(({ order }) => order.userId)}::uuid[],
                ${orders.map(({ order }) => order.orderId)}::uuid[]) k(user_id, order_id)
    join orders using (user_id, order_id)
    where closed_through is null or closed_through < ${day}`.execute(db);
  const open = new Set(read.rows.map((row) => row.orderId));

  return orders.filter(({ order }) => open.has(order.orderId));
}
