import { expect, test } from 'vitest';
import { findListDoubt } from './sanctions-doubt.ts';

const inForce = { people: 100, listDay: '2026-11-20' };

test.each([
  ['a list like the one before', 'fetched', { people: 99, listDay: '2026-11-21' }, inForce, null],
  [
    'another list of the same day',
    'fetched',
    { people: 101, listDay: '2026-11-20' },
    inForce,
    null,
  ],
  ['half of the people', 'fetched', { people: 50, listDay: '2026-11-21' }, inForce, null],
  ['less than half', 'fetched', { people: 49, listDay: '2026-11-21' }, inForce, 'much_shorter'],
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
  expect(findListDoubt({ ...read, source }, before)).toBe(doubt);
});
