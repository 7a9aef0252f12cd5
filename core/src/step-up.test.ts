import { expect, test } from 'vitest';
import { type Assurance, codeStandsForMs, stepUp } from './step-up.ts';

const now = 1_800_000_000_000;

test.each<[Assurance, number | undefined, string]>([
  ['otp', 0, 'ok'],
  ['otp', codeStandsForMs, 'ok'],
  ['otp', codeStandsForMs + 1, 'confirm'],
  ['otp', undefined, 'confirm'],
  ['otp', -1, 'confirm'],
  ['link', 0, 'confirm'],
  ['link', undefined, 'confirm'],
])('a session by %s, code entered %s ms ago: %s', (assurance, age, expected) => {
  const codeEnteredAtMs = age === undefined ? undefined : now - age;
  expect(stepUp({ assurance, codeEnteredAtMs }, now)).toBe(expected);
});
