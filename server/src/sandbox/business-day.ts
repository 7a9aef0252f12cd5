import { addDays, type BusinessDay, businessDayOf } from '@noren/core/time';
import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** The sandbox's business day: the calendar's, moved forward by whole days and never back. */
export interface SandboxDay {
  today(): BusinessDay;
  daysAhead(): number;
  /** @throws RangeError for anything but a whole number of days from 1 to 366 */
  moveForward(days: number): Promise<BusinessDay>;
}

/** Reads how far ahead the day stands, and keeps it for as long as the process runs. */
export async function openSandboxDay(db: Db, now: () => number): Promise<SandboxDay> {
  const read = await sql<{ days_ahead: number }>`select days_ahead from sandbox_day`.execute(db);
  let ahead = read.rows[0]?.days_ahead ?? 0;
  const today = (): BusinessDay => addDays(businessDayOf(now()), ahead);
  return {
    today,
    daysAhead: () => ahead,
    async moveForward(days) {
      if (!Number.isInteger(days) || days < 1 || days > 366)
        throw new RangeError('days must be a whole number, 1 to 366');
      const moved = await sql<{
        days_ahead: number;
      }>`update sandbox_day set days_ahead = days_ahead + ${days} returning days_ahead`.execute(db);
      ahead = moved.rows[0]?.days_ahead ?? ahead;
      return today();
    },
  };
}
