import { describe, expect, test } from 'vitest';
import { addDays, businessDay, instantOfDayStart } from '../money/time.ts';
import { type ContactFacts, contactBar, nextStep, promiseState } from './contact-rules.ts';

const today = businessDay('2026-12-10');
const at = (hour: number): number => instantOfDayStart(today) + hour * 3_600_000;
const day = (days: number) => addDays(today, days);

const free: ContactFacts = {
  now: at(12),
  today,
  isClaimed: false,
  holdUntil: null,
  isAnswerDue: false,
  promisedOn: null,
  officer: 'self',
  isNotified: true,
  preferred: null,
  contactDays: [],
};

describe('a contact about dues', () => {
  test('is possible inside the hours, under the caps, by the officer named to the borrower', () => {
    expect(contactBar(free)).toBeNull();
    expect(contactBar({ ...free, now: at(8) })).toBeNull();
    expect(contactBar({ ...free, now: at(19) - 1 })).toBeNull();
    expect(contactBar({ ...free, contactDays: [today, day(-1), day(-1), day(-6)] })).toBeNull();
  });

  test.each<[string, Partial<ContactFacts>, unknown]>([
    [
      'before the hours the borrower prefers',
      { now: at(12), preferred: { from: 16, until: 19 } },
      { why: 'hours', from: { day: today, hour: 16 } },
    ],
    ['before 8', { now: at(8) - 1 }, { why: 'hours', from: { day: today, hour: 8 } }],
    ['from 19 on', { now: at(19) }, { why: 'hours', from: { day: day(1), hour: 8 } }],
    [
      'from 19 on of a day that the sandbox moved',
      { now: at(19) - 5 * 86_400_000 },
      { why: 'hours', from: { day: day(1), hour: 8 } },
    ],
    [
      'a third time on a day',
      { contactDays: [today, today] },
      { why: 'day', from: { day: day(1), hour: 8 } },
    ],
    [
      'a sixth time in seven days, until the first of them is a week ago',
      { contactDays: [day(-6), day(-5), day(-4), day(-3), day(-1)] },
      { why: 'week', from: { day: day(1), hour: 8 } },
    ],
    [
      'a sixth time after four at once',
      { contactDays: [day(-4), day(-4), day(-3), day(-3), today, today] },
      { why: 'week', from: { day: day(3), hour: 8 } },
    ],
    [
      'after a nominee told of a death',
      { isClaimed: true, holdUntil: day(4) },
      { why: 'claim', from: null },
    ],
    [
      'until the end of a hold',
      { holdUntil: day(4) },
      { why: 'hold', from: { day: day(5), hour: 8 } },
    ],
    [
      'until the day after a promise',
      { promisedOn: today },
      { why: 'promise', from: { day: day(1), hour: 8 } },
    ],
    ['while an answer of ours is due', { isAnswerDue: true }, { why: 'answer_due', from: null }],
    [
      'before an officer is assigned',
      { officer: 'none', isNotified: false },
      { why: 'no_officer', from: null },
    ],
    ['by another officer', { officer: 'another' }, { why: 'other_officer', from: null }],
    [
      'before the borrower was notified of the name',
      { isNotified: false },
      { why: 'not_notified', from: null },
    ],
    [
      'for two reasons, the later of the times counts',
      { promisedOn: day(2), contactDays: [today, today], now: at(20) },
      { why: 'promise', from: { day: day(3), hour: 8 } },
    ],
    [
      'on hold without an officer has no time',
      { holdUntil: day(2), officer: 'none' },
      { why: 'hold', from: null },
    ],
  ])('is refused %s', (_, facts, bar) => {
    expect(contactBar({ ...free, ...facts })).toEqual(bar);
  });
});

test('a promise is kept by what was paid since, by its day, and broken the day after', () => {
  const promise = { amountPaise: 500, paidBeforePaise: 1_000, dueOn: day(2) };
  expect(promiseState(promise, 1_499, day(2))).toBe('running');
  expect(promiseState(promise, 1_500, today)).toBe('kept');
  expect(promiseState(promise, 1_499, day(3))).toBe('broken');
  expect(promiseState(promise, 1_500, day(9))).toBe('kept');
});

test('the next step follows from the bar, a broken promise and earlier contacts', () => {
  const none = { bar: null, isPromiseBroken: false, wasContacted: false };
  expect(nextStep(none)).toEqual({ step: 'contact', why: 'first' });
  expect(nextStep({ ...none, wasContacted: true })).toEqual({ step: 'contact', why: 'again' });
  expect(nextStep({ ...none, isPromiseBroken: true })).toEqual({
    step: 'contact',
    why: 'promise_broken',
  });
  expect(nextStep({ ...none, bar: { why: 'no_officer', from: null } })).toEqual({ step: 'assign' });

  const bar = { why: 'not_notified', from: null } as const;
  expect(nextStep({ ...none, bar })).toEqual({ step: 'wait', bar });
});
