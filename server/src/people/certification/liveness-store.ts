import { randomInt } from 'node:crypto';
import type { Place } from '@noren/core/people/coarse-place';
import type { FacePurpose } from '@noren/core/people/face-purpose';
import {
  drawPoses,
  type LivenessHint,
  type LivenessReason,
  type Pose,
} from '@noren/core/people/liveness';
import { sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { openPicture, toBinding } from '../../platform/files/pictures.ts';
import { storeFile } from '../../platform/files/stored-file.ts';
import { addJob } from '../../platform/jobs/job-store.ts';

/**
 * `camera`: a frame per pose. `upload`: one picture for manual review, for borrowers without a
 * camera.
 */
export type LivenessMode = 'camera' | 'upload';

/** The result of a liveness check. The frames themselves are not stored. */
export interface LivenessDecision {
  readonly outcome: 'passed' | 'retry' | 'review';
  readonly reason: LivenessReason | null;
  /** The pose at which it failed. */
  readonly pose: Pose | null;
  /** Detection confidence of the frontal face, 0–1. */
  readonly score: number | null;
  /** Lowest similarity between a frame's face and the frontal face, 0–1. */
  readonly likeness: number | null;
  /** Similarity between the frontal face and the document photo, 0–1. A hint for the reviewer. */
  readonly similarity: number | null;
  readonly hints: readonly LivenessHint[];
}

/** Creates a check and closes an open one. An upload has no poses. */
export async function createLivenessCheck(
  tx: Tx | Db,
  userId: string,
  input: { purpose: FacePurpose; mode: LivenessMode; now: number; expiresAt: number },
): Promise<{ transactionId: string; poses: Pose[] }> {
  const poses = input.mode === 'camera' ? drawPoses((n) => randomInt(n)) : [];
  await tx
    .updateTable('liveness_checks')
    .set({ supersededAt: timestamp(input.now) })
    .where('userId', '=', userId)
    .where('outcome', 'is', null)
    .where('supersededAt', 'is', null)
    .execute();

  const row = await tx
    .insertInto('liveness_checks')
    .values({
      userId,
      purpose: input.purpose,
      mode: input.mode,
      poses: JSON.stringify(poses),
      createdAt: timestamp(input.now),
      expiresAt: timestamp(input.expiresAt),
    })
    .returning('transactionId')
    .executeTakeFirstOrThrow();
  return { transactionId: row.transactionId, poses };
}

/** Stores where a check is made. Nothing but the copy of one's own data reads it. */
export async function savePlace(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  { transactionId, place }: { transactionId: string; place: Place },
): Promise<void> {
  await tx
    .updateTable('liveness_checks')
    .set({ placeEnc: crypto.encrypt(JSON.stringify(place), `liveness_checks.place_enc:${userId}`) })
    .where('userId', '=', userId)
    .where('transactionId', '=', transactionId)
    .execute();
}

/** Deletes every place of the user's checks: the consent to them was withdrawn. */
export async function deletePlaces(tx: Tx | Db, userId: string): Promise<void> {
  await tx
    .updateTable('liveness_checks')
    .set({ placeEnc: null })
    .where('userId', '=', userId)
    .where('placeEnc', 'is not', null)
    .execute();
}

export type LivenessCheck =
  | {
      readonly state: 'open';
      /** Null for a check that a server of an earlier version began. */
      readonly purpose: FacePurpose | null;
      readonly poses: readonly Pose[];
      /** UTC ms. */
      readonly createdAt: number;
    }
  | { readonly state: 'unknown' | 'expired' | 'used' | 'closed' };

/** Another user's check is 'unknown'. */
export async function findLivenessCheck(
  db: Db | Tx,
  userId: string,
  transactionId: string,
  now: number,
): Promise<LivenessCheck> {
  const row = await db
    .selectFrom('liveness_checks')
    .select(['purpose', 'poses', 'createdAt', 'outcome', 'supersededAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('transactionId', '=', transactionId)
    .executeTakeFirst();
  if (!row) return { state: 'unknown' };
  if (row.outcome !== null) return { state: 'used' };
  if (row.supersededAt !== null) return { state: 'closed' };
  if (row.expiresAt <= now) return { state: 'expired' };

  const { purpose, poses, createdAt } = row;
  return { state: 'open', purpose, poses, createdAt };
}

/** @returns false when the check was already decided or closed */
export async function saveLivenessDecision(
  tx: Tx | Db,
  userId: string,
  transactionId: string,
  decision: LivenessDecision & { readonly reviewFileId?: string | null },
  now: number,
): Promise<boolean> {
  const { hints, reviewFileId = null, ...columns } = decision;
  const row = await tx
    .updateTable('liveness_checks')
    .set({
      ...columns,
      hints: JSON.stringify(hints),
      reviewFileId,
      decidedAt: timestamp(now),
    })
    .where('userId', '=', userId)
    .where('transactionId', '=', transactionId)
    .where('outcome', 'is', null)
    .where('supersededAt', 'is', null)
    .returning('transactionId')
    .executeTakeFirst();

  return row !== undefined;
}

/** What a check is for, of one table of checks. */
export const CHECK_PURPOSE = sql<FacePurpose>`coalesce(purpose, 'identity')`;

/**
 * A user's liveness state over all checks for some purposes since an instant (UTC ms); one pass is
 * enough. `failures` includes checks sent to review.
 */
export async function readLivenessState(
  db: Db | Tx,
  userId: string,
  { purposes, since }: { purposes: readonly FacePurpose[]; since: number },
): Promise<{ state: 'none' | 'passed' | 'review'; failures: number }> {
  const rows = await db
    .selectFrom('liveness_checks')
    .select('outcome')
    .where('userId', '=', userId)
    .where('outcome', 'is not', null)
    .where(CHECK_PURPOSE, 'in', purposes)
    .where('createdAt', '>=', instantValue(since))
    .execute();
  const outcomes = rows.map((row) => row.outcome);
  const state = outcomes.includes('passed')
    ? 'passed'
    : outcomes.includes('review')
      ? 'review'
      : 'none';

  return { state, failures: outcomes.filter((outcome) => outcome !== 'passed').length };
}

const PICTURE_KIND = 'faceReview';

/**
 * Stores the picture for the reviewer, to be attached when a decision references it.
 * @returns the file id
 */
export function storeReviewPicture(deps: Deps, userId: string, jpeg: Buffer): Promise<string> {
  return storeFile(deps, { userId, kind: PICTURE_KIND }, jpeg);
}

/** The stored JPEG and hints for the reviewer, or null. */
export async function readReviewPicture(
  deps: Deps,
  userId: string,
): Promise<{ jpeg: Buffer; hints: readonly string[]; similarity: number | null } | null> {
  const row = await deps.db
    .selectFrom('liveness_checks')
    .select(['reviewFileId', 'hints', 'similarity'])
    .where('userId', '=', userId)
    .where('reviewFileId', 'is not', null)
    .orderBy('decidedAt', 'desc')
    .executeTakeFirst();
  if (!row?.reviewFileId) return null;

  const { hints, similarity, reviewFileId: fileId } = row;
  const jpeg = await openPicture(deps, fileId, toBinding(userId, PICTURE_KIND));

  return jpeg && { jpeg, hints, similarity };
}

/** Deletes the pictures after a review. Jobs of the same transaction delete the files. */
export async function deleteReviewPictures(tx: Tx, userId: string): Promise<void> {
  const rows = await tx
    .selectFrom('liveness_checks')
    .select('reviewFileId')
    .where('userId', '=', userId)
    .where('reviewFileId', 'is not', null)
    .execute();

  await tx
    .updateTable('liveness_checks')
    .set({ reviewFileId: null })
    .where('userId', '=', userId)
    .where('reviewFileId', 'is not', null)
    .execute();
  for (const { reviewFileId: fileId } of rows)
    if (fileId) await addJob(tx, JOBS['delete-file'], { fileId }, { userId });
}

/** Deletes the pictures of checks decided before `before` (UTC ms), reviewed or not. */
export async function deleteOldReviewPictures(db: Db, before: number): Promise<void> {
  const rows = await db
    .selectFrom('liveness_checks')
    .select('userId')
    .distinct()
    .where('reviewFileId', 'is not', null)
    .where('decidedAt', '<', instantValue(before))
    .execute();
  for (const { userId } of rows)
    await db.transaction().execute((tx) => deleteReviewPictures(tx, userId));
}
