import { expect, test } from 'vitest';
import { findDuplicates } from './duplicates.ts';

const BODY = ['one();', 'two();', 'three();', 'four();', 'five();'];

const toFile = (path: string, lines: readonly string[]) => ({ path, text: lines.join('\n') });

test('five equal lines in two files are one duplicate, named by its first lines', () => {
  const files = [toFile('a.ts', ['zero();', ...BODY]), toFile('b.ts', [...BODY, '', 'six();'])];
  expect(findDuplicates(files)).toEqual([['a.ts:2', 'b.ts:1']]);
});

test('four equal lines are no duplicate', () => {
  const files = ['a.ts', 'b.ts'].map((path) => toFile(path, BODY.slice(1)));
  expect(findDuplicates(files)).toEqual([]);
});

test('an import of many lines is no duplicate', () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `  ${name},`);
  const lines = ['import {', ...names, "} from './numbers.ts';"];
  expect(findDuplicates([toFile('a.ts', lines), toFile('b.ts', lines)])).toEqual([]);
});
