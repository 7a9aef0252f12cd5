import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** How many days the sandbox's business day is ahead of the calendar. */
export async function readDaysAhead(db: Db): Promise<number> {
  const { rows } = await sql<{ daysAhead: number }>`select days_ahead from sandbox_day`.execute(db);
  return rows[0]?.daysAhead ?? 0;
}

/** The most that a constraint of the table allows. */
const MAX_DAYS_AHEAD = 3_650;

/**
 * Moves the business day forward.
 * @returns how many days it is ahead now; null if that would be too many
 */
export async function addDaysAhead(tx: Tx, days: number): Promise<number | null> {
  const { rows } = await sql<{ daysAhead: number }>`
    update sandbox_day set days_ahead = days_ahead + ${days}
    where days_ahead + ${days} <= ${MAX_DAYS_AHEAD} returning days_ahead`.execute(tx);
  return rows[0]?.daysAhead ?? null;
}
