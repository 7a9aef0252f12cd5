import type { DocumentType, readFields } from '@noren/contract/certification';
import type * as z from 'zod/mini';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** Fields read from a document; of the Aadhaar number only the last four digits. */
export type DocumentFields = z.infer<typeof readFields>;

export interface IdentityDocument {
  readonly type: DocumentType;
  /** Null for a card whose picture could not be masked: it is not stored. */
  readonly fileId: string | null;
  /** False for an unreadable card that was accepted for manual review. */
  readonly isRead: boolean;
  readonly fields: DocumentFields;
  readonly confidence: number;
  /** Fields that are missing or were read with low confidence. */
  readonly uncertain: readonly string[];
  /** Keyed hash of the Aadhaar number, when it was read. */
  readonly aadhaarHash: Buffer | null;
}

/** Whether a picture is stored of a card that shows its holder's face. */
export async function hasCardPicture(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_documents')
    .select('type')
    .where('userId', '=', userId)
    .where('type', '<>', 'aadhaarBack')
    .where('fileId', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const encryptionContext = (type: DocumentType, userId: string): string =>
  `identity_documents.ocr_fields_enc.${type}:${userId}`;

/** Replaces the document of this type. @returns the file id of the old one, to be deleted */
export async function writeDocument(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  document: IdentityDocument,
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
    ocrFieldsEnc: crypto.encrypt(
      JSON.stringify(document.fields),
      encryptionContext(document.type, userId),
    ),
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

/** The uploaded documents in the order the app asks for them. */
export async function readDocuments(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<(IdentityDocument & { readonly readAt: number })[]> {
  const rows = await db
    .selectFrom('identity_documents')
    .selectAll()
    .where('userId', '=', userId)
    .execute();
  const order: readonly DocumentType[] = ['panFront', 'aadhaarFront', 'aadhaarBack'];

  return rows
    .map((row) => ({
      type: row.type,
      fileId: row.fileId,
      fields: JSON.parse(
        crypto.decrypt(row.ocrFieldsEnc, encryptionContext(row.type, userId)),
      ) as DocumentFields,
      confidence: row.confidence,
      uncertain: row.uncertain,
      isRead: row.isLegible,
      aadhaarHash: row.aadhaarHash,
      readAt: row.ocrAt,
    }))
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
}
