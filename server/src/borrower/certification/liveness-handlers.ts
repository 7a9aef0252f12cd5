import { CODES } from '@noren/contract/codes';
import { type Place, toCoarsePlace } from '@noren/core/people/coarse-place';
import { mayCollect } from '@noren/core/people/consent';
import { isDueDiligence, needsCamera } from '@noren/core/people/face-check';
import type { Pose } from '@noren/core/people/liveness';
import { MIN_SIMILARITY } from '@noren/core/people/liveness-hints';
import {
  CHECK_TTL_MS,
  judgeFace,
  readCardPhoto,
  withoutDoubt,
  withoutReview,
} from '../../people/certification/face-frames.ts';
import { refuseLiveness, requireFrames } from '../../people/certification/face-refusals.ts';
import {
  createLivenessCheck,
  findLivenessCheck,
  type LivenessDecision,
  readLivenessState,
  saveLivenessDecision,
  savePlace,
  storeReviewPicture,
} from '../../people/certification/liveness-store.ts';
import { renewReview } from '../../people/certification/review-store.ts';
import { openSignedPhoto } from '../../people/certification/signed-photo.ts';
import {
  type ComparedPhoto,
  readSource,
  savePhotoResult,
} from '../../people/certification/source-store.ts';
import { lockDecisionsShared, readConsents } from '../../people/consent-store.ts';
import { requireConsent } from '../../people/consents.ts';
import { endDocumentRequests } from '../../people/document-request-store.ts';
import { askForChange } from '../../people/login/phone-change.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { runKycEngine } from '../../platform/files/pictures.ts';
import { attachFile } from '../../platform/files/stored-file.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { endAccountHold } from './account-hold-store.ts';
import { type CheckPurpose, findCheckPurpose, requireCheckAccess } from './face-purpose.ts';
import { returnToReview } from './identity-review.ts';
import { compareLaterCode, reviewLaterCode } from './later-code.ts';

/** After this many failures the check goes to manual review. */
const MAX_FAILURES = 3;

/** Nobody looks at this check: who is the owner but not recognised calls the lender. */
function noTriesForPhone({ deps }: UserCtx): CallError {
  const values = { phone: deps.appConfig.lender.grievance.phone };
  const data = { reason: 'liveness_no_tries' } as const;
  return new CallError(CODES.conflict, 'phone.no_tries', { values, data });
}

/**
 * The poses of an open check, and what it is for.
 * @throws CallError when the check is not open, what it was for ended, or the number of frames is
 * wrong
 */
async function requireOpenCheck(
  ctx: UserCtx,
  transactionId: string,
  files: readonly Buffer[],
): Promise<{ poses: readonly Pose[]; purpose: CheckPurpose }> {
  const { db } = ctx.deps;
  const check = await findLivenessCheck(db, ctx.userId, transactionId, ctx.now);
  const stated = check.state === 'open' ? check.purpose : null;
  const purpose = await requireCheckAccess(ctx, db, stated);
  await requireConsent(ctx, db, 'face_check');

  if (check.state !== 'open') throw refuseLiveness(check.state);
  // The account, the number or the card that it was begun for is no more the one that waits.
  if (check.createdAt < purpose.since) throw refuseLiveness('closed');
  requireFrames(files, check.poses);

  return { poses: check.poses, purpose };
}

/** The photo in the card's code beside the face; null without a photo. One found unlike stays so. */
async function comparePhoto(ctx: UserCtx, frame: Buffer | null): Promise<ComparedPhoto | null> {
  const source = await readSource(ctx.deps.db, ctx.deps.crypto, ctx.userId);
  if (!source || !frame) return null;

  const { sourceId } = source;
  if (source.photoResult === 'unlike') return { sourceId, result: 'unlike' };

  const documentJpeg = await openSignedPhoto(ctx.deps, ctx.userId, source);
  if (!documentJpeg) return null;

  const { similarity } = await runKycEngine(() =>
    ctx.deps.kyc.checkFrames({ frames: [frame], ahead: 0, documentJpeg }),
  );
  const result =
    similarity === undefined ? 'unclear' : similarity >= MIN_SIMILARITY ? 'alike' : 'unlike';

  return { sourceId, result };
}

