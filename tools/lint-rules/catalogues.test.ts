import { describe, expect, test } from 'vitest';
import { checkCatalogues } from './catalogues.ts';
import { describeProblem } from './source.ts';

describe('catalogues', () => {
  const file = (language: string, messages: object) => ({
    path: `web/src/i18n/${language}.json`,
    text: JSON.stringify(messages, null, 2),
  });

  const due = '{n, plural, one {# day, {sum}} other {# days}}';
  const en = file('en', {
    a: 'A word',
    due,
    l: '<link>x</link>',
    n: '{n} % {m}',
    p: 'PAN',
    s: '{s, select, b {B} other {C}}',
  });
  const listProblems = (language: string, messages: object): string[] =>
    checkCatalogues([en, file(language, messages)], ['en', language]).map(({ message }) => message);

  test('that say the same in every language', () => {
    const same = {
      a: 'Una palabra',
      due: '{n, plural, one {# día} other {# días, {sum}}}',
      l: 'y <link>z</link>',
      n: '{n} % {m}',
      p: 'PAN',
      s: '{s, select, b {D} other {E}}',
    };
    expect(listProblems('es', same)).toEqual([]);

    const once = '{n, plural, =1 {một ngày} other {# ngày, {sum}}}';
    expect(listProblems('vi', { ...same, due: once })).toEqual([]);

    for (const amount of [
      '₹1,00,000',
      '₹9,646.00.',
      '₹1,',
      '12.',
      '1,60',
      'SBIN0001234',
      '10160.15',
    ])
      expect(listProblems('es', { ...same, a: `Hasta ${amount}` })).toEqual([]);
  });

  test('that differ', () => {
    const other = {
      due: '{m}',
      extra: 'E',
      l: 'z <link>',
      n: ' ',
      p: 'Pan',
      s: '{s, select, other {E}}',
    };
    expect(listProblems('es', other)).toEqual([
      'lacks a',
      'due has m, English has n:plural sum',
      'extra is not in English',
      'l has <link>, English has </link> <link>',
      'n is empty',
      's lacks s b',
    ]);
  });

  test.each([
    ['es', 'a', 'A word', 'is as in English'],
    ['es', 'due', '{n, plural, other {# días, {sum}}}', 'lacks n one'],
    ['vi', 'due', '{n, plural, one {# ngày} other {# ngày, {sum}}}', 'never takes n one'],
    ['es', 'due', '{n, plural, =2 {dos, {sum}} one {# día} other {# días}}', 'never takes n 2'],
    ['es', 's', '{s, select, b {D} c {F} other {E}}', 'never takes s c'],
    ['es', 'a', 'Una {palabra', 'is not a message that can be read'],
    ['es', 's', '{s} D', 'has s, English has s:select'],
    ...['₹100.000', '₹100,000', '5.000 ₹', '5 ₹', '₹5,00', '1.000', '₹ 5', '₹'].map((amount) => [
      'es',
      'a',
      `Hasta ${amount} hoy`,
      'writes an amount otherwise than ₹1,00,000 or ₹9,646.00',
    ]),
  ])('%s: %s, %s', (language, key, text, message) => {
    expect(listProblems(language, { [key]: text })).toContain(`${key} ${message}`);
  });

  test('that are missing, or of an unknown language', () => {
    const problems = checkCatalogues([en, file('fr', { a: 'Un mot' })], ['en', 'es']).map(
      describeProblem,
    );
    expect(problems).toEqual([
      'web/src/i18n/es.json:1 [catalogue] is missing',
      'web/src/i18n/fr.json:1 [catalogue] is of a language that contract/src/languages.ts does not name',
    ]);
  });
});
