import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { Order } from '../../orders/order-store.ts';

export type SettledOrder = Pick<Order, 'userId' | 'orderId' | 'repayId' | 'principalPaise'>;

/**
 * Marks up to 200 settlements as notified and returns their orders; one that another process marks
 * is not among them.
 */
export async function markSettlementsNotified(tx: Tx): Promise<SettledOrder[]> {
  const due = await sql<{ userId: string; statusChangeId: string }>`
    select user_id, status_change_id from order_status_changes where not is_notified
    order by user_id, order_id limit 200`.execute(tx);
  if (due.rows.length === 0) return [];

  // Without a limit of its own: a distributed database updates many users' rows only so. Another
  // process may have been first.
  const { rows } = await sql<SettledOrder>`
    update order_status_changes m set is_notified = true from orders o
    where m.user_id = any(${due.rows.map(({ userId }) => userId)}::uuid[])
      and m.status_change_id = any(${due.rows.map(({ statusChangeId }) => statusChangeId)}::uuid[]) and not m.is_notified
      and o.user_id = m.user_id and o.order_id = m.order_id
    returning o.user_id, o.order_id, o.repay_id, o.principal_paise`.execute(tx);
  return rows;
}
