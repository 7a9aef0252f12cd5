import { CODES } from '@noren/contract/codes';
import { judgeFrames, type Pose } from '@noren/core/people/liveness';
import { hintsOf } from '@noren/core/people/liveness-hints';
import { requireConsent } from '../../lending/consents.ts';
import type { Tx } from '../../platform/db/db.ts';
import { askEngine, bindingOf, openPicture, takePicture } from '../../platform/files/pictures.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session.ts';
import {
  beginLiveness,
  decideLiveness,
  findLiveness,
  type LivenessDecision,
  ownReviewPicture,
  putReviewPicture,
  readLiveness,
} from './liveness-store.ts';
import { readDocuments } from './pictures-store.ts';
import { beginStep, needStep } from './step.ts';

/** How long a face check may take. Source: `docs/domain.md`, "Identity documents". */
const CHECK_LIVES_MS = 180_000;
/** After so many failures a person looks at it instead. */
const TRIES = 3;

type Refusal = 'unknown' | 'expired' | 'used' | 'closed' | 'in_review' | 'passed';
function refuse(reason: Refusal): CallError {
  return new CallError(CODES.conflict, `certification.liveness_${reason}`, { data: { reason: `liveness_${reason}` } });
}

/** The card whose photo the face is compared with: a hint for a reviewer, never a decision. */
async function cardPhoto(ctx: UserCtx): Promise<{ documentJpeg?: Buffer }> {
  const { db, crypto } = ctx.deps;
  const documents = await readDocuments(db, crypto, ctx.userId);
  for (const { type, fileId } of documents)
    if (type !== 'aadhaarBack' && fileId !== null) {
      // Gone when the card is sent anew meanwhile.
      const documentJpeg = await openPicture(ctx.deps, fileId, bindingOf(ctx.userId, type));
      if (documentJpeg) return { documentJpeg };
    }
  return {};
}

/** The poses of an open check, for which as many frames came. @throws CallError for a check or frames that will not do */
async function needOpen(ctx: UserCtx, transactionId: string, files: readonly Buffer[]): Promise<readonly Pose[]> {
  const check = await findLiveness(ctx.deps.db, ctx.userId, transactionId, ctx.now);
  if (check.state !== 'open') throw refuse(check.state);
  if (files.length !== Math.max(1, check.poses.length))
    throw new CallError(CODES.invalidInput, 'certification.frame_count', { data: { reason: 'frame_count' } });
  return check.poses;
}

/** A decision, and the picture a reviewer needs. */
interface Looked {
  readonly decision: LivenessDecision;
  readonly picture: Buffer | null;
}

/** Looks at the frames, which live no longer than this call; the poses of an upload are none. */
async function lookAt(ctx: UserCtx, files: readonly Buffer[], poses: readonly Pose[]): Promise<Looked> {
  const frames: Buffer[] = [];
  for (const file of files) frames.push(await takePicture(ctx.deps, file));
  const ahead = Math.max(0, poses.indexOf('face'));
  const card = await cardPhoto(ctx);
  const reading = await askEngine(() => ctx.deps.kyc.checkFrames({ frames, ahead, ...card }));
  const verdict = judgeFrames(reading.frames, poses);
  const isUpload = poses.length === 0;
  return {
    decision: {
      outcome: isUpload ? 'review' : verdict.ok ? 'passed' : 'retry',
      reason: verdict.ok ? null : verdict.reason,
      pose: verdict.ok ? null : verdict.pose,
      score: reading.frames[ahead]?.face?.score ?? null,
      likeness: isUpload ? null : Math.min(...reading.frames.map(({ likeness }) => likeness ?? 0)),
      similarity: reading.similarity ?? null,
      hints: hintsOf(reading, poses),
    },
    picture: verdict.ok && !isUpload ? null : (frames[ahead] ?? null),
  };
}

/** What the transaction decides with; the file is there where a reviewer will need it. */
interface Judged {
  readonly decision: LivenessDecision;
  readonly reviewFileId: string | null;
}

async function judge(ctx: UserCtx, files: readonly Buffer[], poses: readonly Pose[]): Promise<Judged> {
  const { decision, picture } = await lookAt(ctx, files, poses);
  const { failures } = await readLiveness(ctx.deps.db, ctx.userId);
  const isLast = decision.outcome === 'retry' && failures + 1 >= TRIES;
  const outcome = isLast ? 'review' : decision.outcome;
  const isKept = outcome === 'review' && picture !== null;
  const reviewFileId = isKept ? await putReviewPicture(ctx.deps, ctx.userId, picture) : null;
  return { decision: { ...decision, outcome }, reviewFileId };
}

async function decide(ctx: UserCtx, transactionId: string, tx: Tx, judged: Judged): Promise<number> {
  needStep(await lockUser(tx, ctx.userId), 'one');
  const decision = { ...judged.decision, reviewFileId: judged.reviewFileId };
  if (!(await decideLiveness(tx, ctx.userId, transactionId, decision, ctx.now))) {
    const { state } = await findLiveness(tx, ctx.userId, transactionId, ctx.now);
    throw refuse(state === 'open' ? 'used' : state);
  }
  if (judged.reviewFileId) await ownReviewPicture(tx, judged.reviewFileId);
  const { failures } = await readLiveness(tx, ctx.userId);
  return Math.max(0, TRIES - failures);
}

/** Step one's face check. */
export const livenessHandlers: Handlers<'startLiveness' | 'checkLiveness'> = {
  async startLiveness(ctx, { body }, tx) {
    beginStep(ctx, 'one');
    needStep(await lockUser(tx, ctx.userId), 'one');
    await requireConsent(ctx, tx, 'face_check');
    const { state } = await readLiveness(tx, ctx.userId);
    if (state !== 'none') throw refuse(state === 'review' ? 'in_review' : 'passed');
    const expiresAt = ctx.now + CHECK_LIVES_MS;
    const begun = await beginLiveness(tx, ctx.userId, { mode: body.mode ?? 'camera', now: ctx.now, expiresAt });
    return { ...begun, expiresInSeconds: CHECK_LIVES_MS / 1000 };
  },

  checkLiveness: twoPhase({
    async prepare(ctx, { body, files }) {
      beginStep(ctx, 'one');
      await requireConsent(ctx, ctx.deps.db, 'face_check');
      const poses = await needOpen(ctx, body.transactionId, files);
      orRateLimited(await ctx.deps.limits.take([['face-check-user-hour', ctx.userId]], ctx.now));
      return judge(ctx, files, poses);
    },
    async commit(ctx, { body }, tx, judged: Judged) {
      try {
        const triesLeft = await decide(ctx, body.transactionId, tx, judged);
        const { outcome, reason, pose } = judged.decision;
        return { outcome, reason, pose, triesLeft };
      } catch (error) {
        if (judged.reviewFileId) await ctx.deps.files.remove(judged.reviewFileId);
        throw error;
      }
    },
  }),
};
