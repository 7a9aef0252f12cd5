import {
  addDays,
  type BusinessDay,
  businessDay,
  businessDayOf,
  daysBetween,
  instantOfDayStart,
} from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { instantValue } from './db/db.ts';

/** The instant (UTC ms) at which a business day ends, where the sandbox's day may stand ahead of the calendar. */
export function endOfDay(day: BusinessDay, at: { now: number; today: BusinessDay }): number {
  return instantOfDayStart(addDays(businessDayOf(at.now), daysBetween(at.today, day) + 1));
}

/** The instant (UTC ms) as it is where the sandbox's day stands ahead of the calendar; elsewhere the real one. */
export function offsetClock({ now, today }: { now: number; today: BusinessDay }): number {
  return now + daysBetween(businessDayOf(now), today) * 86_400_000;
}

/** Whether an instant's column is of a day of India's calendar (YYYY-MM-DD), as a part of a statement that an index answers. */
export function isOnDay(column: string, day: string): RawBuilder<boolean> {
  const begins = businessDay(day);
  const [from, to] = [instantOfDayStart(begins), instantOfDayStart(addDays(begins, 1))];
  return sql<boolean>`${sql.ref(column)} >= ${instantValue(from)} and ${sql.ref(column)} < ${instantValue(to)}`;
}
