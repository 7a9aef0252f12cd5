import type { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import type { OrderTerms } from '../../lending/loan-book.ts';
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

/** A page of the orders in scope, in the order of their keys. @param after the last order of the page before */
export async function listOrdersToCheck(
  tx: Tx,
  scope: Scope,
  { after, limit }: { after: CheckedOrder | null; limit: number },
): Promise<CheckedOrder[]> {
  const page = await sql<CheckedOrder>`
      select user_id, order_id, repay_id, status, terms, due_day, is_repaid
      from orders
      where ${after === null ? sql`true` : sql`(user_id, order_id) > (${after.userId}, ${after.orderId})`}
        and ${isWithin(scope, 'orders')}
      order by user_id, order_id limit ${limit}`.execute(tx);
  return page.rows;
}
