import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { NoLockerAnswer } from '../../platform/ports/digilocker.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import {
  type LOCKER_ANSWERS,
  makeSandboxDigiLocker,
  writeLockerCode,
} from '../digilocker/digilocker.ts';
import { inventPerson } from '../people/data.ts';

const locker = makeSandboxDigiLocker(testIssuer());
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const now = Date.parse('2026-03-10T12:00:00Z');

const fetchAs = (answer: keyof typeof LOCKER_ANSWERS, of = challenge) =>
  locker.fetchIdentity({
    code: writeLockerCode({ seed: 7, answer, challenge: of }),
    verifier,
    now,
  });

test('each answer of the page gives what its button says', async () => {
  expect(await fetchAs('genuine')).toMatchObject({
    ok: true,
    identity: { fields: { name: inventPerson(7).name } },
  });
  expect(await fetchAs('none')).toEqual({ ok: false, reason: 'no_aadhaar' });
  expect(await fetchAs('altered')).toEqual({ ok: false, reason: 'altered' });
  await expect(fetchAs('silent')).rejects.toThrow(NoLockerAnswer);
});

test('a code of another visit, or one that nobody wrote, is refused', async () => {
  const refused = { ok: false, reason: 'code_refused' };
  expect(await fetchAs('genuine', 'another')).toEqual(refused);
  for (const code of ['', 'x', Buffer.from('{}').toString('base64url')])
    expect(await locker.fetchIdentity({ code, verifier, now })).toEqual(refused);
});
