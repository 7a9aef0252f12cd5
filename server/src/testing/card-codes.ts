import type { OcrFields } from '@noren/core/people/ocr-read';
import { afterEach } from 'vitest';
import { readSource } from '../people/certification/source-store.ts';
import { type EngineFault, KycEngineError } from '../platform/ports/kyc.ts';
import { type SamplePerson, samplePerson } from '../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../sandbox/samples/sign-code.ts';
import { type FakeUpload, makeFakeKyc, readsAs } from './fake-kyc.ts';
import { confirmIdentity, FACE_PHOTO, passFace, whoSentCards } from './identity-documents.ts';
import type { TestClient } from './start-app.ts';
import { testIssuer } from './test-issuer.ts';
import { useApp } from './use-app.ts';

const kyc = makeFakeKyc();

export const codeFor = (person: SamplePerson, photo = FACE_PHOTO): string =>
  signCode(layOutCode(person, { photo }), testIssuer());

export const read = (fields: OcrFields, code?: string): FakeUpload => ({
  ...readsAs(fields),
  ...(code !== undefined && { code }),
});

export type Card = 'panFront' | 'aadhaarFront' | 'aadhaarBack';

export const checkFace = (client: TestClient, similarity = 0.8) => passFace({ client }, similarity);

export const save = (client: TestClient, person: SamplePerson) =>
  confirmIdentity({ client }, person);

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
  async function ready(code: (person: SamplePerson) => string | undefined, similarity = 0.8) {
    seed += 1;
    const person = samplePerson(seed);
    return { ...(await whoSentCards(app, person, { code: code(person), similarity })), person };
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
