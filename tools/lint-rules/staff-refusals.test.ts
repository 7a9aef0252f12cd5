import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isCode, isTest, listFiles } from './source.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const code = listFiles(root).filter((path) => isCode(path) && !isTest(path));
const server = code.filter((path) => path.startsWith('server/src/'));
const core = code.filter((path) => path.startsWith('core/src/'));

const collect = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) => [...read(path).matchAll(pattern)].map(([, found = '']) => found));
const WORD = /'([a-z_]+)'/g;
const words = new Set(collect(server, WORD));
/** Reasons put together from two parts, as `erasure_${block}`; core names the second part. */
const beginnings = collect(server, /`([a-z]+_)\$\{[a-z.]+\}`/gi);
const endings = new Set([
  ...words,
  ...collect(core, WORD),
  ...collect(core, /^ {2}([a-z_]+): \{$/gm),
]);

const isWritten = (reason: string): boolean =>
  words.has(reason) ||
  beginnings.some((start) => reason.startsWith(start) && endings.has(reason.slice(start.length)));

// That no other reason is sent and that each has a text, the types hold.
test('each reason of a staff refusal is written in the server', () => {
  const [, list = ''] =
    /interface RefusalValues \{\n([\s\S]*?)\n\}/.exec(read('contract/src/staff/refusals.ts')) ?? [];
  const reasons = [...list.matchAll(/^ {2}(\w+): /gm)].map(([, reason = '']) => reason);

  expect(reasons.length).toBeGreaterThan(150);
  expect(reasons.filter((reason) => !isWritten(reason))).toEqual([]);
});

test('a reason that nothing writes is found, whole or in two parts', () => {
  expect(['never_sent', 'erasure_never_sent'].filter(isWritten)).toEqual([]);
});

/** The code that answers staff has no sentences but for the log and faults, in lower case. */
const STAFF_CODE = /^server\/src\/(console|platform\/staff)\//;
/** Read without the console: the help of metrics, and the page for addresses not allowed. */
const ELSEWHERE = [
  'What waits for a person in the console; late: past the time that its kind should take.',
  'For how long the oldest of them waits; 0 without one.',
  'This address may not open the console.',
];
const SENTENCE = /(['`])([A-Z][^'`\n]* [^'`\n]*[.?!])\1/g;

const findSentences = (text: string): string[] =>
  [...text.matchAll(SENTENCE)].map(([, , sentence = '']) => sentence);

test('code that answers staff has no sentence: the console has them', () => {
  const files = server.filter((path) => STAFF_CODE.test(path));

  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((path) => findSentences(read(path))).sort()).toEqual(ELSEWHERE.sort());
});

test('a sentence is found, in quotes and in a template', () => {
  expect(findSentences("throw refuse('This loan is no longer overdue.');")).toHaveLength(1);
  expect(findSentences('throw refuse(`Choose at most some days.`);')).toHaveLength(1);
  expect(findSentences("log.warn('the key is unknown'); refuse('loan_not_overdue');")).toEqual([]);
});

test('each problem of a field that the server names has its words in the console', () => {
  const named = collect(
    server.filter((path) => STAFF_CODE.test(path)),
    /path: '\w+', problem: '([a-z_]+)'/g,
  );
  const texts = read('console/src/texts/problems.ts');

  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((problem) => !texts.includes(`\n  ${problem}: '`))).toEqual([]);
});