interface LivenessResult {
  readonly decision: LivenessDecision;
  readonly photo: ComparedPhoto | null;
  readonly reviewFileId: string | null;
  readonly purpose: CheckPurpose;
}

async function evaluateFrames(
  ctx: UserCtx,
  files: readonly Buffer[],
  { poses, purpose }: { poses: readonly Pose[]; purpose: CheckPurpose },
): Promise<LivenessResult> {
  const { kind, since } = purpose;
  const card = await readCardPhoto(ctx.deps, ctx.userId);
  const { decision, picture } = await judgeFace(ctx.deps, { files, poses, chooseCard: () => card });
  const unreviewed = { photo: null, reviewFileId: null, purpose };
  if (kind === 'phone') return { ...unreviewed, decision: withoutDoubt(decision) };
  if (kind === 'account') return { ...unreviewed, decision: withoutReview(decision) };

  const isPassed = decision.outcome === 'passed';
  // A picture that was sent, or a face that may be a print, does not show whose card it is.
  const photo = isPassed ? await comparePhoto(ctx, picture) : null;
  const { failures } = await readLivenessState(ctx.deps.db, ctx.userId, {
    purposes: [kind],
    since,
  });
  const isLastTry = decision.outcome === 'retry' && failures + 1 >= MAX_FAILURES;
  // Of a certified person nobody else looks at the face beside the photo in the code.
  const isUnlike = kind === 'card_code' && isPassed && photo?.result !== 'alike';
  const outcome = isLastTry || isUnlike ? 'review' : decision.outcome;
  // A reviewer sees the face beside a photo that was not found alike.
  const isShown = outcome === 'review' || (photo !== null && photo.result !== 'alike');
  const hasReviewPicture = isShown && picture !== null;
  const reviewFileId = hasReviewPicture
    ? await storeReviewPicture(ctx.deps, ctx.userId, picture)
    : null;

  return { decision: { ...decision, outcome }, photo, reviewFileId, purpose };
}

/** @returns the outcome, which is a review when the later code differs, and the tries left */
async function saveDecision(
  ctx: UserCtx,
  transactionId: string,
  tx: Tx,
  result: LivenessResult,
): Promise<{ outcome: LivenessDecision['outcome']; triesLeft: number }> {
  const { kind } = result.purpose;
  const status = await lockUser(tx, ctx.userId);
  const purpose = await findCheckPurpose(ctx, tx, { status, stated: kind });
  // It was measured for another account, number, card or request.
  if (purpose.since !== result.purpose.since) throw refuseLiveness('closed');

  const decision = { ...result.decision, reviewFileId: result.reviewFileId };
  if (!(await saveLivenessDecision(tx, ctx.userId, transactionId, decision, ctx.now))) {
    const { state } = await findLivenessCheck(tx, ctx.userId, transactionId, ctx.now);
    throw refuseLiveness(state === 'open' ? 'used' : state);
  }

  if (result.photo) await savePhotoResult(tx, ctx.userId, result.photo);
  if (result.reviewFileId) await attachFile(tx, ctx.userId, result.reviewFileId);
  const outcome = await applyOutcome(ctx, tx, purpose, decision.outcome);

  const since = { purposes: [kind], since: purpose.since };
  const { failures } = await readLivenessState(tx, ctx.userId, since);
  return { outcome, triesLeft: Math.max(0, MAX_FAILURES - failures) };
}

/** What a decided check changes. */
async function applyOutcome(
  ctx: UserCtx,
  tx: Tx,
  purpose: CheckPurpose,
  outcome: LivenessDecision['outcome'],
): Promise<LivenessDecision['outcome']> {
  const { userId } = ctx;
  const isPassed = outcome === 'passed';

  if (purpose.kind === 'card_code') return decideLaterCode(ctx, tx, outcome);
  if (purpose.kind === 'account' && isPassed) await releaseAccount(ctx, tx, purpose);
  if (purpose.kind === 'phone' && isPassed)
    await askForChange(tx, ctx.deps, { userId, changeId: purpose.changeId, proof: 'face' });

  if (purpose.kind === 'identity' && outcome !== 'retry') await addToReview(ctx, tx, purpose);

  return outcome;
}

