import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isCode, isTest, listFiles } from './source.ts';

const root = join(import.meta.dirname, '..', '..');
const LIST = 'contract/src/reasons.ts';
const SENDERS = /^(core|contract|server)\/src\//;

const texts = listFiles(root)
  .filter((path) => SENDERS.test(path) && isCode(path) && !isTest(path) && path !== LIST)
  .map((path) => readFileSync(join(root, path), 'utf8'));

const collect = (pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found));
const words = new Set(collect(/'([a-z_-]+)'/g).map((word) => word.replaceAll('-', '_')));
/** Of a reason put together from two parts: `coupon_${fault}`. */
const beginnings = collect(/reason: `([a-z_]+)\$\{/g);

const isWritten = (reason: string): boolean =>
  words.has(reason) ||
  beginnings.some((start) => reason.startsWith(start) && words.has(reason.slice(start.length)));

// That no other reason is sent, the types hold.
test('each reason that is listed is written in code that may send it', () => {
  const listed = [...readFileSync(join(root, LIST), 'utf8').matchAll(/^ {2}'(.+)',$/gm)].map(
    ([, reason = '']) => reason,
  );
  expect(listed.length).toBeGreaterThan(100);
  expect(listed.filter((reason) => !isWritten(reason))).toEqual([]);
});

test('a reason that nothing writes is found, whole or in two parts', () => {
  expect(['never_sent', 'coupon_never_sent'].filter(isWritten)).toEqual([]);
});
