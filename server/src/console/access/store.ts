import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { findOwner } from '../../platform/db/name-owners-store.ts';

/** When each person last did each kind of act. One index lookup each, not a walk over all rows. */
export async function readLastActs(
  db: Db,
): Promise<{ staffId: string; action: string; at: number }[]> {
  const read = await sql<{ staffId: string; action: string; at: number }>`
    with recursive found as (
      (select staff_id, action from staff_audit where staff_id is not null order by staff_id, action limit 1)
      union all
      select n.staff_id, n.action from found cross join lateral (
        select a.staff_id, a.action from staff_audit a
        where (a.staff_id, a.action) > (found.staff_id, found.action) order by a.staff_id, a.action limit 1) n)
    select staff_id, action, last.at from found cross join lateral (
      select a.at from staff_audit a where a.staff_id = found.staff_id and a.action = found.action
      order by a.seq desc limit 1) last
    order by staff_id, action`.execute(db);
  return read.rows;
}

/** The borrower with this id, or whose order has this number; null without such an order. */
export async function findBorrowerId(db: Db, borrower: string): Promise<string | null> {
  if (borrower.includes('-')) return borrower;
  return findOwner(db, { kind: 'repay_id', name: borrower });
}
