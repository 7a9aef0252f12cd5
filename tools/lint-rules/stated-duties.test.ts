import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CAPABILITIES,
  EMAIL_SCREENS,
  EMAIL_WORDS,
  OTHER_EMAIL_TEXTS,
  SENT_EMAIL_TEXTS,
  STATED_DUTIES,
} from './stated-duties.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const texts = (path: string): Record<string, string> =>
  JSON.parse(read(path)) as Record<string, string>;
const [, version = ''] =
  /LOAN_TEXT_VERSION = '([^']+)'/.exec(read('contract/src/loan-words.ts')) ?? [];
const [, codeVersion = ''] =
  /version: '([^']+)'/.exec(read('server/src/borrower/public/fair-practice/words.ts')) ?? [];

/** All texts that a borrower may read now, in a language. */
const currentTexts = (language: string): Record<string, string> => ({
  ...texts(`web/src/i18n/${language}.json`),
  ...texts(`server/src/platform/translations/${language}.json`),
  ...texts(`contract/src/loan-words/${version}/${language}.json`),
  ...texts(`contract/src/policy-words/${language}.json`),
  ...texts(`server/src/borrower/public/fair-practice/${codeVersion}/${language}.json`),
});

/**
 * Whole sentences of the documents in which the lender states what it does; titles and labels are
 * short.
 */
const isStatement = ([id, text]: [string, string]): boolean =>
  /^(agreement\.|privacy\.(who$|\w+_text$)|code\.\w+_text$|docs\.(closing|data)\.)/.test(id) &&
  /[.?]$/.test(text.trim()) &&
  text.length > 40;

test('every sentence of the agreement, the closing letter, the privacy policy and the code names its code', () => {
  const stated = Object.entries(currentTexts('en')).filter(isStatement);
  const withoutLead = stated
    .map(([id]) => id)
    .filter((id) => !/\.lead$|docs\.closing\.(settled|returned)$/.test(id));

  expect(withoutLead.filter((id) => !(id in STATED_DUTIES))).toEqual([]);
  expect(withoutLead.length).toBeGreaterThan(40);
});

test.each(Object.entries(STATED_DUTIES))('%s is done by %s', (id, code) => {
  expect(currentTexts('en')[id], `no text ${id}`).toBeDefined();
  if (code === 'states') return;

  const [path = '', name = ''] = code.split('#');
  expect(existsSync(join(root, path)), path).toBe(true);
  expect(read(path).includes(name), name).toBe(true);
});

describe.each(Object.entries(CAPABILITIES))('%s', (_name, words) => {
  test.each(Object.entries(words))(
    'is not said in %s while nothing does it',
    (language, pattern) => {
      const said = Object.entries(currentTexts(language)).filter(([, text]) => pattern.test(text));
      expect(said).toEqual([]);
    },
  );
});

const isOfSent = (id: string): boolean => SENT_EMAIL_TEXTS.some((start) => id.startsWith(start));

test.each(Object.entries(EMAIL_WORDS))(
  'a text in %s that speaks of e-mail is shown where e-mails are sent, or is listed',
  (language, words) => {
    // The name of a value is no word of the text.
    const speaking = Object.entries(currentTexts(language)).filter(([, text]) =>
      words.test(text.replaceAll(/\{\w+/g, '')),
    );
    const unknown = speaking.filter(([id]) => !isOfSent(id) && !(id in OTHER_EMAIL_TEXTS));
    expect(unknown).toEqual([]);
    expect(speaking.some(([id]) => isOfSent(id))).toBe(true);
  },
);

test('screens show texts of sent e-mails only where e-mails are sent', () => {
  const screens = globSync('web/src/**/*.tsx', { cwd: root })
    .filter((path) => !path.endsWith('.test.tsx'))
    .filter((path) => /['"`](email\.[a-z]|certification\.email_hint)/.test(read(path)));

  expect(screens.toSorted()).toEqual(Object.keys(EMAIL_SCREENS).toSorted());
  for (const [path, holds] of Object.entries(EMAIL_SCREENS))
    expect(read(path), path).toContain(holds);
});
