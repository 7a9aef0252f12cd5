import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** How many statements on a test's database wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows.length;
}
