import { type RegulatoryName, regulatoryRows } from '../lending/terms.ts';
import { addDays, type BusinessDay, instantOfDayStart, toBusinessDay } from '../money/time.ts';
import type { Permission } from './permissions.ts';
import type { WorkKind } from './work-kinds.ts';

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

/** Who answers a complaint: support, the grievance officer, the principal nodal officer. */
export const COMPLAINT_LEVELS = ['desk', 'officer', 'principal'] as const;

export type ComplaintLevel = (typeof COMPLAINT_LEVELS)[number];

/** The days within which each level answers, from the day the complaint came. */
export const LEVEL_DAYS = {
  desk: 'complaintDeskDays',
  officer: 'complaintOfficerDays',
  principal: 'complaintAnswerDays',
} as const satisfies Record<ComplaintLevel, RegulatoryName>;

/** Who answers at each level, and the kind of the work that waits there. */
export const LEVEL_WORK = {
  desk: { permission: 'complaints.answer', kind: 'complaint' },
  officer: { permission: 'complaints.escalated', kind: 'escalation' },
  principal: { permission: 'complaints.principal', kind: 'last_level' },
} as const satisfies Record<ComplaintLevel, { permission: Permission; kind: WorkKind }>;

/** A number of days of the law or the lender, by effective day, latest first. */
export function listDays(
  name: RegulatoryName,
): readonly { readonly from: BusinessDay; readonly days: number }[] {
  return regulatoryRows
    .filter((row) => row.name === name)
    .map(({ effectiveFrom, value }) => ({ from: effectiveFrom, days: value }))
    .sort((a, b) => (a.from < b.from ? 1 : -1));
}

/** A day so many days later; one before the first row has that row's days. */
function dayAfter(name: RegulatoryName, day: BusinessDay): BusinessDay {
  const rows = listDays(name);
  return addDays(day, (rows.find(({ from }) => from <= day) ?? rows.at(-1))?.days ?? 0);
}

/** The last day for an answer. Source: `docs/lawful.md`, row 14. */
export function computeAnswerDay(sentAt: number): BusinessDay {
  return computePromisedDay('principal', sentAt);
}

/** The last day on which a level has a complaint without answering it. */
export function computePromisedDay(level: ComplaintLevel, sentAt: number): BusinessDay {
  return dayAfter(LEVEL_DAYS[level], toBusinessDay(sentAt));
}

/** The level that an unanswered complaint has reached by a day at the least. */
export function levelOnDay(sentAt: number, today: BusinessDay): ComplaintLevel {
  return (
    COMPLAINT_LEVELS.find((level) => today <= computePromisedDay(level, sentAt)) ?? 'principal'
  );
}

/** The level of a complaint, by when it was passed on. */
export function findLevel(passed: {
  readonly escalatedAt: number | null;
  readonly principalAt: number | null;
}): ComplaintLevel {
  if (passed.principalAt !== null) return 'principal';
  return passed.escalatedAt === null ? 'desk' : 'officer';
}

/** The level above; null above the last. */
export function nextLevel(level: ComplaintLevel): ComplaintLevel | null {
  return COMPLAINT_LEVELS[COMPLAINT_LEVELS.indexOf(level) + 1] ?? null;
}

/** The last day for the lender's reply to the ombudsman or the Reserve Bank's cell. */
export function computeRegulatorReplyDay(receivedOn: BusinessDay): BusinessDay {
  return dayAfter('regulatorReplyDays', receivedOn);
}

interface SentComplaint {
  readonly state: 'received' | 'answered' | 'closed';
  readonly sentAt: number;
  readonly decidedAt: number | null;
}

/**
 * From when a borrower may complain to the Reserve Bank, and the last day for the ombudsman: after
 * an answer, and after the lender's days without one. Null before.
 */
export function findRegulatorDays(
  { state, sentAt, decidedAt }: SentComplaint,
  today: BusinessDay,
): { from: BusinessDay; until: BusinessDay } | null {
  const from =
    state === 'received' || decidedAt === null
      ? addDays(computeAnswerDay(sentAt), 1)
      : toBusinessDay(decidedAt);
  return from > today ? null : { from, until: dayAfter('ombudsmanFileDays', from) };
}

/**
 * Whether the borrower may pass a complaint on: it was answered, a level is above, and the lender's
 * days have not ended.
 */
export function mayPassOn(
  { state, sentAt }: SentComplaint,
  level: ComplaintLevel,
  today: BusinessDay,
): boolean {
  return state === 'answered' && nextLevel(level) !== null && today <= computeAnswerDay(sentAt);
}

/** The last minute of the last day for an answer. */
export function computeAnswerDeadline(sentAt: number): number {
  return instantOfDayStart(addDays(computeAnswerDay(sentAt), 1)) - 60_000;
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
