import { addDays, type BusinessDay, businessDayOf, daysBetween, instantOfDayStart } from '@noren/core/time';

/** The instant (UTC ms) at which a business day ends, where the sandbox's day may stand ahead of the calendar. */
export function endOfDay(day: BusinessDay, at: { now: number; today: BusinessDay }): number {
  return instantOfDayStart(addDays(businessDayOf(at.now), daysBetween(at.today, day) + 1));
}

/** The instant (UTC ms) as it is where the sandbox's day stands ahead of the calendar; elsewhere the real one. */
export function movedNow({ now, today }: { now: number; today: BusinessDay }): number {
  return now + daysBetween(businessDayOf(now), today) * 86_400_000;
}
