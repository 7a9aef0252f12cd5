import { randomInt } from 'node:crypto';
import { drawPoses, type LivenessHint, type LivenessReason, type Pose } from '@noren/core/people/liveness';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { bindingOf, openPicture } from '../../platform/files/pictures.ts';
import { addJob, cancelJob } from '../../platform/jobs/jobs.ts';

/** With the camera, pose by pose; or one picture for a reviewer, from someone without a camera. */
export type LivenessMode = 'camera' | 'upload';

/** What came of a face check; all that is kept of its frames. */
export interface LivenessDecision {
  readonly outcome: 'passed' | 'retry' | 'review';
  readonly reason: LivenessReason | null;
  /** The pose at which it failed. */
  readonly pose: Pose | null;
  /** How sure the reader was of the face looking ahead, 0–1. */
  readonly score: number | null;
  /** Least likeness of a frame's face to the face looking ahead, 0–1. */
  readonly likeness: number | null;
  /** Likeness of the face looking ahead to the document's photo, 0–1: a hint. */
  readonly similarity: number | null;
  readonly hints: readonly LivenessHint[];
}

/** Begins a check and closes the one still open. @returns its id and the poses to hold, none for an upload */
export async function beginLiveness(
  tx: Tx | Db,
  userId: string,
  given: { mode: LivenessMode; now: number; expiresAt: number },
): Promise<{ transactionId: string; poses: Pose[] }> {
  const poses = given.mode === 'camera' ? drawPoses((n) => randomInt(n)) : [];
  await tx
    .updateTable('liveness_checks')
    .set({ supersededAt: timestamp(given.now) })
    .where('userId', '=', userId)
    .where('outcome', 'is', null)
    .where('supersededAt', 'is', null)
    .execute();
  const row = await tx
    .insertInto('liveness_checks')
    .values({
      userId,
      mode: given.mode,
      poses: JSON.stringify(poses),
      createdAt: timestamp(given.now),
      expiresAt: timestamp(given.expiresAt),
    })
    .returning('transactionId')
    .executeTakeFirstOrThrow();
  return { transactionId: row.transactionId, poses };
}

/** A check that may be decided, or why not. */
export type LivenessCheck =
  | { readonly state: 'open'; readonly mode: LivenessMode; readonly poses: readonly Pose[] }
  | { readonly state: 'unknown' | 'expired' | 'used' | 'closed' };

/** A check of this user's; another's is unknown to them. */
export async function findLiveness(
  db: Db | Tx,
  userId: string,
  transactionId: string,
  now: number,
): Promise<LivenessCheck> {
  const row = await db
    .selectFrom('liveness_checks')
    .select(['mode', 'poses', 'outcome', 'supersededAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('transactionId', '=', transactionId)
    .executeTakeFirst();
  if (!row) return { state: 'unknown' };
  if (row.outcome !== null) return { state: 'used' };
  if (row.supersededAt !== null) return { state: 'closed' };
  if (row.expiresAt <= now) return { state: 'expired' };
  return { state: 'open', mode: row.mode, poses: row.poses as Pose[] };
}

/** Decides a check, once. @returns false when it was decided or closed in the meantime */
export async function decideLiveness(
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

/** Where the face check stands: passed once is passed; how often it failed so far. */
export async function readLiveness(
  db: Db | Tx,
  userId: string,
): Promise<{ state: 'none' | 'passed' | 'review'; failures: number }> {
  const rows = await db
    .selectFrom('liveness_checks')
    .select('outcome')
    .where('userId', '=', userId)
    .where('outcome', 'is not', null)
    .execute();
  const outcomes = rows.map((row) => row.outcome);
  const state = outcomes.includes('passed') ? 'passed' : outcomes.includes('review') ? 'review' : 'none';
  return { state, failures: outcomes.filter((outcome) => outcome !== 'passed').length };
}

const PICTURE_KIND = 'faceReview';
/** A picture nobody has come to own by then is removed: its request broke off after the picture was written. */
const OWNED_WITHIN_MS = 3_600_000;
const strayJob = (fileId: string): string => `file:${fileId}`;

/** Puts by the one picture a reviewer needs, encrypted; to be owned by a decision, or it goes. @returns its file */
export async function putReviewPicture(deps: Deps, userId: string, jpeg: Buffer): Promise<string> {
  const fileId = await deps.files.put(jpeg, bindingOf(userId, PICTURE_KIND));
  await addJob(deps.db, 'delete-file', { fileId }, { key: strayJob(fileId), afterMs: OWNED_WITHIN_MS });
  return fileId;
}

/** The picture now belongs to a decision. */
export async function ownReviewPicture(tx: Tx, fileId: string): Promise<void> {
  await cancelJob(tx, strayJob(fileId));
}

/** What a reviewer is shown of a face check: the picture as JPEG and what to look at closer; null when there is none. */
export async function takeReviewPicture(
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
  const jpeg = await openPicture(deps, fileId, bindingOf(userId, PICTURE_KIND));
  return jpeg && { jpeg, hints, similarity };
}

/** The review is over: its pictures go. Files are removed by jobs of the same transaction. */
export async function dropReviewPicture(tx: Tx, userId: string): Promise<void> {
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
  for (const { reviewFileId: fileId } of rows) if (fileId) await addJob(tx, 'delete-file', { fileId });
}

/** Pictures of checks decided before an instant go, though nobody has looked at them. */
export async function dropOldReviewPictures(db: Db, before: number): Promise<void> {
  const rows = await db
    .selectFrom('liveness_checks')
    .select('userId')
    .distinct()
    .where('reviewFileId', 'is not', null)
    .where('decidedAt', '<', instantValue(before))
    .execute();
  for (const { userId } of rows) await db.transaction().execute((tx) => dropReviewPicture(tx, userId));
}
