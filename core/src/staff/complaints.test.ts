import { expect, test } from 'vitest';
import { addDays, businessDay, instantOfDayStart } from '../money/time.ts';
import {
  COMPLAINT_AGES,
  computeAnswerDay,
  computeAnswerDeadline,
  computePromisedDay,
  computeRegulatorReplyDay,
  daysOfAge,
  findLevel,
  findRegulatorDays,
  levelOnDay,
  mayPassOn,
  nextLevel,
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

const came = instantOfDayStart(day) + 5 * 3_600_000;
const sent = { sentAt: came, decidedAt: null };

test.each([
  ['2026-11-23', 'desk'],
  ['2026-11-30', 'desk'],
  ['2026-12-01', 'officer'],
  ['2026-12-13', 'officer'],
  ['2026-12-14', 'principal'],
  ['2027-03-01', 'principal'],
])('by %s an unanswered complaint of 23 November is at the %s at the least', (today, level) => {
  expect(levelOnDay(came, businessDay(today))).toBe(level);
});

test('a complaint from before the first row has that row’s days', () => {
  expect(computePromisedDay('desk', instantOfDayStart(businessDay('2020-01-01')))).toBe(
    '2020-01-08',
  );
});

test('the way to the Reserve Bank opens with an answer, or once thirty days have passed', () => {
  const today = businessDay('2026-12-23');
  expect(findRegulatorDays({ ...sent, state: 'received' }, today)).toBeNull();
  expect(findRegulatorDays({ ...sent, state: 'received' }, addDays(today, 1))).toEqual({
    from: '2026-12-24',
    until: '2027-03-24',
  });
  expect(findRegulatorDays({ ...sent, state: 'closed', decidedAt: came }, day)).toEqual({
    from: '2026-11-23',
    until: '2027-02-21',
  });
});

test.each([
  ['answered', 'desk', '2026-12-23', true],
  ['answered', 'officer', '2026-12-01', true],
  ['answered', 'principal', '2026-12-01', false],
  ['answered', 'desk', '2026-12-24', false],
  ['received', 'desk', '2026-12-01', false],
  ['closed', 'desk', '2026-12-01', false],
] as const)('%s at the %s on %s: may be passed on is %s', (state, level, today, may) => {
  expect(mayPassOn({ ...sent, state }, level, businessDay(today))).toBe(may);
});

test('the level follows from when it was passed on, and the last has none above', () => {
  expect(findLevel({ escalatedAt: null, principalAt: null })).toBe('desk');
  expect(findLevel({ escalatedAt: 1, principalAt: null })).toBe('officer');
  expect(findLevel({ escalatedAt: 1, principalAt: 2 })).toBe('principal');
  expect(nextLevel('principal')).toBeNull();
  expect(computeRegulatorReplyDay(day)).toBe('2026-12-08');
});
