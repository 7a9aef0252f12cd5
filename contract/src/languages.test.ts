import { expect, test } from 'vitest';
import { firstSpoken, LANGUAGE_CODES, LANGUAGES } from './languages.ts';

test.each([
  [['hi-IN', 'en'], 'hi'],
  [['de', 'es-MX'], 'es'],
  [['in-ID'], 'id'],
  [['ID_id'], 'id'],
  [['constructor', '', null, undefined, 'en-GB'], 'en'],
  [['de', '*'], undefined],
  [[], undefined],
])('of %j we speak %s', (tags, spoken) => {
  expect(firstSpoken(tags)).toBe(spoken);
});

test.each(LANGUAGE_CODES)('%s writes Latin digits and Gregorian years', (code) => {
  const { locale } = LANGUAGES[code];
  const { numberingSystem, calendar } = new Intl.DateTimeFormat(locale).resolvedOptions();
  expect([numberingSystem, calendar]).toEqual(['latn', 'gregory']);
});

test.each([
  ['en', '1,00,000.5'],
  ['hi', '1,00,000.5'],
  ['es', '100.000,5'],
  ['id', '100.000,5'],
  ['vi', '100.000,5'],
  ['th', '100,000.5'],
] as const)('%s groups a lakh as %s', (code, text) => {
  expect(new Intl.NumberFormat(LANGUAGES[code].locale).format(100_000.5)).toBe(text);
});
