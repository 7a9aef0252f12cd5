import { expect, test } from 'vitest';
import { pickLanguage, say } from './translations.ts';

test.each([
  ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
  ['en;q=0.5, es;q=0.9', 'es'],
  ['de, in-ID;q=0.7', 'id'],
  ['hi;q=0, es', 'es'],
  ['hi;q=much, es;q=0.1', 'es'],
  ['de-DE', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('a caller who sends %s is answered in %s', (header, language) => {
  expect(pickLanguage(header)).toBe(language);
});

test.each([
  ['en', 1, 'Please wait 1 second and'],
  ['en', 120_000, 'Please wait 1,20,000 seconds and'],
  ['es', 12_000, '12.000 segundos'],
  ['hi', 120_000, '1,20,000 सेकंड'],
  ['id', 12_000, '12.000 detik'],
] as const)('%s counts %d by its own rules', (language, seconds, words) => {
  expect(say(language, 'error.too_many', { seconds })).toContain(words);
});
