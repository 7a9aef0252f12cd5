import { afterAll, expect, test } from 'vitest';
import { makeIdentitySources } from '../../providers/identity/identity-sources.ts';
import { makeSignedCodes } from '../../providers/kyc/signed-code.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { inventPerson } from '../people/data.ts';
import { drawSample, KIND_IDS } from './samples.ts';

const issuer = testIssuer();
const person = inventPerson(42);
const codes = makeSignedCodes({ waiting: 8, jobMs: 60_000 });

afterAll(() => codes.close());

test('the code on each sample card is read or refused as the card’s name says', async () => {
  const { readCode } = makeIdentitySources([issuer.key]);
  const answers: unknown[] = [];

  for (const kind of KIND_IDS) {
    const card = await drawSample(person, kind, 'clean', issuer);
    const digits = card && (await codes.read(card));
    if (digits === null) continue;

    const reading = readCode(digits);
    answers.push([kind, reading.ok ? reading.identity.fields.name : reading.reason]);
  }

  expect(answers).toEqual([
    ['aadhaar-back', person.name],
    ['code-altered', 'altered'],
    ['code-stranger', 'unknown_key'],
    ['code-future', 'unknown_version'],
    ['code-other', person.fatherName],
  ]);
});
