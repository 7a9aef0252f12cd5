import { type Call, listCodes } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import { CALLS, type CallName } from '@noren/contract/index';
import { PURPOSES, type Purpose } from '@noren/core/people/consent';
import { consentTextsFor } from '@noren/core/people/consent-texts';
import { UserStatus } from '@noren/core/people/status';
import { describe, expect, test } from 'vitest';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { SAMPLES } from '../../testing/samples.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, sendConsent, successData } from '../../testing/users.ts';

const consentTexts = consentTextsFor({
  hasSource: true,
  asksPanRegister: false,
  usesDigiLocker: false,
});

const app = await useApp({ kyc: makeFakeKyc() });

/**
 * Every certification call that collects personal data, with its purpose and the status it needs.
 */
const collectingCalls: readonly [CallName, Purpose, 10 | 20 | 30 | 40 | 50 | 60][] = [
  ['saveSurvey', 'questionnaire', 10],
  ['readDocument', 'identity_documents', 20],
  ['readIdentityFile', 'identity_documents', 20],
  ['saveIdentity', 'identity_documents', 20],
  ['startLiveness', 'face_check', 20],
  ['checkLiveness', 'face_check', 20],
  ['savePersonalInfo', 'personal_information', 30],
  ['saveContacts', 'contacts', 40],
  ['preCheckAccount', 'bank_account', 50],
  ['saveAccountDetails', 'bank_account', 50],
  ['saveAccount', 'bank_account', 50],
  ['saveAccount', 'bank_account', 60],
];

function call(name: CallName, { client, phone }: SignedInUser) {
  const nobody = '0198c0de-0000-7000-8000-000000000001';
  const sample = SAMPLES[name]({
    phone,
    otpRef: nobody,
    repayId: 'AAAAAAAAAAAA',
    proposalNo: 'NK-AAAAAAAA',
  });

  return client.send(CALLS[name] as Call, sample as SendOptions<Call>);
}

const readStatus = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.userStatus, {})).bizStatus;

describe.each(collectingCalls)('%s', (name, purpose, bizStatus) => {
  const refusal = {
    code: 409,
    data: { reason: 'consent_needed', purpose, textVersion: consentTexts[purpose].textVersion },
  };
  const others = PURPOSES.filter((one) => one !== purpose);

  test(`needs the consent to ${purpose}; other consents do not count`, async () => {
    expect(listCodes(CALLS[name])).toContain(409);

    const user = await aSignedInUser(app, { bizStatus, consents: others });
    expect(await call(name, user)).toMatchObject(refusal);
    expect(await readStatus(user)).toBe(bizStatus);
    successData(await sendConsent(user.client, purpose, true));
    expect((await call(name, user)).data).not.toMatchObject({ reason: 'consent_needed' });
  });

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
