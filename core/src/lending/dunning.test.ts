import { describe, expect, test } from 'vitest';
import { addDays, businessDay, instantOfDayStart } from '../money/time.ts';
import {
  CONTACT_WINDOW_IDS,
  CONTACT_WINDOWS,
  contactEndsAt,
  dunningMessageOn,
  findContactWindow,
  nextContactAt,
} from './dunning.ts';

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

describe('preferred hours', () => {
  const day = businessDay('2027-01-04');
  const at = (hour: number): number => instantOfDayStart(day) + hour * 3_600_000;
  const evening = CONTACT_WINDOWS.evening;

  test.each([
    ['before them', 9, 16],
    ['in them', 17, 17],
    ['after them, on the next day', 19, 24 + 16],
  ])('%s', (_, now, next) => expect(nextContactAt(at(now), evening)).toBe(at(next)));

  test('they end a reminder', () =>
    expect(contactEndsAt(at(9), CONTACT_WINDOWS.morning)).toBe(at(12)));

  test('the hours of the law stay the widest', () => {
    expect(nextContactAt(at(5), { from: 5, until: 23 })).toBe(at(8));
    expect(nextContactAt(at(20), { from: 5, until: 23 })).toBe(at(24 + 8));
    expect(nextContactAt(at(9), { from: 20, until: 23 })).toBe(at(9));
  });

  test.each(CONTACT_WINDOW_IDS)('%s is found by its hours', (id) =>
    expect(findContactWindow(id === 'any' ? null : CONTACT_WINDOWS[id])).toBe(id),
  );
});
