import {
  addDays,
  type BusinessDay,
  daysBetween,
  instantOfDayStart,
  toBusinessDay,
} from '../money/time.ts';
import { regulatoryRowOn } from './terms.ts';

/** The kinds of message about a loan's due date. */
export const dunningKinds = ['due_soon', 'due_today', 'overdue', 'penal_charged'] as const;
export type DunningKind = (typeof dunningKinds)[number];

/**
 * The kinds of notification about a loan's dues. From 1 January 2027 the app shows each penal
 * charge silently, and one text message a week lists them.
 */
export const dunningNotifications = [...dunningKinds, 'penal_levied', 'penal_week'] as const;

/**
 * How many days before the due date the first reminder is sent. @ASSUMED two, and one on the day
 * itself.
 */
const SOON_DAYS = 2;
/**
 * The overdue days on which a reminder is sent for a loan without a new penal charge. @ASSUMED the
 * first, so that nobody misses it unawares; then, once the charges have ended, every fifteenth up
 * to 90. Not more: a reminder is no pressure.
 */
const OVERDUE_ON: ReadonlySet<number> = new Set([1, 45, 60, 75, 90]);

/**
 * The message due to the borrower of a loan on `day`; null on most days, and at most one a day.
 * Each levy of a penal charge is announced (RBI, penal charges in loan accounts, 18 August 2023);
 * it goes before a reminder.
 * @param loan as the day begins; `penalLevied`: the charge of the days before that was not
 * announced yet, paise
 */
export function dunningMessageOn(
  loan: { totalOwed: number; dueDay: BusinessDay | undefined; penalLevied: number },
  day: BusinessDay,
): DunningKind | null {
  if (loan.totalOwed === 0 || loan.dueDay === undefined) return null;
  if (loan.penalLevied > 0) return 'penal_charged';

  const left = daysBetween(day, loan.dueDay);
  if (left === SOON_DAYS) return 'due_soon';
  if (left === 0) return 'due_today';

  return OVERDUE_ON.has(-left) ? 'overdue' : null;
}

const HOUR_MS = 3_600_000;

/** Hours of a day in which a borrower prefers to be contacted about dues; `until` is exclusive. */
export interface ContactHours {
  readonly from: number;
  readonly until: number;
}

/**
 * The hours that a borrower can choose. All are within the law's, and each is long enough for the
 * message of a day. @ASSUMED three parts of the day.
 */
export const CONTACT_WINDOWS = {
  morning: { from: 8, until: 12 },
  afternoon: { from: 12, until: 16 },
  evening: { from: 16, until: 19 },
} as const satisfies Record<string, ContactHours>;

/** `any`: every hour that the law leaves. */
export const CONTACT_WINDOW_IDS = ['any', 'morning', 'afternoon', 'evening'] as const;
export type ContactWindowId = (typeof CONTACT_WINDOW_IDS)[number];

/** The window that has these hours. */
export function findContactWindow(hours: ContactHours | null): ContactWindowId {
  if (hours === null) return 'any';

  const found = CONTACT_WINDOW_IDS.find(
    (id) => id !== 'any' && CONTACT_WINDOWS[id].from === hours.from,
  );
  return found ?? 'any';
}

/**
 * The instant from which a borrower may be sent a dunning message, in UTC milliseconds: `now`
 * itself inside the hours the law leaves and the borrower prefers, else their next beginning.
 * Source: `docs/lawful.md`, row 13; the law's hours are `regulatoryRows`.
 */
export function nextContactAt(now: number, preferred: ContactHours | null = null): number {
  const today = toBusinessDay(now);
  const { from, until } = contactHours(today, preferred);
  if (now < from) return from;
  return now < until ? now : contactHours(addDays(today, 1), preferred).from;
}

/**
 * The instant at which the allowed hours end that contain `now`, or else the next allowed hours;
 * UTC ms.
 */
export function contactEndsAt(now: number, preferred: ContactHours | null = null): number {
  return contactHours(toBusinessDay(nextContactAt(now, preferred)), preferred).until;
}

/**
 * The hours of a day in which dues may be raised; `until` is exclusive. Preferred ones that the law
 * has left nothing of do not count.
 */
function contactHours(
  day: BusinessDay,
  preferred: ContactHours | null,
): { from: number; until: number } {
  const start = instantOfDayStart(day);
  const legal = {
    from: regulatoryRowOn('dunningFromHour', day).value,
    until: regulatoryRowOn('dunningUntilHour', day).value,
  };
  const from = Math.max(legal.from, preferred?.from ?? 0);
  const until = Math.min(legal.until, preferred?.until ?? 24);
  const hours = from < until ? { from, until } : legal;

  return { from: start + hours.from * HOUR_MS, until: start + hours.until * HOUR_MS };
}
