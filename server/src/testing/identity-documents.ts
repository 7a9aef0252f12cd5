import { randomUUID } from 'node:crypto';
import type { DocumentType } from '@noren/contract/certification';
import { CALLS } from '@noren/contract/index';
import { businessDay } from '@noren/core/money/time';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import type { SamplePerson } from '../sandbox/samples/sample-person.ts';
import { type FakeUpload, fakeUploadFile, readsAs } from './fake-kyc.ts';
import { checkLiveness, startLiveness } from './liveness.ts';
import type { TestApp, TestClient } from './start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

/** The photo in a code, which the fake engine compares with a face. */
export const FACE_PHOTO = Buffer.from('{"frame":{}}');

/** Sends a card's picture on which the reader finds what is written. */
export const uploadCard = (
  client: TestClient,
  type: DocumentType,
  written: FakeUpload,
  isLastTry = false,
) =>
  client.send(CALLS.readDocument, {
    body: { type, ...(isLastTry && { isLastTry: 'true' as const }) },
    file: fakeUploadFile(written),
  });

/** Sends a card's picture on which these fields are read, and this code is found. */
export const sendCard = (
  { client }: Pick<SignedInUser, 'client'>,
  type: DocumentType,
  fields: OcrFields,
  code?: string,
) => uploadCard(client, type, { ...readsAs(fields), ...(code !== undefined && { code }) });

/** A face check whose face is that much like the photo in a code. */
export const passFace = async (
  { client }: Pick<SignedInUser, 'client'>,
  photoSimilarity: number = 0.9,
) => successData(await checkLiveness(client, await startLiveness(client), { photoSimilarity }));

/** Somebody who sent the pictures of cards, the last with this code, and passed the face check. */
export async function whoSentCards(
  app: TestApp,
  { name, birthDay, pan, aadhaar, pin }: SamplePerson,
  {
    code,
    onPanCard = name,
    similarity,
  }: { code: string | undefined; onPanCard?: string | undefined; similarity?: number | undefined },
) {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const born = businessDay(birthDay);

  successData(await sendCard(who, 'panFront', { name: onPanCard, birthDay: born, pan }));
  successData(await sendCard(who, 'aadhaarFront', { name, birthDay: born, aadhaar }));
  const back = successData(await sendCard(who, 'aadhaarBack', { aadhaar, pin }, code));
  await passFace(who, similarity);

  return { ...who, back };
}

/** Confirms an identity as a person types it; by default with the Aadhaar number that was read. */
export const confirmIdentity = (
  { client }: Pick<SignedInUser, 'client'>,
  { name, birthDay, pan }: Pick<SamplePerson, 'name' | 'birthDay' | 'pan'>,
  aadhaar: string | null = null,
) => client.send(CALLS.saveIdentity, { body: { name, birthDay, pan, aadhaar } });

/** Stores a PAN card as read at an instant (UTC ms), in place of an earlier one. */
export async function storePanCard(
  { deps }: TestApp,
  userId: string,
  readAt: number,
): Promise<void> {
  const read = { fileId: randomUUID(), ocrAt: new Date(readAt) };
  await deps.db
    .insertInto('identity_documents')
    .values({
      userId,
      type: 'panFront',
      ocrFieldsEnc: deps.crypto.encrypt(
        '{}',
        `identity_documents.ocr_fields_enc.panFront:${userId}`,
      ),
      confidence: 90,
      ...read,
    })
    .onConflict((clash) => clash.columns(['userId', 'type']).doUpdateSet(read))
    .execute();
}

/** Sets what became of the check of an identity. */
export const markIdentity = (
  { deps }: TestApp,
  { userId }: SignedInUser,
  state: 'review' | 'refused',
) => deps.db.updateTable('identities').set({ state }).where('userId', '=', userId).execute();
