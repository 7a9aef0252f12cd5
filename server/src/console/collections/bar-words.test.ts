import { businessDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { barWords } from './bar-words.ts';

const lastDay = businessDay('2027-02-24');

test('a hold is named with its own last day, whatever else keeps a collector away for longer or for good', () => {
  expect(
    barWords({ why: 'hold', from: { day: businessDay('2027-02-25'), hour: 8 } }, lastDay),
  ).toBe('On contact hold until 24/02/2027.');
  expect(
    barWords({ why: 'hold', from: { day: businessDay('2027-03-09'), hour: 8 } }, lastDay),
  ).toBe('On contact hold until 24/02/2027.');
  expect(barWords({ why: 'hold', from: null }, lastDay)).toBe('On contact hold until 24/02/2027.');
});

test('another reason says from when a contact is possible, where that is known', () => {
  expect(barWords({ why: 'day', from: { day: businessDay('2027-02-25'), hour: 8 } }, null)).toBe(
    'Daily limit of 2 contacts reached. Possible again from 8:00 on 25/02/2027.',
  );
  expect(barWords({ why: 'no_officer', from: null }, null)).toBe(
    'No officer is assigned. Assign one first.',
  );
});
