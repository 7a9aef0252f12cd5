import { OrderStatus, owingOrderStatuses } from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { StoredQuote } from '../../lending/credit-store.ts';
import type { OrderTerms } from '../../lending/loan-book.ts';
import { type Order, orderColumns } from '../../lending/order-store.ts';
import { anyStatusOf } from '../../lending/status-literals.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Loans under way: what stands before a reservation may become an offer. */
const UNDER_WAY = [OrderStatus.disbursing, OrderStatus.disbursementFailed, ...owingOrderStatuses] as const;

/** Whether a user has a loan that runs or is on its way. */
export async function hasLoanUnderWay(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('userId', '=', userId)
    .where('status', 'in', [...UNDER_WAY])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a user's reservations, the largest first; the caller holds the limit's lock. */
export async function lockReserved(tx: Tx, userId: string): Promise<Order[]> {
  return tx
    .selectFrom('orders')
    .select(orderColumns)
    .where('userId', '=', userId)
    .where('status', '=', OrderStatus.reserved)
    .orderBy('principalPaise', 'desc')
    .orderBy('orderId')
    .forUpdate()
    .execute();
}

/** Puts another statement in the place of an order's: a fresh one, or the same in another language. */
export async function putQuote(
  tx: Tx,
  order: Order,
  put: { kept: StoredQuote; lenderName: string; openUntil?: BusinessDay },
): Promise<void> {
  const { quote, kfs } = put.kept;
  const terms: OrderTerms = { quote, lenderName: put.lenderName };
  await tx
    .updateTable('orders')
    .set({
      proposalNo: kfs.proposalNo,
      terms: JSON.stringify(terms),
      netPaise: quote.netDisbursed,
      couponId: quote.couponId ?? null,
      ...(put.openUntil && { openUntil: put.openUntil }),
    })
    .where('userId', '=', order.userId)
    .where('orderId', '=', order.orderId)
    .execute();
}

/** The language a user reads. */
export async function readLanguage(tx: Tx, userId: string): Promise<string> {
  const row = await tx.selectFrom('users').select('language').where('userId', '=', userId).executeTakeFirstOrThrow();
  return row.language;
}

type OrderKey = Pick<Order, 'userId' | 'orderId'>;

/**
 * Reservations and offers whose time is over; with `of` that one alone. A statement that was given holds to its own end,
 * past the offer's.
 */
export async function listOver(db: Db | Tx, today: BusinessDay, of?: OrderKey): Promise<OrderKey[]> {
  const read = await sql<OrderKey>`
    select o.user_id, o.order_id
    from orders o join quotes q on q.user_id = o.user_id and q.proposal_no = o.proposal_no
    where o.status in ${anyStatusOf([OrderStatus.reserved, OrderStatus.awaitingAcceptance])} and o.open_until < ${today}::date
      and (o.status = ${sql.lit(OrderStatus.reserved)} or q.valid_until_day < ${today}::date)
      ${of ? sql`and o.user_id = ${of.userId} and o.order_id = ${of.orderId}` : sql``}
    order by o.open_until limit 500`.execute(db);
  return read.rows;
}

/** Users whose reservations nothing stands before any more, and which are no offers yet. */
export async function listUnoffered(db: Db): Promise<string[]> {
  const read = await sql<{ userId: string }>`
    select distinct o.user_id from orders o
    where o.status = ${sql.lit(OrderStatus.reserved)} and not exists (
      select from orders r where r.user_id = o.user_id and r.status in (${sql.join([...UNDER_WAY])}))
    limit 500`.execute(db);
  return read.rows.map(({ userId }) => userId);
}
