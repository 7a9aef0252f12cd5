import { CODES } from '@noren/contract/codes';
import { CallError } from '../call-error.ts';
import { type Handlers, type UserCtx, working } from '../handler.ts';
import { orWait } from '../limits.ts';
import { bindingOf, judgeFace, takePicture } from '../pictures.ts';
import { lockUser } from '../session.ts';
import {
  beginLiveness,
  decideLiveness,
  isLivenessOpen,
  type LivenessDecision,
  readDocuments,
  readLiveness,
} from './pictures-store.ts';
import { needStep } from './step.ts';

/** How long a face check may take. Source: domain page "Identity documents". */
const CHECK_LIVES_MS = 180_000;
/** After so many failures a person looks at it instead. */
const TRIES = 3;

function refuse(reason: 'liveness_gone' | 'liveness_in_review'): CallError {
  return new CallError(CODES.conflict, `certification.${reason}`, { data: { reason } });
}

/** The card whose photo the face is compared with: a hint for a reviewer, never a decision. */
async function cardPhoto(ctx: UserCtx): Promise<Buffer | null> {
  const { db, crypto, files } = ctx.deps;
  const documents = await readDocuments(db, crypto, ctx.userId);
  const card = documents.find(({ type }) => type !== 'aadhaarBack');
  return card ? files.get(card.fileId, bindingOf(ctx.userId, card.type)) : null;
}

/** Looks at the face. The picture lives no longer than this function. */
async function lookAt(ctx: UserCtx, file: Buffer): Promise<LivenessDecision> {
  const jpeg = await takePicture(ctx.deps, file);
  const { reading, retry } = await judgeFace(ctx.deps, jpeg, await cardPhoto(ctx));
  return {
    outcome: retry === null ? 'passed' : 'retry',
    reason: retry,
    score: reading.face?.score ?? null,
    similarity: reading.similarity ?? null,
  };
}

/** Step one's face check: in this version one picture, checked on the server. */
export const livenessHandlers: Handlers<'startLiveness' | 'checkLiveness'> = {
  async startLiveness(ctx, _input, tx) {
    needStep(await lockUser(tx, ctx.userId), 'one');
    if ((await readLiveness(tx, ctx.userId)).state === 'review') throw refuse('liveness_in_review');
    const poses = ['face'] as const;
    const expiresAt = ctx.now + CHECK_LIVES_MS;
    const transactionId = await beginLiveness(tx, ctx.userId, { poses, now: ctx.now, expiresAt });
    return { transactionId, poses: [...poses], expiresInSeconds: CHECK_LIVES_MS / 1000 };
  },

  checkLiveness: working({
    async work(ctx, { body, file }) {
      needStep(ctx.session.bizStatus, 'one');
      if (!(await isLivenessOpen(ctx.deps.db, ctx.userId, body.transactionId, ctx.now))) throw refuse('liveness_gone');
      orWait(await ctx.deps.limits.take([['face-check-user-hour', ctx.userId]], ctx.now));
      return lookAt(ctx, file);
    },
    async run(ctx, { body }, tx, seen: LivenessDecision) {
      needStep(await lockUser(tx, ctx.userId), 'one');
      const before = await readLiveness(tx, ctx.userId);
      const failures = before.failures + (seen.outcome === 'passed' ? 0 : 1);
      const outcome = seen.outcome === 'retry' && failures >= TRIES ? 'review' : seen.outcome;
      const decision = { ...seen, outcome };
      if (!(await decideLiveness(tx, ctx.userId, body.transactionId, decision, ctx.now))) throw refuse('liveness_gone');
      return { outcome, reason: seen.reason, pose: null, triesLeft: Math.max(0, TRIES - failures) };
    },
  }),
};
