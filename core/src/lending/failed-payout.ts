import { addDays, type BusinessDay, businessDay } from '../money/time.ts';

/** How long an order whose payout failed waits for its borrower, and how long before its end a reminder is sent. */
export type FailedPayoutRule = {
  waitsDays: number;
  toldDaysBefore: number;
  effectiveFrom: BusinessDay;
};

// @ASSUMED two weeks: time for a new account at another bank, and no longer a part of the limit held for nothing.
const rules: readonly FailedPayoutRule[] = [
  { waitsDays: 14, toldDaysBefore: 3, effectiveFrom: businessDay('2020-01-01') },
];

/** The rule that holds on a day. Throws RangeError for a day before the first. */
export function failedPayoutRuleOn(day: BusinessDay, rows: readonly FailedPayoutRule[] = rules): FailedPayoutRule {
  const rule = rows.findLast(({ effectiveFrom }) => effectiveFrom <= day);
  if (!rule) throw new RangeError(`no rule for failed payouts on ${day}`);
  return rule;
}

/** The last day on which a payout that failed on `day` may be sent again; the order ends with the day after it. */
export function lastDayToMend(day: BusinessDay): BusinessDay {
  return addDays(day, failedPayoutRuleOn(day).waitsDays);
}
