import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** When each person last did each kind of act. */
export async function readLastActs(db: Db): Promise<{ staffId: string; action: string; at: number }[]> {
  const read = await sql<{ staffId: string; action: string; at: number }>`
    select staff_id, action, max(at) as at from staff_audit where staff_id is not null
    group by staff_id, action order by staff_id, action`.execute(db);
  return read.rows;
}

/** The borrower with this id, or whose order has this number; null without such an order. */
export async function findBorrowerId(db: Db, borrower: string): Promise<string | null> {
  if (borrower.includes('-')) return borrower;
  const order = await db.selectFrom('orders').select('userId').where('repayId', '=', borrower).executeTakeFirst();
  return order?.userId ?? null;
}
