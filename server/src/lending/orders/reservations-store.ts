import { OrderStatus, owingOrderStatuses } from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { toStatusList } from '../../platform/db/status-list.ts';
import type { OrderKey } from '../book/ledger.ts';
import type { OrderTerms } from '../book/loan-book.ts';
import type { StoredQuote } from '../credit/credit-store.ts';
import { type Order, orderColumns } from './order-store.ts';

/** A reservation becomes an offer only when the user has no order with one of these statuses. */
const openLoanStatuses = [
  OrderStatus.disbursing,
  OrderStatus.disbursementFailed,
  ...owingOrderStatuses,
] as const;

export async function hasOpenLoan(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('userId', '=', userId)
    .where('status', 'in', [...openLoanStatuses])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a user's reservations, largest first. The caller holds the limit's lock. */
export async function lockReservations(tx: Tx, userId: string): Promise<Order[]> {
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

/** Replaces an order's quote and KFS with a fresh one, or with the same one in another language. */
export async function replaceQuote(
  tx: Tx,
  order: Order,
  replacement: { stored: StoredQuote; lenderName: string; openUntil?: BusinessDay },
): Promise<void> {
  const { quote, kfs } = replacement.stored;
  const terms: OrderTerms = { quote, lenderName: replacement.lenderName };

  await tx
    .updateTable('orders')
    .set({
      proposalNo: kfs.proposalNo,
      terms: JSON.stringify(terms),
      netPaise: quote.netDisbursed,
      couponId: quote.couponId ?? null,
      ...(replacement.openUntil && { openUntil: replacement.openUntil }),
    })
    .where('userId', '=', order.userId)
    .where('orderId', '=', order.orderId)
    .execute();
}

/**
 * Expired reservations and offers, or only the given one if expired. An offer with a KFS that is
 * still valid has not expired.
 */
export async function listExpired(
  db: Db | Tx,
  today: BusinessDay,
  only?: OrderKey,
): Promise<OrderKey[]> {
  const read = await sql<OrderKey>`
    select o.user_id, o.order_id
    from orders o join quotes q on q.user_id = o.user_id and q.proposal_no = o.proposal_no
    where o.status in ${toStatusList([OrderStatus.reserved, OrderStatus.awaitingAcceptance])}
      and o.open_until < ${today}::date
      and (o.status = ${sql.lit(OrderStatus.reserved)} or q.valid_until_day < ${today}::date)
      ${only ? sql`and o.user_id = ${only.userId} and o.order_id = ${only.orderId}` : sql``}
    order by o.open_until limit 500`.execute(db);
  return read.rows;
}

/** Users with reservations but no open loan, so that the reservations can become offers. */
export async function listOfferableUsers(db: Db): Promise<string[]> {
  const read = await sql<{ userId: string }>`
    select distinct o.user_id from orders o
    where o.status = ${sql.lit(OrderStatus.reserved)}
      and not exists (
        select from orders r
        where r.user_id = o.user_id and r.status in (${sql.join([...openLoanStatuses])}))
    limit 500`.execute(db);
  return read.rows.map(({ userId }) => userId);
}
