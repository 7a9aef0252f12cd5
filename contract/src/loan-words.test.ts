import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES as languages } from './languages.ts';
import { LOAN_TEXT_VERSION, type LoanWordId, loanWords } from './loan-words.ts';

/** Borrowers agreed to this wording: another wording is another version, never another mark here. */
const AGREED = [
  ['2026-11', 'en', '32ef3fd7a4e11703'],
  ['2026-11', 'hi', 'ea0765443bc05263'],
  ['2026-11', 'es', '2ce95f0526b2a7ce'],
  ['2026-11', 'id', '5d9e15b5bb7253b0'],
  ['2026-11', 'vi', '650591ab3252f8cb'],
  ['2026-11', 'th', '6dc3837a79c51f7b'],
] as const;

test.each(AGREED)('the words of version %s in %s are as they were when they were agreed to', (version, of, mark) => {
  const words = JSON.stringify(loanWords(version, of));
  expect(createHash('sha256').update(words).digest('hex').slice(0, 16)).toBe(mark);
});

test('every language of the version in use is held to its words', () => {
  expect(AGREED.filter(([version]) => version === LOAN_TEXT_VERSION).map(([, of]) => of)).toEqual(languages);
});

test('a version that never was has no words', () => {
  expect(() => loanWords('1999-01', 'en')).toThrow(RangeError);
});

test.each(languages)('every word has a text in %s, in the order of its id', (of) => {
  const words = loanWords(LOAN_TEXT_VERSION, of);
  expect(Object.keys(words)).toEqual(Object.keys(loanWords(LOAN_TEXT_VERSION, 'en')).toSorted());
  for (const [id, text] of Object.entries(words)) expect(text.trim(), id).not.toBe('');
});

test('a row, a choice and a note are said with "you", never with a shout', () => {
  for (const of of languages)
    for (const id of Object.keys(loanWords(LOAN_TEXT_VERSION, of)) as LoanWordId[])
      expect(loanWords(LOAN_TEXT_VERSION, of)[id], id).not.toMatch(/!|\btú\b/);
});
