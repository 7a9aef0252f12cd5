import { expect, test } from 'vitest';
import { hashMobile, isMobileHash } from './mobile-hash.ts';

/** The issuer's own examples, with the values that implementers publish for them: decision 051. */
test.each([
  ['1234567890', 'Lock@487', 2, 'f7250dc9e61759253bb741efbae306311632049154da7286e20b047bf3421a8f'],
  ['1234567890', 'Lock@487', 0, '0331ee76a78f1ff400f46c90e1139cf412247a96fd07b9dcf88f8e896981a53f'],
  ['9800000002', 'Abc@123', 4, '735c04aebc33a05af444ed41f6352b083c5a28d75ff1a26f0fe2c72bba94d7dc'],
])(
  'the hash of %s with %s and the last digit %i is the published one',
  (mobile, code, digit, hash) => {
    expect(hashMobile(mobile, code, digit)).toBe(hash);
  },
);

test('a last digit of 0 and of 1 hash once', () => {
  expect(hashMobile('9812345678', '4821', 1)).toBe(hashMobile('9812345678', '4821', 0));
});

test('a hash is compared in either case, and no other text is one', () => {
  const holder = { mobile: '9812345678', shareCode: '4821', last4: '1233' };
  const hash = hashMobile('9812345678', '4821', 3);
  expect(isMobileHash(hash.toUpperCase(), holder)).toBe(true);
  expect(isMobileHash(hash.slice(1), holder)).toBe(false);
  expect(isMobileHash(hash, { ...holder, mobile: '9812345679' })).toBe(false);
  expect(isMobileHash(hash, { ...holder, shareCode: '4822' })).toBe(false);
  expect(isMobileHash(hash, { ...holder, last4: '1234' })).toBe(false);
});
