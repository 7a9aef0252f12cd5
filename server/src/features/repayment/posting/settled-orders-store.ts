import { sql } from 'kysely';
import type { Order } from '../../../lending/order-store.ts';
import type { Tx } from '../../../platform/db/db.ts';

export type SettledOrder = Pick<Order, 'userId' | 'orderId' | 'repayId' | 'principalPaise'>;

/** Marks up to 200 settlements as notified, skipping those another process marks, and returns their orders. */
export async function markSettlementsNotified(tx: Tx): Promise<SettledOrder[]> {
  const { rows } = await sql<SettledOrder>`
      with due as (
        select user_id, order_id, status_change_id from order_status_changes where not is_notified
        order by user_id, order_id limit 200 for update skip locked
      ), marked as (
        update order_status_changes m set is_notified = true from due
        where m.user_id = due.user_id and m.order_id = due.order_id and m.status_change_id = due.status_change_id
        returning m.user_id, m.order_id
      )
      select user_id, order_id, repay_id, principal_paise
      from marked join orders using (user_id, order_id)`.execute(tx);
  return rows;
}
