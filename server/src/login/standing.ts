import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** What is running for the user: the repayable order due first and the evaluation, in one statement. */
export async function readStanding(
  db: Db,
  userId: string,
): Promise<{ repayId: string | null; evaluation: 'none' | 'running' | 'done' }> {
  const { rows } = await sql<{ repay_id: string | null; state: string | null }>`
    select
      (select repay_id from orders where user_id = ${userId} and status in (50, 60) order by due_day, order_id limit 1)
        as repay_id,
      (select state from credit_limits where user_id = ${userId}) as state`.execute(db);
  const { repay_id: repayId = null, state = null } = rows[0] ?? {};
  return { repayId, evaluation: state === null ? 'none' : state === 'evaluating' ? 'running' : 'done' };
}
