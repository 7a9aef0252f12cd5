import { listCodes } from '@noren/contract/call';
import { CALLS } from '@noren/contract/index';
import { PURPOSES } from '@noren/core/people/consent';
import { UserStatus } from '@noren/core/people/status';
import { describe, expect, test } from 'vitest';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import {
  call,
  collectingCalls,
  readStatus,
  refusalWithout,
} from '../../testing/required-consents.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, sendConsent, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });

describe.each(collectingCalls)('%s', (name, purpose, bizStatus) => {
  const refusal = refusalWithout(purpose);
  const others = PURPOSES.filter((one) => one !== purpose);

  test(`needs the consent to ${purpose}; other consents do not count`, async () => {
    expect(listCodes(CALLS[name])).toContain(409);

    const user = await aSignedInUser(app, { bizStatus, consents: others });
    expect(await call(name, user)).toMatchObject(refusal);
    expect(await readStatus(user)).toBe(bizStatus);
    successData(await sendConsent(user.client, purpose, true));
    expect((await call(name, user)).data).not.toMatchObject({ reason: 'consent_needed' });
  });
});

test('the error for a missing consent says what to do in the caller’s language', async () => {
  const { msg } = await call(
    'saveSurvey',
    await aSignedInUser(app, { bizStatus: UserStatus.registered, consents: [] }),
  );
  expect(msg).toContain('agree');

  const spoken = await call(
    'saveSurvey',
    await aSignedInUser(app, { bizStatus: UserStatus.registered, consents: [], language: 'es' }),
  );
  expect(spoken.msg).toContain('acéptelo');
});

describe('a borrower who refuses the liveness check', () => {
  const person = {
    name: 'Asha Kumari Rao',
    pan: 'ABCPK1234L',
    birthDay: '1994-03-09',
    aadhaar: '234567890124',
  };

  const otherPurposes = PURPOSES.filter((one) => one !== 'face_check');

  async function withDocuments() {
    const user = await aSignedInUser(app, {
      bizStatus: UserStatus.identityDue,
      consents: otherPurposes,
    });
    const { name, pan, aadhaar } = person;

    for (const type of ['panFront', 'aadhaarFront', 'aadhaarBack'] as const) {
      const fields = type === 'panFront' ? { name, pan } : { name, aadhaar };
      const file = fakeUploadFile({ reading: { outcome: 'read', fields, missing: [] } });
      successData(await user.client.send(CALLS.readDocument, { body: { type }, file }));
    }

    return user;
  }

  const save = ({ client }: SignedInUser) => client.send(CALLS.saveIdentity, { body: person });

  test('can continue, and the identity goes to review', async () => {
    const user = await withDocuments();
    expect(await save(user)).toMatchObject({ code: 409, data: { reason: 'liveness_missing' } });
    successData(await sendConsent(user.client, 'face_check', false));
    expect(successData(await save(user))).toEqual({ bizStatus: UserStatus.personalInfoDue });

    const identity = await app.deps.db
      .selectFrom('identities')
      .select(['state', 'reasons'])
      .where('userId', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(identity).toEqual({ state: 'review', reasons: ['face_refused'] });
  });
});
