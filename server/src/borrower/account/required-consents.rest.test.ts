import { PURPOSES, type Purpose } from '@noren/core/people/consent';
import { describe, expect, test } from 'vitest';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import {
  call,
  collectingCalls,
  readStatus,
  refusalWithout,
} from '../../testing/required-consents.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, sendConsent, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });

describe.each(collectingCalls)('%s', (name, purpose, bizStatus) => {
  const refusal = refusalWithout(purpose);
  const others = PURPOSES.filter((one) => one !== purpose);

  test('is rejected when the consent was withdrawn, refused or given to an older text', async () => {
    const user = await aSignedInUser(app, { bizStatus, consents: PURPOSES });
    successData(await sendConsent(user.client, purpose, false));
    expect(await call(name, user)).toMatchObject(refusal);

    const refusing = await aSignedInUser(app, { bizStatus, consents: others });
    successData(await sendConsent(refusing.client, purpose, false));
    expect(await call(name, refusing)).toMatchObject(refusal);

    const older = await aSignedInUser(app, { bizStatus, consents: others });
    await consentToOldText(older.userId, purpose);
    expect(await call(name, older)).toMatchObject(refusal);
    expect(await readStatus(older)).toBe(bizStatus);
  });
});

async function consentToOldText(userId: string, purpose: Purpose): Promise<void> {
  const row = {
    textVersion: '2020-01',
    language: 'en',
    channel: 'web',
    decision: 'given',
    items: '[]',
  } as const;
  const at = new Date(app.deps.now());
  await app.deps.db
    .insertInto('consents')
    .values({ userId, purpose, at, ...row })
    .execute();
}
