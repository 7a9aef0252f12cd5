import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES as languages } from './languages.ts';
import { LOAN_TEXT_VERSION, type LoanWordId, loanWords } from './loan-words.ts';

/**
 * Borrowers agreed to this wording: a changed wording needs a new version, never a changed hash
 * here.
 */
const AGREED_HASHES = [
  ['2026-11', 'en', '32ef3fd7a4e11703'],
  ['2026-11', 'hi', 'ea0765443bc05263'],
  ['2026-11', 'es', '2ce95f0526b2a7ce'],
  ['2026-11', 'id', '5d9e15b5bb7253b0'],
  ['2026-11', 'vi', '650591ab3252f8cb'],
  ['2026-11', 'th', '6dc3837a79c51f7b'],
  ['2026-11-2', 'en', '9476bed3afd84c70'],
  ['2026-11-2', 'hi', '8f30ee117d159949'],
  ['2026-11-2', 'es', '5715d4e464f3263b'],
  ['2026-11-2', 'id', 'f85c0a7fae4e3888'],
  ['2026-11-2', 'vi', '5caf5c1a5ca99edc'],
  ['2026-11-2', 'th', '58c7ac5bef9b9dc2'],
  ['2026-11-3', 'en', '6b0e50d2a0591fb6'],
  ['2026-11-3', 'hi', '7da5b1f6fb5b8976'],
  ['2026-11-3', 'es', '87f8e959e1a546c7'],
  ['2026-11-3', 'id', 'ae194ccdb6b95a7a'],
  ['2026-11-3', 'vi', '3ed6faa1e9c6d4ae'],
  ['2026-11-3', 'th', 'cb64134444f5b2d1'],
] as const;

test.each(AGREED_HASHES)('the wording of version %s in %s is unchanged', (version, of, hash) => {
  const words = JSON.stringify(loanWords(version, of));
  expect(createHash('sha256').update(words).digest('hex').slice(0, 16)).toBe(hash);
});

test('the current version has a hash in every language', () => {
  expect(
    AGREED_HASHES.filter(([version]) => version === LOAN_TEXT_VERSION).map(([, of]) => of),
  ).toEqual(languages);
});

test('an unknown version is refused', () => {
  expect(() => loanWords('1999-01', 'en')).toThrow(RangeError);
});

test.each(languages)('every word has a text in %s, in the order of its id', (of) => {
  const words = loanWords(LOAN_TEXT_VERSION, of);
  expect(Object.keys(words)).toEqual(Object.keys(loanWords(LOAN_TEXT_VERSION, 'en')).toSorted());
  for (const [id, text] of Object.entries(words)) expect(text.trim(), id).not.toBe('');
});

test('no text has an exclamation mark or the informal Spanish "tú"', () => {
  for (const of of languages)
    for (const id of Object.keys(loanWords(LOAN_TEXT_VERSION, of)) as LoanWordId[])
      expect(loanWords(LOAN_TEXT_VERSION, of)[id], id).not.toMatch(/!|\btú\b/);
});
