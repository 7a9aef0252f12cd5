declare const dayBrand: unique symbol;

/**
 * A calendar date in Asia/Kolkata, written `YYYY-MM-DD`; so text order is date order. Made only by
 * this file.
 */
export type BusinessDay = string & { readonly [dayBrand]: true };

/** India keeps one offset all year: +05:30, in milliseconds. */
const kolkataOffsetMs = 19_800_000;
const dayMs = 86_400_000;
/** The first instant of 1900 and of 2200, UTC. */
const firstMs = Date.UTC(1900, 0, 1);
const endMs = Date.UTC(2200, 0, 1);

/** The ages a borrower may have, both included. Source: specification §5, §9. */
export const borrowerAges = { least: 18, greatest: 80 } as const;

/**
 * Takes a date written `YYYY-MM-DD`, 1900 to 2199. Throws RangeError when there is no such date.
 */
export function businessDay(text: string): BusinessDay {
  if (!isBusinessDay(text)) throw new RangeError(`not a date: ${text}`);
  return text;
}

/** Whether the text is a real date written `YYYY-MM-DD`, 1900 to 2199. */
export function isBusinessDay(text: string): text is BusinessDay {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;

  const [year, month, day] = [
    Number(text.slice(0, 4)),
    Number(text.slice(5, 7)),
    Number(text.slice(8)),
  ];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

function daysOfMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** The business day at an instant (UTC milliseconds). Throws RangeError outside 1900–2199. */
export function toBusinessDay(utcMs: number): BusinessDay {
  const there = utcMs + kolkataOffsetMs;
  if (!(there >= firstMs && there < endMs))
    throw new RangeError(`not within 1900 to 2199: ${utcMs}`);
  return new Date(there).toISOString().slice(0, 10) as BusinessDay;
}

/** The instant (UTC milliseconds) at which the day begins in Asia/Kolkata. */
export function instantOfDayStart(day: BusinessDay): number {
  return Date.parse(`${day}T00:00:00Z`) - kolkataOffsetMs;
}

/**
 * The day so many days later (earlier when negative). Throws RangeError for a fraction or outside
 * 1900–2199.
 */
export function addDays(day: BusinessDay, days: number): BusinessDay {
  if (!Number.isSafeInteger(days)) throw new RangeError(`not a whole number of days: ${days}`);
  return toBusinessDay(instantOfDayStart(day) + days * dayMs);
}

/** Days from one date to another: 0 on the same day, negative when `to` comes first. */
export function daysBetween(from: BusinessDay, to: BusinessDay): number {
  return Math.round((instantOfDayStart(to) - instantOfDayStart(from)) / dayMs);
}

/**
 * The working day so many working days after `day` (0 or more; 0 gives the day itself, working or
 * not).
 * @ASSUMED working days are Monday to Friday; bank holidays count as working days. Throws
 * RangeError for a negative or fractional count.
 */
export function addWorkingDays(day: BusinessDay, workingDays: number): BusinessDay {
  if (!Number.isSafeInteger(workingDays) || workingDays < 0)
    throw new RangeError(`not a count: ${workingDays}`);

  let at = day;
  for (let left = workingDays; left > 0; ) {
    at = addDays(at, 1);
    if (isWorkingDay(at)) left -= 1;
  }

  return at;
}

/** Whether the day is Monday to Friday (see `addWorkingDays`). */
export function isWorkingDay(day: BusinessDay): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/**
 * The same day of the month so many months later, or that month's last day. Throws RangeError as
 * `addDays` does.
 */
export function addMonths(day: BusinessDay, months: number): BusinessDay {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  if (!Number.isSafeInteger(count)) throw new RangeError(`not a whole number of months: ${months}`);

  const month = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
  for (let last = Number(day.slice(8)); ; last -= 1) {
    const text = `${month}-${String(last).padStart(2, '0')}`;
    if (last <= 28 || isBusinessDay(text)) return businessDay(text);
  }
}

/**
 * Full years from birth to `day`; a child of 29 February comes of age on 1 March of common years.
 */
export function ageOn(birth: BusinessDay, day: BusinessDay): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

/**
 * Whether someone born on `birth` may borrow on `day`: 18 to 80 years old. Source: specification
 * §5.
 */
export function isBorrowerAge(birth: BusinessDay, day: BusinessDay): boolean {
  const age = ageOn(birth, day);
  return age >= borrowerAges.least && age <= borrowerAges.greatest;
}

/** Writes a date `DD/MM/YYYY`. Source: specification §2, date picker. */
export function formatDay(day: BusinessDay): string {
  return `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/**
 * Writes the time of an instant (UTC milliseconds) in Asia/Kolkata, `HH:MM`. Throws RangeError
 * outside 1900–2199.
 */
export function formatTime(utcMs: number): string {
  toBusinessDay(utcMs);
  return new Date(utcMs + kolkataOffsetMs).toISOString().slice(11, 16);
}
