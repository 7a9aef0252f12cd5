import { DUE_DILIGENCE } from '@noren/core/people/face-check';
import { claimNewestSource, recordComparison } from '../../people/certification/decide-source.ts';
import { readDocuments } from '../../people/certification/document-store.ts';
import { readLivenessState } from '../../people/certification/liveness-store.ts';
import { readPanDifferences } from '../../people/certification/pan-check.ts';
import {
  readIdentityToReview,
  writeReviewReasons,
} from '../../people/certification/review-store.ts';
import { hasDeclinedOptional } from '../../people/consents.ts';
import { readFaceCheckedFrom } from '../../people/document-request-store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { identityReviewReasons } from './identity-review-reasons.ts';

/**
 * After the borrower sent a document again: compares the identity with all its documents and
 * returns it to the reviewers, who asked for the document, even if nothing differs now. Does nothing
 * when the identity is not in review.
 * @param face what became of a face check that is not one of the first certification's
 */
export async function returnToReview(
  { deps, userId, now }: UserCtx,
  tx: Tx,
  document: string,
  face?: 'refused' | 'review',
): Promise<void> {
  const reasons = await compareForReview(tx, deps, userId, face);
  if (reasons === null) return;

  const detail = { document, reasons };
  await recordAction(tx, { at: now, userId, actor: 'user', action: 'document_sent_again', detail });
}

/**
 * Compares an identity in review with everything there is, as a new version of its case.
 * @returns why it needs a reviewer; null when it is not in review
 */
export async function compareForReview(
  tx: Tx,
  deps: Deps,
  userId: string,
  face?: 'refused' | 'review',
): Promise<readonly string[] | null> {
  const identity = await readIdentityToReview(tx, deps.crypto, userId);
  if (!identity) return null;

  const documents = await readDocuments(tx, deps.crypto, userId);
  const since = await readFaceCheckedFrom(tx, userId);
  const liveness = await readLivenessState(tx, userId, { purposes: DUE_DILIGENCE, since });
  const hasDeclined =
    liveness.state === 'none' && (await hasDeclinedOptional(tx, userId, 'face_check'));
  const compared = await claimNewestSource(deps, tx, userId, identity);
  const reasons = identityReviewReasons(
    deps.crypto,
    identity,
    documents,
    face ?? (hasDeclined ? 'refused' : liveness.state),
    {
      source: compared.differences,
      panRegister: await readPanDifferences(tx, deps, userId, identity),
    },
  );
  const read = Object.fromEntries(documents.map(({ type, fields }) => [type, fields]));

  await recordComparison(deps, tx, userId, { compared, isReviewed: true });
  const savedAt = timestamp(deps.now());
  await writeReviewReasons(tx, deps.crypto, userId, { reasons, read, savedAt });

  return reasons;
}
