import { expect, test } from 'vitest';
import { keepRecent } from './keep-recent.ts';

test('what is used last is made once, and what was used longest ago is dropped', () => {
  const made: string[] = [];
  const lengthOnce = keepRecent<number>(2);
  const use = (key: string) =>
    lengthOnce(key, () => {
      made.push(key);
      return key.length;
    });

  expect(['a', 'bb', 'a', 'ccc', 'a', 'bb', ''].map(use)).toEqual([1, 2, 1, 3, 1, 2, 0]);
  expect(made).toEqual(['a', 'bb', 'ccc', 'bb', '']);
});
