/** Whether 'YYYY-MM-DD' names a day of the calendar. */
export function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return (
    date !== undefined &&
    Number(date) >= 1 &&
    Number(date) <= daysInMonth(Number(year), Number(month))
  );
}

/** 28 to 31; 0 for a month that does not exist. */
export function daysInMonth(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

export type DayParts = { day: string; month: string; year: string };

/** The three parts of a value, which may be incomplete. */
export function splitDay(value: string): DayParts {
  const [year = '', month = '', ...day] = value.split('-');
  return { day: day.join('-'), month, year };
}

/** 'YYYY-MM-DD' when the parts are a day, '' when nothing is typed, else the parts as typed. */
export function joinDay({ day, month, year }: DayParts): string {
  if (!day && !month && !year) return '';
  const whole = `${year.trim()}-${month.trim().padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
  return isDay(whole) ? whole : `${year}-${month}-${day}`;
}
