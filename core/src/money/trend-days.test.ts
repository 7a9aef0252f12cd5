import { expect, test } from 'vitest';
import { addDays, businessDay } from './time.ts';
import { trendDays } from './trend-days.ts';

const NEWEST = businessDay('2026-11-23');
const history = (count: number) =>
  Array.from({ length: count }, (_, at) => addDays(NEWEST, at + 1 - count));

test('a short history is shown day by day', () => {
  expect(trendDays([])).toEqual([]);
  expect(trendDays(history(13))).toEqual(history(13));
});

test('a longer one by the weekday of the newest day', () => {
  const days = trendDays(history(40));
  expect(days).toEqual([35, 28, 21, 14, 7, 0].map((ago) => addDays(NEWEST, -ago)));
});

test('a year by the last day of each month, and the newest', () => {
  const days = trendDays(history(500));
  expect(days).toHaveLength(13);
  expect([days[0], days.at(-2), days.at(-1)]).toEqual(['2025-11-30', '2026-10-31', '2026-11-23']);
});

test('where the last day of a month is missing, the last one there is', () => {
  const days = history(500).filter((day) => day !== '2026-10-31');
  expect(trendDays(days).at(-2)).toBe('2026-10-30');
});
