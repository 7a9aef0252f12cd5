import { expect, test } from 'vitest';
import { barText } from './contact-bars.ts';

const lastDay = '2027-02-24';

test('a hold is shown with its own last day, even if another bar lasts longer', () => {
  expect(barText({ why: 'hold', from: { day: '2027-02-25', hour: 8 }, holdUntil: lastDay })).toBe(
    'On contact hold until 24/02/2027.',
  );
  expect(barText({ why: 'hold', from: { day: '2027-03-09', hour: 8 }, holdUntil: lastDay })).toBe(
    'On contact hold until 24/02/2027.',
  );
  expect(barText({ why: 'hold', from: null, holdUntil: lastDay })).toBe(
    'On contact hold until 24/02/2027.',
  );
});

test('another reason says from when a contact is possible, where that is known', () => {
  expect(barText({ why: 'day', from: { day: '2027-02-25', hour: 8 }, holdUntil: null })).toBe(
    'Daily limit of 2 contacts reached. Possible again from 8:00 on 25/02/2027.',
  );
  expect(barText({ why: 'no_officer', from: null, holdUntil: null })).toBe(
    'No officer is assigned. Assign one first.',
  );
});