/** A reviewer who has the case open decides about it with the face, asked for or not. */
async function addToReview(
  ctx: UserCtx,
  tx: Tx,
  { isRequested }: { isRequested: boolean },
): Promise<void> {
  const { userId, now } = ctx;
  if (!isRequested) return renewReview(tx, userId, now);

  await endDocumentRequests(tx, userId, { document: 'face' }, { event: 'sent', now });
  await returnToReview(ctx, tx, 'face');
}

/** What the face check of a later code comes to: a doubt goes to a reviewer. */
async function decideLaterCode(
  ctx: UserCtx,
  tx: Tx,
  outcome: LivenessDecision['outcome'],
): Promise<LivenessDecision['outcome']> {
  if (outcome === 'passed') return compareLaterCode(ctx, tx);
  if (outcome === 'review') await reviewLaterCode(ctx, tx, 'review');
  return outcome;
}

async function releaseAccount(
  { userId, now }: UserCtx,
  tx: Tx,
  { accountId }: { accountId: string },
): Promise<void> {
  await endAccountHold(tx, userId, accountId, now);

  const action = 'account_hold_ended_by_face_check';
  await recordOwnAction(tx, { userId, now }, { action, subject: accountId, detail: {} });
}

/** Where the check is made, coarse; without the consent to it, nothing is stored. */
async function storePlace(
  ctx: UserCtx,
  tx: Tx,
  { transactionId, place }: { transactionId: string; place: Place },
): Promise<void> {
  const coarse = toCoarsePlace(place);
  await lockDecisionsShared(tx, ctx.userId);
  if (!coarse || !mayCollect(await readConsents(tx, ctx.userId), 'location')) return;

  await savePlace(tx, ctx.deps.crypto, ctx.userId, { transactionId, place: coarse });
}

/**
 * Step one: liveness check. A certified user passes it again to end the hold on a changed account,
 * for another phone number, or because a reviewer asked for it.
 */
export const livenessHandlers = {
  async startLiveness(ctx, { body }, tx) {
    const stated = body.purpose ?? null;
    await requireCheckAccess(ctx, tx, stated);

    const status = await lockUser(tx, ctx.userId);
    const { kind: purpose, since } = await findCheckPurpose(ctx, tx, { status, stated });
    await requireConsent(ctx, tx, 'face_check');

    const counted = { purposes: [purpose], since };
    const { state, failures } = await readLivenessState(tx, ctx.userId, counted);
    if (state !== 'none') throw refuseLiveness(state === 'review' ? 'in_review' : 'passed');
    if (purpose === 'phone' && failures >= MAX_FAILURES) throw noTriesForPhone(ctx);
    if (purpose === 'account' && failures >= MAX_FAILURES) throw refuseLiveness('no_tries');

    const { now } = ctx;
    const expiresAt = now + CHECK_TTL_MS;
    const mode = needsCamera(purpose) ? 'camera' : (body.mode ?? 'camera');
    const check = await createLivenessCheck(tx, ctx.userId, { purpose, mode, now, expiresAt });
    const { transactionId } = check;
    if (body.place && isDueDiligence(purpose))
      await storePlace(ctx, tx, { transactionId, place: body.place });

    return { ...check, expiresInSeconds: CHECK_TTL_MS / 1000 };
  },

  checkLiveness: twoPhase({
    async prepare(ctx, { body, files }) {
      const check = await requireOpenCheck(ctx, body.transactionId, files);
      await takeOrRefuse(ctx, [['face-check-user-hour', ctx.userId]]);

      return evaluateFrames(ctx, files, check);
    },
    async commit(ctx, { body }, tx, result: LivenessResult) {
      try {
        const { outcome, triesLeft } = await saveDecision(ctx, body.transactionId, tx, result);
        const { reason, pose } = result.decision;
        return { outcome, reason, pose, triesLeft };
      } catch (error) {
        if (result.reviewFileId) await ctx.deps.files.remove(result.reviewFileId);
        throw error;
      }
    },
  }),
} satisfies Partial<Handlers>;
