import { expect, test } from 'vitest';
import { isTrustedPasskey, PASSKEY_TRUSTED_AFTER_MS } from './passkey.ts';

test.each([
  [0, false],
  [PASSKEY_TRUSTED_AFTER_MS - 1, false],
  [PASSKEY_TRUSTED_AFTER_MS, true],
  [-1, false],
])('a passkey added %s ms ago is trusted: %s', (age, expected) => {
  const now = 1_800_000_000_000;
  expect(isTrustedPasskey({ addedAt: now - age }, now)).toBe(expected);
});
