import { regulatoryRowOn, regulatoryRows } from '../lending/terms.ts';
import { addDays, type BusinessDay, instantOfDayStart, toBusinessDay } from '../money/time.ts';

/**
 * Ages of open complaints in the report, in days since the day they came: from and to inclusive,
 * null without an end.
 */
export const COMPLAINT_AGES = [
  { id: 'week', from: 0, to: 7 },
  { id: 'fortnight', from: 8, to: 15 },
  { id: 'month', from: 16, to: 30 },
  { id: 'over', from: 31, to: null },
] as const;

export type ComplaintAge = (typeof COMPLAINT_AGES)[number]['id'];

/** The last day for an answer. Source: `docs/lawful.md`, row 14. */
export function computeAnswerDay(submittedAt: number): BusinessDay {
  const day = toBusinessDay(submittedAt);
  return addDays(day, regulatoryRowOn('complaintAnswerDays', day).value);
}

/** The last minute of the last day for an answer. */
export function computeAnswerDeadline(submittedAt: number): number {
  return instantOfDayStart(addDays(computeAnswerDay(submittedAt), 1)) - 60_000;
}

/**
 * The days on which complaints of an age came.
 * @returns first null without a beginning
 */
export function daysOfAge(
  age: ComplaintAge,
  today: BusinessDay,
): { first: BusinessDay | null; last: BusinessDay } {
  const { from, to } = COMPLAINT_AGES.find(({ id }) => id === age) ?? COMPLAINT_AGES[0];
  return { first: to === null ? null : addDays(today, -to), last: addDays(today, -from) };
}

/** Days allowed for an answer, by effective day, latest first. */
export const ANSWER_DAYS: readonly { readonly from: BusinessDay; readonly days: number }[] =
  regulatoryRows
    .filter(({ name }) => name === 'complaintAnswerDays')
    .map(({ effectiveFrom, value }) => ({ from: effectiveFrom, days: value }))
    .sort((a, b) => (a.from < b.from ? 1 : -1));
