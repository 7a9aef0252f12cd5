import { addDays, type BusinessDay } from './time.ts';

/** The most points that a small chart can show apart. */
const MOST = 13;

/**
 * The days of a trend up to the newest of `days`, which are in order: each day of a short history,
 * the same weekday of a longer one, the last day of each month of a year.
 */
export function trendDays(days: readonly BusinessDay[]): readonly BusinessDay[] {
  const newest = days.at(-1);
  if (newest === undefined || days.length <= MOST) return days;

  const isWeekly = days[0]! > addDays(newest, -7 * MOST);
  const weeks = new Set(Array.from({ length: MOST }, (_, week) => addDays(newest, -7 * week)));
  const chosen = days.filter((day, at) =>
    isWeekly ? weeks.has(day) : monthEnds(day, days[at + 1]),
  );

  return chosen.slice(-MOST);
}

function monthEnds(day: BusinessDay, next: BusinessDay | undefined): boolean {
  return next === undefined || next.slice(0, 7) !== day.slice(0, 7);
}
