import { expect, test } from 'vitest';
import { tooMany } from '../http/rate-limits.ts';
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
  ['en', 1, 'Please wait 1 hour and'],
  ['en', 120_000, 'Please wait 1,20,000 hours and'],
  ['es', 12_000, '12.000 horas'],
  ['hi', 120_000, '1,20,000 घंटे'],
  ['id', 12_000, '12.000 jam'],
] as const)('%s counts %d by its own rules', (language, hours, words) => {
  expect(say(language, 'error.too_many', tooMany(hours * 3600).values)).toContain(words);
});

test.each([
  [1, 'wait 1 second and'],
  [59, 'wait 59 seconds and'],
  [60, 'wait 1 minute and'],
  [61, 'wait 2 minutes and'],
  [3540, 'wait 59 minutes and'],
  [3541, 'wait 1 hour and'],
  [3601, 'wait 2 hours and'],
  [79_531, 'wait 23 hours and'],
])('a wait of %d seconds is said in a unit that people count in', (seconds, words) => {
  const { values, data } = tooMany(seconds);
  expect(say('en', 'error.too_many', values)).toContain(words);
  expect(data).toEqual({ retryAfterSeconds: seconds });
});

test.each([
  ['hi', ['30 सेकंड', '2 मिनट', '3 घंटे']],
  ['id', ['30 detik', '2 menit', '3 jam']],
  ['th', ['30 วินาที', '2 นาที', '3 ชั่วโมง']],
  ['vi', ['30 giây', '2 phút', '3 giờ']],
  ['es', ['30 segundos', '2 minutos', '3 horas']],
] as const)('%s says seconds, minutes and hours', (language, words) => {
  const said = [30, 120, 3 * 3600].map((seconds) =>
    say(language, 'error.too_many', tooMany(seconds).values),
  );
  expect(said.map((text, at) => text.includes(words[at] ?? '?'))).toEqual([true, true, true]);
});
