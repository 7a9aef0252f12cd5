import type { DocumentType, readFields } from '@noren/contract/certification';
import type * as z from 'zod/mini';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** What was read from a document, the Aadhaar number as its last four digits only. */
export type ReadFields = z.infer<typeof readFields>;

export interface KeptDocument {
  readonly type: DocumentType;
  /** Null for an Aadhaar card that could not be read: no picture of it is kept. */
  readonly fileId: string | null;
  /** False for a card that could not be read and was gone on without. */
  readonly isRead: boolean;
  readonly fields: ReadFields;
  readonly confidence: number;
  /** Fields a person should look at, missing ones among them. */
  readonly uncertain: readonly string[];
  /** Keyed hash of the Aadhaar number, when it was read. */
  readonly aadhaarHash: Buffer | null;
}

const placeOf = (type: DocumentType, userId: string): string => `identity_documents.ocr_fields_enc.${type}:${userId}`;

/** Writes a document over an earlier one of its type. @returns the earlier one's file, to be removed */
export async function writeDocument(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  document: KeptDocument,
  now: number,
): Promise<string | null> {
  const before = await tx
    .selectFrom('identity_documents')
    .select('fileId')
    .where('userId', '=', userId)
    .where('type', '=', document.type)
    .executeTakeFirst();
  const row = {
    fileId: document.fileId,
    ocrFieldsEnc: crypto.encrypt(JSON.stringify(document.fields), placeOf(document.type, userId)),
    confidence: Math.round(document.confidence),
    aadhaarHash: document.aadhaarHash,
    ocrAt: timestamp(now),
    uncertain: JSON.stringify(document.uncertain),
    isLegible: document.isRead,
  };
  await tx
    .insertInto('identity_documents')
    .values({ userId, type: document.type, ...row })
    .onConflict((clash) => clash.columns(['userId', 'type']).doUpdateSet(row))
    .execute();
  return before?.fileId ?? null;
}

/** The documents read so far, in the order they are asked for. */
export async function readDocuments(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<(KeptDocument & { readonly readAt: number })[]> {
  const rows = await db.selectFrom('identity_documents').selectAll().where('userId', '=', userId).execute();
  const order: readonly DocumentType[] = ['panFront', 'aadhaarFront', 'aadhaarBack'];
  return rows
    .map((row) => ({
      type: row.type,
      fileId: row.fileId,
      fields: JSON.parse(crypto.decrypt(row.ocrFieldsEnc, placeOf(row.type, userId))) as ReadFields,
      confidence: row.confidence,
      uncertain: row.uncertain,
      isRead: row.isLegible,
      aadhaarHash: row.aadhaarHash,
      readAt: row.ocrAt,
    }))
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
}
