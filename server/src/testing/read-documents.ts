import { businessDay } from '@noren/core/money/time';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makeFakeKyc } from './fake-kyc.ts';
import { startApp, type TestApp } from './start-app.ts';

export { readsAs as read } from './fake-kyc.ts';

export const AADHAAR = '234567890124';
export const birthDay = businessDay('1994-03-09');

export const PAN: OcrFields = {
  pan: 'ABCPK1234L',
  name: 'ASHA KUMARI RAO',
  fatherName: 'MOHAN RAO',
  birthDay,
};

export const FRONT: OcrFields = {
  aadhaar: AADHAAR,
  name: 'Asha Kumari Rao',
  birthDay,
  gender: 'female',
};
export type Type = 'panFront' | 'aadhaarFront' | 'aadhaarBack';

interface ReadDocuments {
  app: TestApp;
  /** Runs while a card is being processed. */
  meanwhile: () => Promise<unknown>;
}

/** An app whose reader reads what a test writes on a card. */
export async function useReadDocuments() {
  const cards = { meanwhile: async (): Promise<unknown> => undefined } as ReadDocuments;

  beforeAll(async () => {
    const kyc = makeFakeKyc();

    const maskAadhaar: typeof kyc.maskAadhaar = async (read) => {
      await cards.meanwhile();
      return kyc.maskAadhaar(read);
    };

    cards.app = await startApp({ kyc: { ...kyc, maskAadhaar } });
  });

  afterAll(() => cards.app.stop());
  beforeEach(() => cards.app.advance(2 * 3_600_000));

  const readStoredFile = async (userId: string, type: Type) =>
    cards.app.deps.db
      .selectFrom('identity_documents')
      .selectAll()
      .where('userId', '=', userId)
      .where('type', '=', type)
      .executeTakeFirstOrThrow();

  return Object.assign(cards, { readStoredFile });
}
