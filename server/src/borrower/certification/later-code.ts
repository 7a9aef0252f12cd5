import { compareSource, type SourceDifference } from '@noren/core/people/source-match';
import { UserStatus } from '@noren/core/people/status';
import { identityLevelNow } from '../../lending/credit/available-credit.ts';
import { readCredit } from '../../lending/credit/credit-store.ts';
import { claimNewestSource, recordComparison } from '../../people/certification/decide-source.ts';
import { askAboutPan } from '../../people/certification/pan-check.ts';
import { reopenIdentity } from '../../people/certification/review-store.ts';
import { codeFaults } from '../../people/certification/source-refusals.ts';
import { readWaitingPhoto } from '../../people/certification/source-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { hasDeclinedOptional } from '../../people/consents.ts';
import { readDocumentRequests } from '../../people/document-request-store.ts';
import { recordOwnAction, recordSystemAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { refusePicture, takePicture } from '../../platform/files/pictures.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import type { SignedIdentity } from '../../platform/ports/identity-sources.ts';
import {
  type CardCode,
  readCardCode,
  type SentCard,
  type SentSource,
  saveCardCode,
} from './card-code.ts';
import { returnToReview } from './identity-review.ts';

/*
 * Somebody certified by pictures alone sends a card again for its code: first the card, then a face
 * check, because the photo in the code is compared with a face and no frame of the first check was
 * kept. The pictures and readings that were confirmed stay as they are. Whatever leaves a doubt goes
 * to a reviewer; the level from before stays until it is decided.
 */

/** What a certified person may send so that the issuer confirms the identity; null: nothing. */
export async function findCodeStep(
  ctx: UserCtx,
  db: Db | Tx,
): Promise<'aadhaarBack' | 'face' | null> {
  const { deps, userId, session, today } = ctx;
  if (deps.identitySources === null || session.bizStatus < UserStatus.certified) return null;

  const credit = await readCredit(db, userId, today);
  if (identityLevelNow(credit, ctx).next?.step !== 'send_card_code') return null;

  // What a reviewer waits for comes first.
  if ((await readDocumentRequests(db, userId)).length > 0) return null;

  if ((await readWaitingPhoto(db, userId)) === null) return 'aadhaarBack';
  // Who then refuses the face check sends the card once more, and a reviewer compares it.
  return (await hasDeclinedOptional(db, userId, 'face_check')) ? 'aadhaarBack' : 'face';
}

/**
 * The code on a card of the confirmed person.
 * @throws CallError 400 when none is found, it is forged, or it is another person's, and 429 after
 *   too many codes
 */
export async function readLaterCode(ctx: UserCtx, sent: SentCard): Promise<CardCode> {
  await takePicture(ctx.deps, sent.upload);

  const result = await readCardCode(ctx, 'aadhaarBack', sent);
  if (result.state === 'refused') throw refusePicture(codeFaults[result.reason]);
  if (result.state !== 'read') throw refusePicture('code_missing');

  const { db, files } = ctx.deps;
  try {
    const differences = await findOtherHolder(ctx, result.code.identity);
    if (differences === null) return result.code;

    await recordSystemAction(db, ctx, {
      action: 'card_code_refused',
      detail: { document: 'aadhaarBack', reason: 'differs', differences },
    });
    throw refusePicture('code_differs');
  } catch (error) {
    if (result.code.photoFileId) await files.remove(result.code.photoFileId);
    throw error;
  }
}

/**
 * In what a signed source says that its holder is not the confirmed person; null when it does not.
 * @throws CallError 429 after too many sources: each answer says whether one is theirs
 */
export async function findOtherHolder(
  ctx: UserCtx,
  { fields, referenceLast4: last4 }: Pick<SignedIdentity, 'fields' | 'referenceLast4'>,
): Promise<readonly SourceDifference[] | null> {
  const { deps, userId } = ctx;
  await takeOrRefuse(ctx, [['later-code-user-day', userId]]);

  const identity = await readIdentity(deps.db, deps.crypto, userId);
  const differences = identity ? compareSource({ ...fields, last4 }, identity) : [];
  // A name is written in many ways: a reviewer compares it.
  return differences.every((difference) => difference === 'name') ? null : differences;
}

/**
 * Stores the source. One whose photo cannot be opened is compared at once, another after the face
 * check, or by a reviewer when the face check was refused.
 */
export async function saveLaterCode(ctx: UserCtx, tx: Tx, source: SentSource): Promise<void> {
  await saveCardCode(ctx, tx, source);
  if (source.code.photoFileId === null) await compareLaterCode(ctx, tx);
  else if (await hasDeclinedOptional(tx, ctx.userId, 'face_check'))
    await reviewLaterCode(ctx, tx, 'refused');
}

/**
 * Compares the newest source with the identity that was confirmed before it came. A difference, or
 * a photo that was compared with no face, goes to a reviewer.
 */
export async function compareLaterCode(ctx: UserCtx, tx: Tx): Promise<'passed' | 'review'> {
  const { deps, userId, now } = ctx;
  const identity = await readIdentity(tx, deps.crypto, userId);
  if (!identity) return 'passed';

  // Who was certified before the register of PANs was asked has agreed to it by now.
  await askAboutPan(tx, deps, userId);

  const compared = await claimNewestSource(deps, tx, userId, identity);
  const detail = { differences: [...compared.differences] };
  await recordOwnAction(tx, { userId, now }, { action: 'card_code_compared', detail });

  if (compared.differences.length > 0 || compared.source?.photoFileId) {
    await reviewLaterCode(ctx, tx);
    return 'review';
  }

  await recordComparison(deps, tx, userId, { compared, isReviewed: false });
  return 'passed';
}

/** A reviewer compares the code, and what is known of the face, with the identity. */
export async function reviewLaterCode(
  ctx: UserCtx,
  tx: Tx,
  face?: 'refused' | 'review',
): Promise<void> {
  await reopenIdentity(tx, ctx.userId);
  await returnToReview(ctx, tx, 'aadhaarBack', face);
}
