import { expect, test } from 'vitest';
import { adviseUnused } from './key-use.ts';

test('the advice for an unused key: take an older one out, keep the one that encrypts next', () => {
  expect(adviseUnused(2, [])).toEqual([]);
  expect(adviseUnused(2, [1])).toEqual([
    expect.stringMatching(/^Nothing here uses key 1: take it out/),
  ]);
  expect(adviseUnused(1, [2])).toEqual([
    expect.stringMatching(/^Key 2 is newer than key 1, which encrypts: once every/),
  ]);
  expect(adviseUnused(2, [1, 3])).toHaveLength(2);
});
