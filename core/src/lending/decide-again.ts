import { addDays, type BusinessDay, businessDay } from '../money/time.ts';

/** How long a decline lasts before the borrower may ask for a new decision. */
type DecideAgainRule = { waitDays: number; effectiveFrom: BusinessDay };

// @ASSUMED 30 days: a month's income may have come in, and nobody is tempted to try every day.
const rules: readonly DecideAgainRule[] = [
  { waitDays: 30, effectiveFrom: businessDay('2020-01-01') },
];

/**
 * The first business day on which a decline of `day` may be decided again. Throws RangeError for a
 * day before all rules.
 */
export function decideAgainFrom(
  day: BusinessDay,
  rows: readonly DecideAgainRule[] = rules,
): BusinessDay {
  const rule = rows.findLast(({ effectiveFrom }) => effectiveFrom <= day);
  if (!rule) throw new RangeError(`no rule for deciding again on ${day}`);
  return addDays(day, rule.waitDays);
}
