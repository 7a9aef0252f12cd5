import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeUserReference, makeUserToken, userOfReference, userOfToken } from './carried-user.ts';
import { randomLetters } from './public-ids.ts';

const USERS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ...Array.from({ length: 50 }, () => randomUUID()),
];

test('a token carries its user and 256 random bits', () => {
  for (const user of USERS) {
    const token = makeUserToken(user);
    expect(userOfToken(token)).toBe(user);
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(makeUserToken(user).slice(22)).not.toBe(token.slice(22));
  }
});

test('a reference carries its user, in letters that can be read aloud', () => {
  for (const user of USERS) {
    const reference = makeUserReference('NP', user, 8);
    expect(userOfReference('NP', reference)).toBe(user);
    expect(reference).toMatch(/^NP[0-9A-HJKMNP-TV-Z]{34}$/);
    expect(makeUserReference('NP', user, 8)).not.toBe(reference);
  }
});

test('what is no token or reference carries nobody', () => {
  for (const text of ['', 'x', randomUUID(), `${'A'.repeat(63)}!`, 'A'.repeat(65)])
    expect(userOfToken(text)).toBeNull();

  const reference = makeUserReference('NP', USERS[2] as string, 8);
  for (const text of [
    '',
    'NP',
    `NR${reference.slice(2)}`,
    reference.slice(0, 20),
    reference.toLowerCase(),
    `NP${'Z'.repeat(26)}`,
  ])
    expect(userOfReference('NP', text)).toBeNull();

  expect(userOfReference('', randomLetters(10))).toBeNull();
});
