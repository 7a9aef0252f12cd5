import { expect, test } from 'vitest';
import { firstSupported, LANGUAGE_CODES, LANGUAGES } from './languages.ts';

test.each([
  [['hi-IN', 'en'], 'hi'],
  [['de', 'es-MX'], 'es'],
  [['in-ID'], 'id'],
  [['ID_id'], 'id'],
  [['constructor', '', null, undefined, 'en-GB'], 'en'],
  [['de', '*'], undefined],
  [[], undefined],
])('of %j we speak %s', (tags, spoken) => {
  expect(firstSupported(tags)).toBe(spoken);
});

test.each(LANGUAGE_CODES)('%s writes Latin digits and Gregorian years', (code) => {
  const { locale } = LANGUAGES[code];
  const { numberingSystem, calendar } = new Intl.DateTimeFormat(locale).resolvedOptions();
  expect([numberingSystem, calendar]).toEqual(['latn', 'gregory']);
});
