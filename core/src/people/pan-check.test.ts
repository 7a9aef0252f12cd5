import { expect, test } from 'vitest';
import { panRetryWait } from './pan-check.ts';

test('each wait is twice the one before, up to six hours', () => {
  const waits = Array.from({ length: 14 }, (_, tries) => panRetryWait(tries) / 1_000);
  expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80]);
  expect(waits.slice(-2)).toEqual([21_600, 21_600]);
  expect(panRetryWait(5_000) / 1_000).toBe(21_600);
});
