import { addDays, type BusinessDay, businessDay } from '../money/time.ts';

/**
 * How many days an order with a failed payout stays open, and how many days before its end a
 * reminder is sent.
 */
export type FailedPayoutRule = {
  waitDays: number;
  remindDaysBefore: number;
  effectiveFrom: BusinessDay;
};

// @ASSUMED two weeks: enough to open an account at another bank, without holding the limit for
// long.
const rules: readonly FailedPayoutRule[] = [
  { waitDays: 14, remindDaysBefore: 3, effectiveFrom: businessDay('2020-01-01') },
];

/** The rule in force on a day. Throws RangeError for a day before the first. */
export function failedPayoutRuleOn(
  day: BusinessDay,
  rows: readonly FailedPayoutRule[] = rules,
): FailedPayoutRule {
  const rule = rows.findLast(({ effectiveFrom }) => effectiveFrom <= day);
  if (!rule) throw new RangeError(`no rule for failed payouts on ${day}`);
  return rule;
}

/**
 * The last day on which a payout that failed on `day` may be retried; the order ends on the next
 * day.
 */
export function lastRetryDay(day: BusinessDay): BusinessDay {
  return addDays(day, failedPayoutRuleOn(day).waitDays);
}
