import type { DocumentType } from '@noren/contract/certification';
import { addMonths, type BusinessDay, businessDay } from '@noren/core/money/time';
import { verhoeffDigit } from '@noren/core/people/identity-numbers';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import { makeFakeKyc } from './fake-kyc.ts';
import { confirmIdentity, sendCard } from './identity-documents.ts';
import { checkLiveness, startLiveness } from './liveness.ts';
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

export const show = async (client: TestClient, type: DocumentType, fields: OcrFields) =>
  successData(await sendCard({ client }, type, fields));

export const checkFace = async (client: TestClient, light = 120) =>
  successData(await checkLiveness(client, await startLiveness(client), { frame: { light } }));

export const save = (client: TestClient, person: Person, aadhaar: string | null = null) =>
  confirmIdentity({ client }, person, aadhaar);

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
