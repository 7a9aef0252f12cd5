import { addDays, addMonths, type BusinessDay, daysBetween } from '../money/time.ts';
import { type RegulatoryName, type RegulatoryRow, regulatoryRowOn } from './terms.ts';

/** How closely the lender has to know a borrower, least first. */
export const RISK_CLASSES = ['low', 'medium', 'high'] as const;

export type RiskClass = (typeof RISK_CLASSES)[number];

/** The class that staff decided for a borrower, from a day on. */
export type DecidedClass = { readonly riskClass: RiskClass; readonly fromDay: BusinessDay };

/** What the date of a borrower's next update follows from. */
export type RenewalFacts = {
  /** When the details were last proved or confirmed. */
  readonly confirmedDay: BusinessDay;
  readonly isFullKyc: boolean;
  readonly decided: DecidedClass | null;
};

/**
 * The class of a borrower with full KYC about whom staff decided nothing. @ASSUMED The law lets the
 * lender choose; the middle one is stricter than most lenders'.
 */
const CLASS_AFTER_FULL_KYC: RiskClass = 'medium';

/** Why a class is what it is. */
export const CLASS_BASES = ['at_a_distance', 'decided', 'full_kyc'] as const;

export type ClassBasis = (typeof CLASS_BASES)[number];

/**
 * The class, and why. A borrower who was checked from a distance is of high risk until the lender
 * has met them; no decision changes that before. Source: `docs/lawful.md` row 24.
 */
export function riskClass({ isFullKyc, decided }: Omit<RenewalFacts, 'confirmedDay'>): {
  riskClass: RiskClass;
  basis: ClassBasis;
} {
  if (!isFullKyc) return { riskClass: 'high', basis: 'at_a_distance' };
  if (decided) return { riskClass: decided.riskClass, basis: 'decided' };

  return { riskClass: CLASS_AFTER_FULL_KYC, basis: 'full_kyc' };
}

/** Whether the class `to` asks for less than the class `from`. */
export const isLowerClass = (to: RiskClass, from: RiskClass): boolean =>
  RISK_CLASSES.indexOf(to) < RISK_CLASSES.indexOf(from);

/** A reminder before the date of an update, or after it. */
export const REMINDERS = [
  'before_1',
  'before_2',
  'before_3',
  'after_1',
  'after_2',
  'after_3',
] as const;

export type Reminder = (typeof REMINDERS)[number];

/**
 * How many days after the date each is due, and how it goes out. @ASSUMED the days; the law says
 * how many reminders and letters there must be, see the rows from `renewalRemindersBefore` on.
 */
export const REMINDER_PLAN: Readonly<Record<Reminder, { day: number; channel: 'app' | 'letter' }>> =
  {
    before_1: { day: -60, channel: 'app' },
    before_2: { day: -45, channel: 'letter' },
    before_3: { day: -14, channel: 'app' },
    after_1: { day: 7, channel: 'app' },
    after_2: { day: 21, channel: 'letter' },
    after_3: { day: 45, channel: 'app' },
  };

/** Why a letter was not posted. */
export const UNPOSTED_REASONS = ['no_address', 'undeliverable'] as const;

export type UnpostedReason = (typeof UNPOSTED_REASONS)[number];

/** From so many days before the date the borrower is asked, and may confirm. */
const OPEN_DAYS = -REMINDER_PLAN.before_1.day;

/** The fewest days between two reminders, also when the job did not run for a while. @ASSUMED */
const DAYS_APART = 7;

const YEARS: Readonly<Record<RiskClass, RegulatoryName>> = {
  low: 'renewalYearsLowRisk',
  medium: 'renewalYearsMediumRisk',
  high: 'renewalYearsHighRisk',
};

export const RENEWAL_STATES = ['settled', 'open', 'late'] as const;

/** A borrower's next update. */
export type Renewal = {
  readonly riskClass: RiskClass;
  readonly basis: ClassBasis;
  readonly confirmedDay: BusinessDay;
  readonly dueDay: BusinessDay;
  /** From this day on a new loan waits for the update. Loans that run go on. */
  readonly heldFrom: BusinessDay;
  /** `settled`: nothing is asked. `open`: it may be confirmed. `late`: the date has passed. */
  readonly state: (typeof RENEWAL_STATES)[number];
  readonly isHeld: boolean;
};

/**
 * The next update on a day. A class that is decided never makes it due before all reminders could
 * precede it.
 */
export function renewalOn(
  facts: RenewalFacts,
  today: BusinessDay,
  rows?: readonly RegulatoryRow[],
): Renewal {
  const known = riskClass(facts);
  const months = 12 * regulatoryRowOn(YEARS[known.riskClass], today, rows).value;
  const byClass = addMonths(facts.confirmedDay, months);
  const earliest =
    known.basis === 'decided' && facts.decided ? addDays(facts.decided.fromDay, OPEN_DAYS) : null;
  const dueDay = earliest !== null && earliest > byClass ? earliest : byClass;

  const heldFrom = addDays(lastLendingDay(known.riskClass, dueDay, { today, rows }), 1);
  const opens = addDays(dueDay, -OPEN_DAYS);
  const state = today > dueDay ? 'late' : today >= opens ? 'open' : 'settled';

  return {
    ...known,
    confirmedDay: facts.confirmedDay,
    dueDay,
    heldFrom,
    state,
    isHeld: today >= heldFrom,
  };
}

/** At low risk lending goes on for a while after the date, otherwise until it. */
function lastLendingDay(
  of: RiskClass,
  dueDay: BusinessDay,
  { today, rows }: { today: BusinessDay; rows: readonly RegulatoryRow[] | undefined },
): BusinessDay {
  if (of !== 'low') return dueDay;
  return addMonths(dueDay, regulatoryRowOn('renewalGraceMonthsLowRisk', today, rows).value);
}

/** A reminder that was given for one date. */
export type GivenReminder = { readonly reminder: Reminder; readonly givenDay: BusinessDay };

/**
 * The reminder to give on a day; null when none is due. One a day at most, and some days after the
 * former. A reminder that says "by then" is not given once the date has passed.
 */
export function reminderDue(
  { dueDay, given }: { dueDay: BusinessDay; given: readonly GivenReminder[] },
  today: BusinessDay,
): Reminder | null {
  if (given.some(({ givenDay }) => daysBetween(givenDay, today) < DAYS_APART)) return null;

  const due = REMINDERS.find((reminder) => {
    const { day } = REMINDER_PLAN[reminder];
    const isTrue = today > dueDay === day > 0;
    const isGiven = given.some((one) => one.reminder === reminder);

    return isTrue && !isGiven && addDays(dueDay, day) <= today;
  });
  return due ?? null;
}

/**
 * The last day of a confirmation for which a reminder can be due by `today`, whatever the class.
 * Nobody who confirmed later needs looking at.
 */
export function latestConfirmedDay(
  today: BusinessDay,
  rows?: readonly RegulatoryRow[],
): BusinessDay {
  const years = Math.min(
    ...RISK_CLASSES.map((one) => regulatoryRowOn(YEARS[one], today, rows).value),
  );
  // A month more, because months differ in length.
  return addMonths(addDays(today, OPEN_DAYS), -12 * years + 1);
}
