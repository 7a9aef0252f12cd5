import { expect, test } from 'vitest';
import { name, shortText } from './fields.ts';

test.each([
  ['Asha Rao', true],
  ['अशोक कुमार', true],
  ['க்‍ஷ Ramesh', true],
  ["D'Souza-Nair & Co.", true],
  ['  ', false],
  ['a\u0000b', false],
  ['a\nb', false],
  ['\ud800xx', false],
  ['\u202egnivig', false],
  ['a\u2066b', false],
])('%j as a name or a short text: %s', (text, isTaken) => {
  for (const field of [name, shortText]) expect(field.safeParse(text).success).toBe(isTaken);
});
