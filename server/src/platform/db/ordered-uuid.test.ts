import { expect, test } from 'vitest';
import { nextOrderedUuid, uuidAfter } from './ordered-uuid.ts';

test('identifiers made one after another sort in that order', () => {
  const made = Array.from({ length: 10_000 }, () => nextOrderedUuid());
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test('an identifier sorts after one made by a clock that is ahead', () => {
  const ahead = 'ffffffff-0000-7000-8000-000000000000';
  expect(uuidAfter(ahead) > ahead).toBe(true);
});
