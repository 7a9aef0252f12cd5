import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isNamedStandby } from './standby-names.ts';

/** Money in suspense that nobody has claimed or sent back. */
export async function readOpenUnclaimed(db: Db): Promise<{ payments: number; paise: number }> {
  const read = await sql<{ payments: number; paise: number }>`
    select count(*)::int as payments, coalesce(sum(amount_paise - charged_back_paise), 0)::bigint as paise
    from unclaimed_funds where state = 'open'`.execute(db);
  return read.rows[0]!;
}

/**
 * About how many sessions are stored, by the planner's statistics: counting them would read them
 * all.
 */
export async function estimateSessions(db: Db): Promise<number> {
  const read = await sql<{ about: number }>`
    select greatest(reltuples, 0)::bigint as about from pg_class where oid = 'sessions'::regclass`.execute(
    db,
  );
  return read.rows[0]?.about ?? 0;
}

/**
 * How many replicas follow the primary, by the names that transactions wait for: a running backup
 * is connected too and is none. Null where no transaction waits.
 */
export async function countReplicas(db: Db): Promise<number | null> {
  const read = await sql<{ named: string; connected: string[] }>`
    select current_setting('synchronous_standby_names') as named,
      coalesce(array_agg(application_name) filter (where application_name is not null), '{}') as connected
    from pg_stat_replication`.execute(db);
  const { named = '', connected = [] } = read.rows[0] ?? {};

  return named === '' ? null : connected.filter((name) => isNamedStandby(named, name)).length;
}
