import {
  addDays,
  type BusinessDay,
  daysBetween,
  instantOfDayStart,
  toBusinessDay,
} from '@noren/core/money/time';

/**
 * The instant (UTC ms) at which a business day ends, where the sandbox's day may be ahead of the
 * calendar.
 */
export function endOfDay(day: BusinessDay, at: { now: number; today: BusinessDay }): number {
  return instantOfDayStart(addDays(toBusinessDay(at.now), daysBetween(at.today, day) + 1));
}

/**
 * The instant (UTC ms) shifted by the days that the sandbox's day is ahead of the calendar; outside
 * the sandbox the real instant.
 */
export function offsetClock({ now, today }: { now: number; today: BusinessDay }): number {
  return now + daysBetween(toBusinessDay(now), today) * 86_400_000;
}
