import type { Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import { CALLS, type CallName } from '@noren/contract/index';
import type { Purpose } from '@noren/core/people/consent';
import { consentTextsFor } from '@noren/core/people/consent-texts';
import { SAMPLES } from './samples.ts';
import { type SignedInUser, successData } from './users.ts';

export const consentTexts = consentTextsFor({
  hasSource: true,
  asksPanRegister: false,
  usesDigiLocker: false,
});

/** How a call refuses to go on without a consent. */
export const refusalWithout = (purpose: Purpose) => ({
  code: 409,
  data: { reason: 'consent_needed', purpose, textVersion: consentTexts[purpose].textVersion },
});

/**
 * Every certification call that collects personal data, with its purpose and the status it needs.
 */
export const collectingCalls: readonly [CallName, Purpose, 10 | 20 | 30 | 40 | 50 | 60][] = [
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

export function call(name: CallName, { client, phone }: SignedInUser) {
  const nobody = '0198c0de-0000-7000-8000-000000000001';
  const sample = SAMPLES[name]({
    phone,
    otpRef: nobody,
    repayId: 'AAAAAAAAAAAA',
    proposalNo: 'NK-AAAAAAAA',
  });

  return client.send(CALLS[name] as Call, sample as SendOptions<Call>);
}

export const readStatus = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.userStatus, {})).bizStatus;
