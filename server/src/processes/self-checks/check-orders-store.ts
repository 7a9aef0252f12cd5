import type { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import type { OrderKey } from '../../lending/book/ledger.ts';
import type { OrderTerms } from '../../lending/book/loan-book.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isWithin, type Scope } from './check-scope-store.ts';

export interface CheckedOrder {
  readonly userId: string;
  readonly orderId: string;
  readonly repayId: string;
  readonly status: OrderStatus;
  readonly terms: OrderTerms;
  readonly dueDay: string | null;
  readonly isRepaid: boolean;
}

/**
 * Finds the keys of the orders in scope, to be read page by page in this transaction: the scope is
 * evaluated once.
 */
export async function openOrdersToCheck(tx: Tx, scope: Scope): Promise<void> {
  await sql`
    declare orders_to_check no scroll cursor for
    select o.user_id, o.order_id from orders o where ${isWithin(scope, 'o')}`.execute(tx);
}

/** The next orders of {@link openOrdersToCheck}; none when all were read. */
export async function nextOrdersToCheck(tx: Tx, limit: number): Promise<CheckedOrder[]> {
  const keys = await sql<OrderKey>`
    fetch ${sql.lit(limit)} from orders_to_check`.execute(tx);
  if (keys.rows.length === 0) return [];

  const page = await sql<CheckedOrder>`
    select user_id, order_id, o.repay_id, o.status, o.terms, o.due_day, o.is_repaid
    from unnest(${keys.rows.map(({ userId }) => userId)}::uuid[], ${keys.rows.map(({ orderId }) => orderId)}::uuid[])
      k(user_id, order_id)
    join orders o using (user_id, order_id)`.execute(tx);
  return page.rows;
}

/** Ends {@link openOrdersToCheck}, so that the same transaction may check once more. */
export async function closeOrdersToCheck(tx: Tx): Promise<void> {
  await sql`close orders_to_check`.execute(tx);
}
