import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  addWorkingDays,
  ageOn,
  businessDay,
  daysBetween,
  formatDay,
  formatTime,
  instantOfDayStart,
  isBorrowerAge,
  isBusinessDay,
  isWorkingDay,
  toBusinessDay,
} from './time.ts';

const days = fc
  .integer({ min: -20_000, max: 60_000 })
  .map((n) => addDays(businessDay('1970-01-01'), n));

test.each([
  ['2026-11-20', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-04-31', false],
  ['2026-1-2', false],
  ['0026-01-02', false],
  ['', false],
  ['2026-11-20T00:00', false],
])('%s is a date: %s', (text, expected) => {
  expect(isBusinessDay(text)).toBe(expected);
  if (!expected) expect(() => businessDay(text)).toThrow(RangeError);
});

test.each([
  ['2026-11-20T18:29:59.999Z', '2026-11-20'],
  ['2026-11-20T18:30:00.000Z', '2026-11-21'],
  ['2026-11-20T19:40:00.000Z', '2026-11-21'],
  ['2026-12-31T18:30:00.000Z', '2027-01-01'],
])('at %s it is %s in Kolkata', (instant, expected) =>
  expect(toBusinessDay(Date.parse(instant))).toBe(expected),
);

test.each([
  ['2026-11-20', 3, '2026-11-25'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-11-21', 0, '2026-11-21'],
  ['2026-11-16', 3, '2026-11-19'],
])('%s and %i working days is %s', (from, count, expected) => {
  expect(addWorkingDays(businessDay(from), count)).toBe(expected);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-20', 2, '2027-01-20'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -1, '2025-12-15'],
])('%s and %i months is %s', (from, count, expected) =>
  expect(addMonths(businessDay(from), count)).toBe(expected),
);

test.each([
  ['2008-11-20', '2026-11-20', 18, true],
  ['2008-11-21', '2026-11-20', 17, false],
  ['2008-02-29', '2026-02-28', 17, false],
  ['2008-02-29', '2026-03-01', 18, true],
  ['1946-11-20', '2026-11-20', 80, true],
  ['1945-11-21', '2026-11-20', 80, true],
  ['1945-11-20', '2026-11-20', 81, false],
])('born %s, on %s: %i years, may borrow %s', (birth, day, age, may) => {
  expect(ageOn(businessDay(birth), businessDay(day))).toBe(age);
  expect(isBorrowerAge(businessDay(birth), businessDay(day))).toBe(may);
});

describe('properties', () => {
  test('addDays and daysBetween undo each other', () => {
    fc.assert(
      fc.property(days, days, (a, b) => {
        expect(addDays(a, daysBetween(a, b))).toBe(b);
        expect(daysBetween(a, b) < 0).toBe(b < a);
      }),
    );
  });

  test('a day is written as DD/MM/YYYY', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(formatDay(day).split('/').reverse().join('-')).toBe(day);
      }),
    );
  });

  test('the whole of a day, from its first to its last millisecond, is that day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 86_399_999 }), (day, ms) => {
        expect(toBusinessDay(instantOfDayStart(day) + ms)).toBe(day);
      }),
    );
  });

  test('working days end on a working day, with exactly the count between', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 15 }), (day, count) => {
        const end = addWorkingDays(day, count);
        let seen = 0;

        for (let at = addDays(day, 1); at <= end; at = addDays(at, 1))
          if (isWorkingDay(at)) seen += 1;
        expect(isWorkingDay(end)).toBe(true);
        expect(seen).toBe(count);
      }),
    );
  });

  test.each([0.5, Number.NaN])('%s days are refused', (count) => {
    expect(() => addDays(businessDay('2026-01-01'), count)).toThrow(RangeError);
    expect(() => addWorkingDays(businessDay('2026-01-01'), -1)).toThrow(RangeError);
    expect(() => addMonths(businessDay('2026-01-01'), count)).toThrow(RangeError);
  });
});

test.each([
  ['2026-11-22T18:30:00Z', '00:00'],
  ['2026-11-23T04:35:59Z', '10:05'],
  ['2026-11-23T18:29:00Z', '23:59'],
])('%s is shown as %s in India', (instant, shown) =>
  expect(formatTime(Date.parse(instant))).toBe(shown),
);
