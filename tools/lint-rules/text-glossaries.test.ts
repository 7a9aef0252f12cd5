import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeProblem } from './source.ts';
import { checkTextGlossaries, type GlossaryEntry, readGlossaries } from './text-glossaries.ts';

const languages = readdirSync(`${import.meta.dirname}/text-glossaries`).map((name) =>
  basename(name, '.json'),
);

const glossaries = readGlossaries(`${import.meta.dirname}/../..`, languages);

const catalogue = (language: string, texts: object, folder = 'web/src/i18n') => ({
  path: `${folder}/${language}.json`,
  text: JSON.stringify(texts, null, 2),
});

const entry = (not: string[], more: Partial<GlossaryEntry> = {}): GlossaryEntry => ({
  term: 'a thing',
  use: 'the word',
  not,
  ...more,
});

const listProblems = (text: string, one: GlossaryEntry, language = 'en', id = 'a.b'): string[] =>
  checkTextGlossaries([catalogue(language, { [id]: text })], { [language]: [one] }, '2026-11').map(
    ({ message }) => message,
  );

describe('text glossaries', () => {
  test('a text with a word to avoid is reported with its line, its id and the word to use', () => {
    const texts = catalogue('en', { first: 'Good', second: 'The importe is here' });
    expect(
      checkTextGlossaries([texts], { en: [entry(['importe'])] }, '2026-11').map(describeProblem),
    ).toEqual(['web/src/i18n/en.json:3 [text glossary] second says "importe" for: the word']);
  });

  test.each([
    ['en', 'Taken Back by the bank', 'taken back', true],
    ['en', 'Mistaken backwards', 'taken back', false],
    ['es', 'El móvil.', 'móvil', true],
    ['es', 'Automóvil', 'móvil', false],
    ['hi', 'आपका देय पैसा', 'देय', true],
    ['hi', 'उद्देय', 'देय', false],
    ['th', 'คุณตอบรับแล้ว', 'ตอบรับ', true],
    ['en', '{n, plural, one {A person is here} other {# are here}}', 'a person', true],
    ['en', 'From {least} up', 'least', false],
    ['en', 'See <booked>this</booked>', 'booked', false],
    ['en', 'Pay ₹5', '₹', true],
  ] as const)('%s: "%s" uses "%s": %s', (language, text, word, isUsed) => {
    expect(listProblems(text, entry([word]), language)).toHaveLength(isUsed ? 1 : 0);
  });

  test('an entry may be for some texts only, and may leave out a text', () => {
    expect(listProblems('₹5', entry(['₹'], { only: ['sms.'] }))).toEqual([]);
    expect(listProblems('₹5', entry(['₹'], { only: ['sms.'] }), 'en', 'sms.due')).toHaveLength(1);
    expect(listProblems('hereby', entry(['hereby'], { except: ['a.b'] }))).toEqual([]);
  });

  test('a wording that borrowers agreed to before is left as it is', () => {
    const old = catalogue('en', { a: 'hereby' }, 'contract/src/loan-words/2020-01');
    const now = catalogue('en', { a: 'hereby' }, 'contract/src/loan-words/2026-11');
    expect(checkTextGlossaries([now], { en: [entry(['hereby'])] }, '2026-11')).toHaveLength(1);
    expect(checkTextGlossaries([old], { en: [entry(['hereby'])] }, '2026-11')).toEqual([]);
  });

  test.each(languages)('the glossary of %s tells to use no word that it rules out', (language) => {
    const entries = glossaries[language] ?? [];
    expect(entries.length).toBeGreaterThan(10);

    for (const { term, use, not, except = [] } of entries) {
      expect([term, not.length > 0]).toEqual([term, true]);
      const others = entries.filter((one) => !one.only && one.term !== term && except.length === 0);
      for (const other of others)
        expect(listProblems(use, other, language), `${term}: ${use}`).toEqual([]);
    }
  });
});
