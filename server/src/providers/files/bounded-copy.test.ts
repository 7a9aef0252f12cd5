import { expect, test } from 'vitest';
import { boundedCopy } from './bounded-copy.ts';

test('copies are made one after another; one that fails fails alone', async () => {
  const made: string[] = [];
  const copy = boundedCopy(async (name: string) => {
    if (name === 'bad') throw new Error('no space left');
    made.push(name);
  });
  const [, bad] = await Promise.allSettled([copy('one'), copy('bad'), copy('two')]);

  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'no space left' } });
  expect(made).toEqual(['one', 'two']);
});

test('a folder that does not answer is waited for briefly, and not asked again until it does', async () => {
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const copy = boundedCopy(async (name: string) => {
    begun.push(name);
    await answers;
  }, 30);
  const outcomes = await Promise.allSettled([copy('one'), copy('two')]);

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(copy('three')).rejects.toThrow('nothing is copied there until it does');
  expect(begun).toEqual(['one']);
  answer();
  await expect
    .poll(() =>
      copy('four').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(begun).toEqual(['one', 'four']);
});
