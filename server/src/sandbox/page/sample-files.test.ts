import { expect, test } from 'vitest';
import { makeIdentitySources } from '../../providers/identity/identity-sources.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { inventPerson } from '../people/data.ts';
import { FILE_IDS, issueSampleFile, SHARE_CODE } from './sample-files.ts';

const now = Date.UTC(2026, 10, 20, 6);
const issuer = testIssuer();
const person = inventPerson(42);

test('each sample file is read or refused as its name says', async () => {
  const { readFile } = makeIdentitySources([issuer.key]);
  const holder = { shareCode: SHARE_CODE, mobile: person.phone, now };
  const answers: unknown[] = [];

  for (const kind of FILE_IDS) {
    const reading = await readFile(await issueSampleFile(person, kind, { issuer, now }), holder);
    answers.push([kind, reading.ok ? reading.identity.fields.name : reading.reason]);
  }

  expect(answers).toEqual([
    ['genuine', person.name],
    ['altered', 'altered'],
    ['stranger', 'unknown_key'],
    ['old', 'too_old'],
    ['mobile', 'other_mobile'],
  ]);
});
