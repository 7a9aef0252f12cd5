import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Db } from '../platform/db/db.ts';

/** How many statements on a test's database wait for a lock, on every node of a distributed one. */
export async function countWaiting(db: Db): Promise<number> {
  const activity = sql.table(
    inject('workerUrls').length > 0 ? 'citus_stat_activity' : 'pg_stat_activity',
  );
  const { rows } = await sql`
    select 1 from ${activity} where wait_event_type = 'Lock' and datname = current_database()`.execute(
    db,
  );

  return rows.length;
}

/**
 * Whether a statement waits for a lock that a connection holds; on a distributed database, for any:
 * the lock is a worker's.
 */
export async function isBlocking(db: Db, pid: number): Promise<boolean> {
  if (inject('workerUrls').length > 0) return (await countWaiting(db)) > 0;
  const { rows } =
    await sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(db);
  return rows.length > 0;
}
