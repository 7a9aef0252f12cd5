import { expect, test } from 'vitest';
import { businessDay } from '../money/time.ts';
import { decideAgainFrom } from './decide-again.ts';

test('a decline may be decided again thirty days later', () => {
  expect(decideAgainFrom(businessDay('2026-11-20'))).toBe('2026-12-20');
  expect(() => decideAgainFrom(businessDay('2019-12-31'))).toThrow(RangeError);
});
