import { businessDay, instantOfDayStart } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { instantValue } from './db.ts';

const DAY_MS = 86_400_000;

/**
 * SQL condition: a column of instants lies on a day of India's calendar (YYYY-MM-DD). A range, so
 * that an index serves it.
 */
export function isOnDay(column: string, day: string): RawBuilder<boolean> {
  return isInDays(sql.ref(column), { from: day, to: day });
}

/** The same for days, both included; without one of them the range is open. */
export function isInDays(
  at: RawBuilder<unknown>,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): RawBuilder<boolean> {
  const isFrom = from === undefined ? sql`true` : sql`${at} >= ${instantValue(toDayStart(from))}`;
  // Not the start of the day after: the calendar ends with the last day that may be asked for.
  const isTo = to === undefined ? sql`true` : sql`${at} < ${instantValue(toDayStart(to) + DAY_MS)}`;
  return sql<boolean>`${isFrom} and ${isTo}`;
}

const toDayStart = (day: string): number => instantOfDayStart(businessDay(day));
