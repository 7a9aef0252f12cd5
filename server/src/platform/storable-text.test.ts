import { expect, test } from 'vitest';
import { isStorable } from './storable-text.ts';

/** An array in an array, and so on. */
function nest(value: unknown, depth: number): unknown {
  let outer = value;
  for (let level = 0; level < depth; level += 1) outer = [outer];
  return outer;
}

test.each([
  ['a NUL', 'a\0b'],
  ['half of a surrogate pair', '\ud800'],
  ['a name with a NUL', { 'a\0': 1 }],
  ['a NUL deep inside', nest({ text: ['\0'] }, 20)],
])('PostgreSQL cannot store %s', (_, value) => {
  expect(isStorable(value)).toBe(false);
});

test.each([
  ['nothing', undefined],
  ['control characters but NUL', 'a\u0001\n'],
  ['the escape of a NUL, as text', '\\u0000'],
  ['an emoji', { '🙂': ['🙂', 1, null, true] }],
  ['values in values', nest('a', 40)],
])('PostgreSQL can store %s', (_, value) => {
  expect(isStorable(value)).toBe(true);
});

test.each([100, 100_000])('a value in %d others is refused, not a fault', (depth) => {
  expect(isStorable(nest('a', depth))).toBe(false);
});
