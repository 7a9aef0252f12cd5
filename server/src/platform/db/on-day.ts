import { addDays, businessDay, instantOfDayStart } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { instantValue } from './db.ts';

/** SQL condition: a column of instants lies on a day of India's calendar (YYYY-MM-DD). A range, so that an index serves it. */
export function isOnDay(column: string, day: string): RawBuilder<boolean> {
  const begins = businessDay(day);
  const [from, to] = [instantOfDayStart(begins), instantOfDayStart(addDays(begins, 1))];
  return sql<boolean>`${sql.ref(column)} >= ${instantValue(from)} and ${sql.ref(column)} < ${instantValue(to)}`;
}
