import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgeFiles } from './distributed-results.mjs';

const listed = [
  { file: 'a', test: 'tampers', because: 'disables a trigger' },
  { file: 'b', because: 'reads the plain catalogue' },
];

const file = (name: string, tests: Record<string, string>, status = 'failed') => ({
  name,
  status,
  message: 'cannot be loaded\nat line 1',
  assertionResults: Object.entries(tests).map(([fullName, result]) => ({
    fullName,
    status: result,
    failureMessages: [`Error: ${fullName} failed\n  at`],
  })),
});

test('a listed test may fail, any other must pass; the first line of its error is shown', () => {
  const judged = judgeFiles(
    [file('a', { works: 'passed', tampers: 'failed', breaks: 'failed' })],
    listed,
    {
      isWhole: false,
    },
  );
  expect(judged).toEqual({
    lines: ['1/3 a (1 not for this engine)'],
    problems: ['a > breaks: Error: breaks failed'],
    passed: 1,
    excused: 1,
  });
});

test('a listed test that passes must leave the list; one that was not run need not', () => {
  const passing = [file('a', { works: 'passed', tampers: 'passed' }, 'passed')];
  expect(judgeFiles(passing, listed, { isWhole: false }).problems).toEqual([
    'a > tampers passes or is gone: take it off plain-only-tests.json',
  ]);
  expect(judgeFiles(passing, listed, { isWhole: true }).problems).toHaveLength(2);
});

test('a file that cannot be loaded is a problem unless the whole file is listed', () => {
  expect(judgeFiles([file('c', {})], listed, { isWhole: false }).problems).toEqual([
    'c: cannot be loaded',
  ]);
  expect(judgeFiles([file('b', {})], listed, { isWhole: false }).problems).toEqual([]);
});

test('the list of tests that are not for the engine does not grow, and each has its reason', () => {
  const list = JSON.parse(
    readFileSync(new URL('./plain-only-tests.json', import.meta.url), 'utf8'),
  ) as typeof listed;
  expect(list.length).toBeLessThanOrEqual(14);
  for (const { because } of list) expect(because).toMatch(/\w+ \w+/);
});
