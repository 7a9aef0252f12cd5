import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** When each person last did each kind of act. */
export async function readLastActs(db: Db): Promise<{ staffId: string; action: string; at: number }[]> {
  const read = await sql<{ staffId: string; action: string; at: number }>`
    select staff_id, action, max(at) as at from staff_audit where staff_id is not null
    group by staff_id, action order by staff_id, action`.execute(db);
  return read.rows;
}
