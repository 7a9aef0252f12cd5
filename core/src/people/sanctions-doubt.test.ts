import { expect, test } from 'vitest';
import { countList, findListDoubt } from './sanctions-doubt.ts';

const inForce = { people: 100, peopleWithBirth: 80, names: 300, listDay: '2026-11-20' };

/** As much about each person as the list in force has, unless it says otherwise. */
const detail = (people: number) => ({ peopleWithBirth: people * 0.8, names: people * 3 });

test.each([
  ['a list like the one before', 'fetched', { people: 99, listDay: '2026-11-21' }, inForce, null],
  [
    'another list of the same day',
    'fetched',
    { people: 101, listDay: '2026-11-20' },
    inForce,
    null,
  ],
  ['nine tenths of the people', 'fetched', { people: 90, listDay: '2026-11-21' }, inForce, null],
  ['less than that', 'fetched', { people: 89, listDay: '2026-11-21' }, inForce, 'much_shorter'],
  [
    'nearly as many births',
    'fetched',
    { people: 100, peopleWithBirth: 77, listDay: '2026-11-21' },
    inForce,
    null,
  ],
  [
    'the same people with fewer births',
    'fetched',
    { people: 100, peopleWithBirth: 75, listDay: '2026-11-21' },
    inForce,
    'much_shorter',
  ],
  [
    'more people with fewer names each',
    'fetched',
    { people: 110, names: 300, listDay: '2026-11-21' },
    inForce,
    'much_shorter',
  ],
  ['nobody', 'fetched', { people: 0, listDay: '2026-11-21' }, inForce, 'empty'],
  ['nobody, and none before', 'fetched', { people: 0, listDay: '2026-11-21' }, null, 'empty'],
  ['an earlier day', 'fetched', { people: 100, listDay: '2026-11-19' }, inForce, 'older'],
  ['the first list', 'fetched', { people: 1, listDay: '2026-11-21' }, null, null],
  [
    'a list that somebody sent',
    'uploaded',
    { people: 100, listDay: '2026-11-21' },
    inForce,
    'uploaded',
  ],
  ['nobody, sent', 'uploaded', { people: 0, listDay: '2026-11-21' }, inForce, 'empty'],
] as const)('%s', (_what, source, read, before, doubt) => {
  expect(findListDoubt({ ...detail(read.people), ...read, source }, before)).toBe(doubt);
});

test('only people are counted', () => {
  const names = ['Jorvan Qaltari', 'Abu Zorbek'].map((text) => ({
    text,
    quality: 'good' as const,
  }));
  const births = [{ from: 1971, to: 1971, isAbout: false, day: null }];
  expect(
    countList([
      { entryId: '1', kind: 'person', names, births },
      { entryId: '2', kind: 'person', names: names.slice(1), births: [] },
      { entryId: '3', kind: 'entity', names, births: [] },
    ]),
  ).toEqual({ people: 2, peopleWithBirth: 1, names: 3 });
});
