import { CALLS } from '@noren/contract/index';
import { addMonths, type BusinessDay, businessDay } from '@noren/core/money/time';
import { verhoeffDigit } from '@noren/core/people/identity-numbers';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import { type FakeUpload, fakeUploadFile, makeFakeKyc } from './fake-kyc.ts';
import type { TestClient } from './start-app.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, successData } from './users.ts';

let count = 0;

/** A person with a PAN and an Aadhaar number unique in these tests. */
export function aPerson() {
  count += 1;

  const eleven = `2345678${String(count).padStart(4, '0')}`;
  return {
    name: 'Asha Kumari Rao',
    birthDay: businessDay('1994-03-09'),
    pan: `ABCPK${String(count).padStart(4, '0')}L`,
    aadhaar: eleven + verhoeffDigit(eleven),
  };
}

export type Person = ReturnType<typeof aPerson>;
export type Change = {
  pan?: Partial<OcrFields>;
  front?: Partial<OcrFields>;
  back?: Partial<OcrFields>;
  faces?: number;
};

export async function show(
  client: TestClient,
  type: 'panFront' | 'aadhaarFront' | 'aadhaarBack',
  fields: OcrFields,
) {
  const written: FakeUpload = { reading: { outcome: 'read', fields, missing: [] } };
  successData(
    await client.send(CALLS.readDocument, { body: { type }, file: fakeUploadFile(written) }),
  );
}

export async function checkFace(client: TestClient, light = 120) {
  const { transactionId, poses } = successData(
    await client.send(CALLS.startLiveness, { body: {} }),
  );
  const files = poses.map((pose) => fakeUploadFile({ pose, frame: { light } }));
  return successData(await client.send(CALLS.checkLiveness, { body: { transactionId }, files }));
}

export const save = (
  client: TestClient,
  { name, birthDay, pan }: Person,
  aadhaar: string | null = null,
) => client.send(CALLS.saveIdentity, { body: { name, birthDay, pan, aadhaar } });

export const years = (day: BusinessDay, n: number) => addMonths(day, -12 * n);

/** An app, and users who sent their cards and their face. */
export async function useReadyIdentities() {
  const app = await useApp({ kyc: makeFakeKyc() });

  /** A user with three read documents and a passed liveness check. */
  async function ready(person: Person, change: Change = {}) {
    const user = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
    const { name, birthDay, pan, aadhaar } = person;

    await show(user.client, 'panFront', { name: name.toUpperCase(), birthDay, pan, ...change.pan });
    await show(user.client, 'aadhaarFront', {
      name,
      birthDay,
      aadhaar,
      gender: 'female',
      ...change.front,
    });
    await show(user.client, 'aadhaarBack', { aadhaar, pin: '560001', ...change.back });
    await checkFace(user.client);

    return user;
  }

  const readState = async (userId: string) =>
    app.deps.db
      .selectFrom('identities')
      .select(['state', 'reasons', 'aadhaarLast4'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();

  return { app, ready, readState };
}
