import { expect, test } from 'vitest';
import { isTrustedPasskey, PASSKEY_TRUSTED_AFTER_MS, passkeyKeptUntil } from './passkey.ts';

test.each([
  [0, false],
  [PASSKEY_TRUSTED_AFTER_MS - 1, false],
  [PASSKEY_TRUSTED_AFTER_MS, true],
  [-1, false],
])('a passkey added %s ms ago is trusted: %s', (age, expected) => {
  const now = 1_800_000_000_000;
  expect(isTrustedPasskey({ addedAt: now - age }, now)).toBe(expected);
});

const NOW = 1_800_000_000_000;
const DAY = PASSKEY_TRUSTED_AFTER_MS;

test.each([
  ['a new phone, an old passkey', DAY, false, NOW, NOW + DAY],
  ['a phone known for an hour', 9 * DAY, false, NOW - DAY / 24, NOW - DAY / 24 + DAY],
  ['a phone that is not the owner’s', 9 * DAY, false, null, NOW + DAY],
  ['a new phone, a passkey that proves nothing yet', DAY - 1, false, NOW, null],
  ['a settled phone, or one that a passkey proved', 9 * DAY, true, NOW, null],
])('a passkey stays: %s', (_, age, isProved, knownSince, expected) => {
  expect(passkeyKeptUntil({ addedAt: NOW - age }, { isProved, knownSince }, NOW)).toBe(expected);
});
