import { judgeFrames, needsReviewer, type Pose } from '@noren/core/people/liveness';
import { findHints } from '@noren/core/people/liveness-hints';
import type { Deps } from '../../platform/deps.ts';
import {
  openPicture,
  runKycEngine,
  takePicture,
  toBinding,
} from '../../platform/files/pictures.ts';
import { readDocuments } from './document-store.ts';
import type { LivenessDecision } from './liveness-store.ts';

/** How long the poses count. Source: `docs/identity.md`, "The face check". */
export const CHECK_TTL_MS = 180_000;

/** The user's card photo to compare a face with; null where none is stored. */
export async function readCardPhoto(deps: Deps, userId: string): Promise<Buffer | null> {
  const documents = await readDocuments(deps.db, deps.crypto, userId);

  for (const { type, fileId } of documents)
    if (type !== 'aadhaarBack' && fileId !== null) {
      // Null when the card was replaced in the meantime.
      const jpeg = await openPicture(deps, fileId, toBinding(userId, type));
      if (jpeg) return jpeg;
    }

  return null;
}

/**
 * Measures the frames of a face check, and judges them. A face unlike the card is a doubt: it goes
 * to a reviewer, where there is one.
 * @param check `chooseCard` returns the picture that the frame which looks ahead is compared with
 * @returns the decision, and that frame
 */
export async function judgeFace(
  deps: Deps,
  check: {
    files: readonly Buffer[];
    poses: readonly Pose[];
    chooseCard: (ahead: Buffer | null) => Buffer | null;
  },
): Promise<{ decision: LivenessDecision; picture: Buffer | null }> {
  const { files, poses, chooseCard } = check;
  const frames: Buffer[] = [];
  for (const file of files) frames.push(await takePicture(deps, file));

  const ahead = Math.max(0, poses.indexOf('face'));
  const picture = frames[ahead] ?? null;
  const documentJpeg = chooseCard(picture);
  const card = documentJpeg ? { documentJpeg } : {};
  const reading = await runKycEngine(() => deps.kyc.checkFrames({ frames, ahead, ...card }));
  const verdict = judgeFrames(reading.frames, poses);
  const isUpload = poses.length === 0;
  const hints = findHints(reading, poses);
  const outcome =
    isUpload || (verdict.ok && needsReviewer(hints)) ? 'review' : verdict.ok ? 'passed' : 'retry';

  return {
    decision: {
      outcome,
      reason: verdict.ok ? null : verdict.reason,
      pose: verdict.ok ? null : verdict.pose,
      score: reading.frames[ahead]?.face?.score ?? null,
      likeness: isUpload ? null : Math.min(...reading.frames.map(({ likeness }) => likeness ?? 0)),
      similarity: reading.similarity ?? null,
      hints,
    },
    picture,
  };
}

/**
 * No person looks at the check that ends an account's hold: any doubt is a failure.
 */
export function withoutReview(decision: LivenessDecision): LivenessDecision {
  if (decision.outcome === 'passed' && decision.hints.length === 0) return decision;
  return { ...decision, outcome: 'retry', reason: decision.reason ?? 'unclear' };
}

/** For another phone number the face must also have been compared with that of a card. */
export function withoutDoubt(decision: LivenessDecision): LivenessDecision {
  const strict = withoutReview(decision);
  return decision.similarity === null ? { ...strict, outcome: 'retry', reason: 'unclear' } : strict;
}
