import { CALLS } from '@noren/contract/index';
import { businessDay } from '@noren/core/money/time';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import { afterEach } from 'vitest';
import { readSource } from '../people/certification/source-store.ts';
import { type EngineFault, KycEngineError } from '../platform/ports/kyc.ts';
import { type SamplePerson, samplePerson } from '../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../sandbox/samples/sign-code.ts';
import { type FakeUpload, fakeUploadFile, makeFakeKyc } from './fake-kyc.ts';
import type { TestClient } from './start-app.ts';
import { testIssuer } from './test-issuer.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, successData } from './users.ts';

const kyc = makeFakeKyc();
const PHOTO = Buffer.from('{"frame":{}}');

export const codeFor = (person: SamplePerson, photo = PHOTO): string =>
  signCode(layOutCode(person, { photo }), testIssuer());

export const read = (fields: OcrFields, code?: string): FakeUpload => ({
  reading: { outcome: 'read', fields, missing: [] },
  ...(code !== undefined && { code }),
});

export type Card = 'panFront' | 'aadhaarFront' | 'aadhaarBack';

export const send = (client: TestClient, type: Card, written: FakeUpload, isLastTry = false) =>
  client.send(CALLS.readDocument, {
    body: { type, ...(isLastTry && { isLastTry: 'true' as const }) },
    file: fakeUploadFile(written),
  });

export async function checkFace(client: TestClient, similarity = 0.8): Promise<void> {
  const { transactionId, poses } = successData(
    await client.send(CALLS.startLiveness, { body: {} }),
  );
  const files = poses.map((pose) => fakeUploadFile({ pose, photoSimilarity: similarity }));
  successData(await client.send(CALLS.checkLiveness, { body: { transactionId }, files }));
}

export const save = (client: TestClient, { name, birthDay, pan }: SamplePerson) =>
  client.send(CALLS.saveIdentity, { body: { name, birthDay, pan, aadhaar: null } });

/** An app that reads the codes of cards. */
export async function useCardCodes() {
  /** What keeps the engine from looking for a code. */
  const engine = { fault: null as EngineFault | null };

  const app = await useApp({
    kyc: {
      ...kyc,
      readCode: async (upload) => {
        if (engine.fault) throw new KycEngineError(engine.fault);
        return kyc.readCode(upload);
      },
    },
  });

  afterEach(() => {
    engine.fault = null;
  });

  let seed = 4000;

  /** Somebody with three cards sent, whose Aadhaar back has this code, and a face check. */
  async function ready(code: (person: SamplePerson) => string | undefined, similarity?: number) {
    seed += 1;
    const person = samplePerson(seed);
    const { name, birthDay, pan, aadhaar, pin } = person;
    const user = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });

    const print = { name, birthDay: businessDay(birthDay) };
    successData(await send(user.client, 'panFront', read({ ...print, pan })));
    successData(await send(user.client, 'aadhaarFront', read({ ...print, aadhaar })));
    const back = successData(
      await send(user.client, 'aadhaarBack', read({ aadhaar, pin }, code(person))),
    );
    await checkFace(user.client, similarity);

    return { ...user, person, back };
  }

  const sourceFor = (userId: string) => readSource(app.deps.db, app.deps.crypto, userId);

  const readState = async (userId: string) =>
    app.deps.db
      .selectFrom('identities')
      .select(['state', 'reasons'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();

  return Object.assign(engine, { app, ready, sourceFor, readState });
}
