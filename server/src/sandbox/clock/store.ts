import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** How many days the sandbox's business day is ahead of the calendar. */
export async function readDaysAhead(db: Db): Promise<number> {
  const { rows } = await sql<{ daysAhead: number }>`select days_ahead from sandbox_day`.execute(db);
  return rows[0]?.daysAhead ?? 0;
}

/** Moves the business day forward. @returns how many days it is ahead now */
export async function addDaysAhead(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{
    daysAhead: number;
  }>`update sandbox_day set days_ahead = days_ahead + ${days} returning days_ahead`.execute(db);
  return rows[0]?.daysAhead ?? 0;
}
