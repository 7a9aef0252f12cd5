import { expect, test } from 'vitest';
import { COPY_HOLD_MS, copyHeldUntil, isSettledPhone } from './data-copy.ts';

const NOW = Date.UTC(2026, 10, 24, 6);
const DAY = COPY_HOLD_MS;
const MINUTE = 60_000;

test.each([
  ['no code was entered on it', null, NOW - 9 * DAY, false],
  ['known for a day', NOW - DAY, NOW - 9 * DAY, true],
  ['known for a moment less', NOW - DAY + 1, NOW - 9 * DAY, false],
  ['made the account just now', NOW, NOW, true],
  ['known nine minutes after the account', NOW, NOW - 9 * MINUTE, true],
  ['known ten minutes after the account', NOW, NOW - 10 * MINUTE, false],
])('a phone is settled: %s', (_, knownSince, accountSince, expected) => {
  expect(isSettledPhone({ knownSince, accountSince }, NOW)).toBe(expected);
});

test.each([
  ['proved', NOW, true, null],
  ['not proved, just asked for', NOW, false, NOW + DAY],
  ['not proved, a moment before its day is over', NOW - DAY + 1, false, NOW + 1],
  ['not proved, a day later', NOW - DAY, false, null],
])('a copy waits: %s', (_, requestedAt, isProved, expected) => {
  expect(copyHeldUntil({ requestedAt, isProved }, NOW)).toBe(expected);
});
