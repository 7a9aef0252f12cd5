import { describe, expect, test } from 'vitest';
import { addDays, businessDay } from '../money/time.ts';
import { dunningMessageOn, nextContactAt } from './dunning.ts';

describe('messages to a borrower', () => {
  const due = businessDay('2026-12-10');
  test.each([
    [-3, 0, null],
    [-2, 0, 'due_soon'],
    [-1, 0, null],
    [0, 0, 'due_today'],
    [1, 0, 'overdue'],
    [2, 0, null],
    [3, 0, null],
    [4, 1_010, 'penal_charged'],
    [33, 1_010, 'penal_charged'],
    [34, 0, null],
    [45, 0, 'overdue'],
    [46, 0, null],
    [90, 0, 'overdue'],
    [105, 0, null],
    [400, 0, null],
  ])(
    '%i days after the due date, %i paise of penal charge new: %s',
    (after, penalLevied, expected) => {
      expect(
        dunningMessageOn({ totalOwed: 1, dueDay: due, penalLevied }, addDays(due, after)),
      ).toBe(expected);
    },
  );

  test.each([-2, 0, 1, 4, 45])(
    'a borrower who owes nothing gets no message, %i days after the due date',
    (after) => {
      expect(
        dunningMessageOn({ totalOwed: 0, dueDay: due, penalLevied: 5 }, addDays(due, after)),
      ).toBeNull();
    },
  );

  test('a levy is announced also on a day that has a reminder', () => {
    expect(dunningMessageOn({ totalOwed: 1, dueDay: due, penalLevied: 1 }, addDays(due, 45))).toBe(
      'penal_charged',
    );
  });
});

describe('when dues may be raised: 08:00 to 19:00 in India', () => {
  test.each([
    ['2026-11-24T18:30:00.000Z', '2026-11-25T02:30:00.000Z'],
    ['2026-11-25T02:29:59.999Z', '2026-11-25T02:30:00.000Z'],
    ['2026-11-25T02:30:00.000Z', '2026-11-25T02:30:00.000Z'],
    ['2026-11-25T13:29:59.999Z', '2026-11-25T13:29:59.999Z'],
    ['2026-11-25T13:30:00.000Z', '2026-11-26T02:30:00.000Z'],
    ['2026-11-25T18:29:59.999Z', '2026-11-26T02:30:00.000Z'],
    ['2026-12-31T19:40:00.000Z', '2027-01-01T02:30:00.000Z'],
  ])('at %s: from %s', (now, from) => {
    expect(new Date(nextContactAt(Date.parse(now))).toISOString()).toBe(from);
  });
});
