import type { PhotoResult, SourceDifference } from '@noren/core/people/source-match';
import { sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import type { SignedIdentity, SourceFields } from '../../platform/ports/identity-sources.ts';
import { deleteOldAddresses, deleteSourceAddress, noteSourceAddress } from './address-store.ts';
import type { DocumentFields } from './document-store.ts';

/** The kind that the encryption of a source's photo is bound to. */
export const SOURCE_PHOTO_KIND = 'sourcePhoto';

/** The sides of a card that may have a signed code. */
export type CodeSide = 'aadhaarFront' | 'aadhaarBack';

/** What was read and never compared with a confirmed identity is deleted after it. */
export const SOURCE_RETENTION_MS = 30 * 86_400_000;

/** A signed source as it is stored. */
export interface IdentitySource {
  readonly sourceId: string;
  readonly kind: SignedIdentity['kind'];
  readonly formatVersion: string;
  readonly referenceLast4: string;
  readonly issuedAt: number;
  /** When it was stored, UTC ms. */
  readonly createdAt: number;
  readonly verdict: 'pending' | 'agrees' | 'differs';
  readonly differences: readonly SourceDifference[];
  /** Null once nobody has to compare them any more. */
  readonly fields: SourceFields | null;
  readonly photoFileId: string | null;
  readonly photoResult: PhotoResult;
}

/** What a code says, as the fields that a card is read into. */
export function toDocumentFields(source: SourceFields, last4: string): DocumentFields {
  const { name, birth, gender, careOf, house, street, landmark, location, town } = source;
  const { district, state, pin } = source;
  const lines = [careOf, house, street, landmark, location, town, district, state];
  const address = lines.filter((line, at) => line !== '' && lines.indexOf(line) === at).join(', ');

  return {
    name,
    aadhaarLast4: last4,
    ...(birth.length === 10 && { birthDay: birth }),
    ...(gender !== '' && { gender }),
    ...(address !== '' && { address }),
    ...(pin !== '' && { pin }),
  };
}

const encryptionContext = (userId: string): string => `identity_sources.fields_enc:${userId}`;

/**
 * Stores a source that waits for the identity to be confirmed, in place of one that waited. A photo
 * that was unlike the face stays so: the card cannot be sent again to undo it.
 */
export async function writeSource(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  input: {
    identity: Omit<SignedIdentity, 'photo'>;
    photoFileId: string | null;
    photoResult: 'none' | 'waiting' | 'unclear';
    /** The side of the card it was read from; null for an offline file. */
    document: CodeSide | null;
    consentVersion: string;
    now: number;
  },
): Promise<void> {
  const { identity, photoFileId, photoResult, document, consentVersion, now } = input;
  const { kind, formatVersion, keyId, referenceLast4, issuedAt, fields, digests } = identity;
  const before = await tx
    .deleteFrom('identity_sources')
    .where('userId', '=', userId)
    .where('verdict', '=', 'pending')
    .returning(['photoFileId', 'photoResult'])
    .execute();
  for (const { photoFileId: fileId } of before) await deletePhoto(tx, userId, fileId);

  await noteSourceAddress(tx, crypto, userId, { fields, now });

  const isUnlike = before.some((source) => source.photoResult === 'unlike');
  await tx
    .insertInto('identity_sources')
    .values({
      userId,
      kind,
      formatVersion,
      keyId,
      referenceLast4,
      issuedAt: timestamp(issuedAt),
      digests: JSON.stringify(digests),
      fieldsEnc: crypto.encrypt(JSON.stringify(fields), encryptionContext(userId)),
      photoFileId,
      photoResult: isUnlike ? 'unlike' : photoResult,
      document,
      consentVersion,
      createdAt: timestamp(now),
    })
    .execute();
}

/**
 * Ends a code that waits for the identity to be confirmed, once another picture of its side came.
 * One whose photo was unlike the face stays: no picture undoes that.
 */
export async function endPendingCode(tx: Tx, userId: string, document: CodeSide): Promise<void> {
  const ended = await tx
    .deleteFrom('identity_sources')
    .where('userId', '=', userId)
    .where('verdict', '=', 'pending')
    .where('document', '=', document)
    .where('photoResult', '<>', 'unlike')
    .returning('photoFileId')
    .execute();
  if (ended.length === 0) return;

  for (const { photoFileId } of ended) await deletePhoto(tx, userId, photoFileId);
  await deleteSourceAddress(tx, userId);
}

/**
 * Since when (UTC ms) a source waits for a face to compare its photo with, sent after the identity
 * was verified; null when none does.
 */
export async function readWaitingPhoto(db: Db | Tx, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('identity_sources as s')
    .innerJoin('identities as i', 'i.userId', 's.userId')
    .select('s.createdAt')
    .where('s.userId', '=', userId)
    .where('s.verdict', '=', 'pending')
    .where('s.photoResult', '=', 'waiting')
    .where('i.state', '=', 'verified')
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

/** The newest source, the one that counts. */
export async function readSource(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<IdentitySource | null> {
  const row = await db
    .selectFrom('identity_sources')
    .select(['sourceId', 'kind', 'formatVersion', 'referenceLast4', 'issuedAt', 'verdict'])
    .select(['differences', 'fieldsEnc', 'photoFileId', 'photoResult', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('sourceId', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;

  const { fieldsEnc, differences, ...rest } = row;
  const plain = fieldsEnc && crypto.decrypt(fieldsEnc, encryptionContext(userId));
  return {
    ...rest,
    differences: differences as SourceDifference[],
    fields: plain === null ? null : (JSON.parse(plain) as SourceFields),
  };
}

/**
 * Records how a source compares with the confirmed identity. What it says stays while a reviewer
 * has to see it, and its photo while that reviewer may ask for a face to compare it with. The
 * address in a source that differs fills no form: it may be another person's.
 */
export async function decideSource(
  tx: Tx | Db,
  userId: string,
  { sourceId }: Pick<IdentitySource, 'sourceId'>,
  {
    differences,
    isReviewed,
    now,
  }: { differences: readonly SourceDifference[]; isReviewed: boolean; now: number },
): Promise<void> {
  const verdict = findVerdict(differences);
  await tx
    .updateTable('identity_sources')
    .set({
      verdict,
      differences: JSON.stringify(differences),
      // Compared again, it proves nothing that it had not proved.
      decidedAt: sql`
        case when verdict = ${verdict} then decided_at else ${timestamp(now)}::timestamptz end`,
    })
    .where('userId', '=', userId)
    .where('sourceId', '=', sourceId)
    .execute();

  if (differences.length > 0) await deleteSourceAddress(tx, userId);
  await closeSources(tx, userId, isReviewed ? sourceId : null);
}

/** What a source that differs so says of the identity. */
export function findVerdict(differences: readonly SourceDifference[]): 'agrees' | 'differs' {
  return differences.length === 0 ? 'agrees' : 'differs';
}

/** Deletes what the user's decided sources said, but for the one that a reviewer has to see. */
async function closeSources(tx: Tx | Db, userId: string, reviewedId: string | null): Promise<void> {
  const rows = await tx
    .selectFrom('identity_sources')
    .select(['sourceId', 'photoFileId', 'photoResult'])
    .where('userId', '=', userId)
    .where('verdict', '<>', 'pending')
    .where((is) => is.or([is('fieldsEnc', 'is not', null), is('photoFileId', 'is not', null)]))
    .execute();

  for (const { sourceId, photoFileId, photoResult } of rows) {
    if (sourceId === reviewedId) continue;

    await tx
      .updateTable('identity_sources')
      .set({
        fieldsEnc: null,
        photoFileId: null,
        ...(photoResult === 'waiting' && { photoResult: 'unclear' as const }),
      })
      .where('userId', '=', userId)
      .where('sourceId', '=', sourceId)
      .execute();
    await deletePhoto(tx, userId, photoFileId);
  }
}

/** A source's photo beside a face. */
export interface ComparedPhoto {
  readonly sourceId: string;
  readonly result: 'alike' | 'unlike' | 'unclear';
}

/**
 * Records how the photo compared with the face. One that was not alike stays for the reviewer. Under
 * the user's lock: a source that came while the face was measured was not compared, and its photo
 * still waits. A photo that was unlike the face stays so.
 */
export async function savePhotoResult(
  tx: Tx,
  userId: string,
  { sourceId, result }: ComparedPhoto,
): Promise<void> {
  const newest = await tx
    .selectFrom('identity_sources')
    .select(['sourceId', 'photoFileId', 'photoResult'])
    .where('userId', '=', userId)
    .orderBy('sourceId', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.sourceId !== sourceId || newest.photoResult === 'unlike') return;

  const isAlike = result === 'alike';
  await tx
    .updateTable('identity_sources')
    .set({ photoResult: result, ...(isAlike && { photoFileId: null }) })
    .where('userId', '=', userId)
    .where('sourceId', '=', sourceId)
    .execute();
  if (isAlike) await deletePhoto(tx, userId, newest.photoFileId);
}

/**
 * A source speaks of the identity that was compared with it: once another name, day or number is
 * confirmed, it no longer does.
 */
export async function noteChangedIdentity(
  tx: Tx,
  userId: string,
  differences: readonly SourceDifference[],
): Promise<void> {
  if (differences.length === 0) return;
  await tx
    .updateTable('identity_sources')
    .set({ verdict: 'differs', differences: JSON.stringify(differences) })
    .where('userId', '=', userId)
    .where('verdict', '=', 'agrees')
    .execute();
}

async function deletePhoto(tx: Tx | Db, userId: string, fileId: string | null): Promise<void> {
  if (fileId !== null) await addJob(tx, JOBS['delete-file'], { fileId }, { userId });
}

/** Deletes what was read before `before` (UTC ms) and never compared. */
export async function deleteOldSources(db: Db, before: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom('identity_sources')
      .where('verdict', '=', 'pending')
      .where('createdAt', '<', instantValue(before))
      .returning(['userId', 'photoFileId'])
      .execute();
    for (const { userId, photoFileId } of rows) await deletePhoto(tx, userId, photoFileId);

    await deleteOldAddresses(tx, before);
  });
}
