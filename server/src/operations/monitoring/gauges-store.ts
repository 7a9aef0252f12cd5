import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Money in suspense that nobody has claimed or sent back. */
export async function readOpenUnclaimed(db: Db): Promise<{ payments: number; paise: number }> {
  const read = await sql<{ payments: number; paise: number }>`
    select count(*)::int as payments, coalesce(sum(amount_paise - charged_back_paise), 0)::bigint as paise
    from unclaimed_funds where state = 'open'`.execute(db);
  return read.rows[0]!;
}

/** About how many sessions are stored, by the planner's statistics: counting them would read them all. */
export async function estimateSessions(db: Db): Promise<number> {
  const read = await sql<{ about: number }>`
    select greatest(reltuples, 0)::bigint as about from pg_class where oid = 'sessions'::regclass`.execute(db);
  return read.rows[0]?.about ?? 0;
}
