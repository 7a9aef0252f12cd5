import { expect, test } from 'vitest';
import { businessDay, instantOfDayStart } from '../money/time.ts';
import {
  COMPLAINT_AGES,
  computeAnswerDay,
  computeAnswerDeadline,
  daysOfAge,
} from './complaints.ts';

const day = businessDay('2026-11-23');

test('a complaint is answered within thirty days, until the last minute of the last day', () => {
  const at = instantOfDayStart(day) + 5 * 3_600_000;
  expect(computeAnswerDay(at)).toBe('2026-12-23');
  expect(computeAnswerDeadline(at)).toBe(instantOfDayStart(businessDay('2026-12-24')) - 60_000);
});

test('the ages follow each other without a gap, and the last has no end', () => {
  const days = COMPLAINT_AGES.map(({ id }) => daysOfAge(id, day));
  expect(days).toEqual([
    { first: '2026-11-16', last: '2026-11-23' },
    { first: '2026-11-08', last: '2026-11-15' },
    { first: '2026-10-24', last: '2026-11-07' },
    { first: null, last: '2026-10-23' },
  ]);
});
