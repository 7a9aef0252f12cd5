import { addDays, type BusinessDay, businessDay, instantOfDayStart } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { instantValue } from './db.ts';

/** SQL condition: a column of instants lies on a day of India's calendar (YYYY-MM-DD). A range, so that an index serves it. */
export function isOnDay(column: string, day: string): RawBuilder<boolean> {
  return isInDays(sql.ref(column), { from: day, to: day });
}

/** The same for days, both included; without one of them the range is open. */
export function isInDays(
  at: RawBuilder<unknown>,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): RawBuilder<boolean> {
  const start = (day: BusinessDay) => instantValue(instantOfDayStart(day));
  const isFrom = from === undefined ? sql`true` : sql`${at} >= ${start(businessDay(from))}`;
  const isTo = to === undefined ? sql`true` : sql`${at} < ${start(addDays(businessDay(to), 1))}`;
  return sql<boolean>`${isFrom} and ${isTo}`;
}
