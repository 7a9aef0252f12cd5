import { randomUUID } from 'node:crypto';
import type { TestApp } from './start-app.ts';

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
