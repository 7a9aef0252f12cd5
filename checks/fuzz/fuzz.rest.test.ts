import { CALLS } from '@noren/contract/index';
import { expect, inject, test } from 'vitest';
import { fuzz } from './fuzz.ts';

test('20,000 generated requests: no server error, nothing of anybody else, and the memory stays flat', async () => {
  const on = {
    nodes: [inject('adminUrl'), ...inject('workerUrls')],
    clock: () => performance.now(),
  };
  const outcome = await fuzz({ seed: 20_261_124, requests: 20_000 }, on);

  expect(outcome.failure).toBeNull();
  expect(outcome.sent).toBe(20_000);
  // Every declared call is sent, and most of them get past their refusals.
  expect(Object.keys(CALLS).filter((name) => !outcome.kinds.has(name))).toEqual([]);
  expect(outcome.succeeded.size).toBeGreaterThan(60);
  expect(outcome.succeeded).toContain('decideAgain');

  const [early, late] = outcome.heapMiB;
  expect(late - early).toBeLessThan(40);
});
