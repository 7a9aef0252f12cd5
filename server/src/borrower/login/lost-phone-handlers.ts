import { randomInt } from 'node:crypto';
import { CODES } from '@noren/contract/codes';
import { drawPoses, type Pose } from '@noren/core/people/liveness';
import {
  CHECK_TTL_MS,
  judgeFace,
  readCardPhoto,
  withoutDoubt,
} from '../../people/certification/face-frames.ts';
import { refuseLiveness, requireFrames } from '../../people/certification/face-refusals.ts';
import type { LivenessDecision } from '../../people/certification/liveness-store.ts';
import {
  fileFaults,
  refuseSource,
  requireSources,
} from '../../people/certification/source-refusals.ts';
import { currentTexts } from '../../people/consents.ts';
import { findOwner } from '../../platform/db/name-owners-store.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Ctx, type Handlers, twoPhase } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { type CheckedCode, checkCode, consumeCode, sendCode } from './codes.ts';
import {
  askForLost,
  countTry,
  findLostAccount,
  noteRefusal,
  refuseLost,
  requireTries,
} from './lost-phone.ts';
import {
  type LostPhone,
  requireFaceCheck,
  requireTicket,
  sealFaceCheck,
  sealTicket,
} from './lost-phone-ticket.ts';
import { isHolder } from './phone-proof.ts';

/** @throws CallError 409 when the face check's text that was agreed to is not the current one */
function requireCurrentText({ deps }: Ctx, agreedVersion: string): void {
  const { textVersion } = currentTexts(deps).face_check;
  if (agreedVersion === textVersion) return;

  throw new CallError(CODES.conflict, 'consent.text_changed', {
    data: { reason: 'consent_text_changed', purpose: 'face_check', textVersion },
  });
}

/** Only who holds the number learns that it has an account. */
async function requireFree({ deps }: Ctx, phone: string): Promise<void> {
  const owner = await findOwner(deps.db, {
    kind: 'phone',
    name: deps.crypto.hashes('phone', phone),
  });
  if (owner !== null) throw refuseLost(deps, 'phone_taken');
}

/**
 * The verdict on the frames, and whose they are. Without an account the frames are compared with
 * themselves, so that the work and the answer are those of a face that is unlike the card.
 */
async function judgeLostFace(
  ctx: Ctx,
  check: { lost: LostPhone; files: readonly Buffer[]; poses: readonly Pose[] },
): Promise<{ decision: LivenessDecision; userId: string | null }> {
  const { deps } = ctx;
  const { lost, files, poses } = check;
  const userId = await findLostAccount(deps, lost);
  const card = userId && (await readCardPhoto(deps, userId));
  const judged = await judgeFace(deps, { files, poses, chooseCard: (ahead) => card || ahead });
  const decision = withoutDoubt(judged.decision);
  if (card && decision.outcome === 'passed') return { decision, userId };

  const reason = decision.reason ?? 'unclear';
  if (userId) await noteRefusal(ctx, userId, { proof: 'face', reason });
  return { decision: { ...decision, outcome: 'retry', reason }, userId: null };
}

/** Another phone number for somebody who receives no code on the old one. */
export const lostPhoneHandlers = {
  sendLostPhoneCode: twoPhase({
    prepare: (ctx, { body: { phone } }) =>
      sendCode(ctx, { phone, purpose: 'lost_phone', userId: null }),
    commit: async (_ctx, _input, _tx, sent) => sent,
  }),

  beginLostPhone: twoPhase({
    async prepare(ctx, { body }) {
      const { oldPhone, phone, otpRef, code, agreedVersion } = body;
      if (oldPhone === phone) throw refuseLost(ctx.deps, 'phone_same');
      requireCurrentText(ctx, agreedVersion);

      const request = { phone, purpose: 'lost_phone', userId: null } as const;
      const checked = await checkCode(ctx, { ...request, otpRef, code });
      await takeOrRefuse(ctx, [
        ['lost-phone-begin-device-day', ctx.deviceId],
        ['lost-phone-begin-address-hour', ctx.address],
      ]);
      await requireFree(ctx, phone);

      return checked;
    },
    async commit(ctx, { body }, tx, checked: CheckedCode) {
      await consumeCode(ctx, tx, checked);

      const { oldPhone, pan, phone: newPhone, agreedVersion } = body;
      return {
        ticket: sealTicket(ctx, { oldPhone, pan, newPhone, agreedVersion }),
        takesFile: ctx.deps.identitySources !== null,
      };
    },
  }),

  startLostFace: twoPhase({
    async prepare(ctx, { body }) {
      const lost = requireTicket(ctx, body.ticket);
      await requireTries(ctx, lost);
      return lost;
    },
    async commit(ctx, _input, _tx, lost) {
      const poses = drawPoses((n) => randomInt(n));
      const transactionId = sealFaceCheck(ctx, lost, poses);
      return { transactionId, poses, expiresInSeconds: CHECK_TTL_MS / 1000 };
    },
  }),

  checkLostFace: twoPhase({
    async prepare(ctx, { body, files }) {
      const { checkId, poses, lost } = requireFaceCheck(ctx, body.transactionId, CHECK_TTL_MS);
      requireFrames(files, poses);
      await requireTries(ctx, lost);

      const { decision, userId } = await judgeLostFace(ctx, { lost, files, poses });
      // Counted before the verdict is told, and after the engine had room for the frames.
      const first = await ctx.deps.limits.take([['lost-phone-check-hour', checkId]], ctx.now);
      if (!first.ok) throw refuseLiveness('used');

      return { lost, userId, decision, triesLeft: await countTry(ctx, lost) };
    },
    async commit(ctx, _input, tx, { lost, userId, decision, triesLeft }) {
      const { outcome, reason, pose } = decision;
      if (outcome !== 'passed' || userId === null)
        return { outcome: 'retry' as const, reason, pose, triesLeft, dueAt: null };

      const dueAt = await askForLost(ctx, tx, { lost, userId, proof: 'face' });
      return { outcome, reason, pose, triesLeft, dueAt };
    },
  }),

  sendLostFile: twoPhase({
    async prepare(ctx, { body, file }) {
      const { deps } = ctx;
      const lost = requireTicket(ctx, body.ticket);
      await requireTries(ctx, lost);

      // Only who receives the codes of a number at the issuer can fetch a file with its hash.
      const holder = { shareCode: body.shareCode, mobile: lost.newPhone };
      const now = await deps.clock.databaseNow(deps.db);
      const reading = await requireSources(ctx).readFile(file, { ...holder, now });
      if (reading.ok) await countTry(ctx, lost);

      const userId = await findLostAccount(deps, lost);
      const isProved = reading.ok && userId && (await isHolder(deps, userId, reading.identity));
      if (isProved) return { lost, userId };

      const reason = reading.ok ? 'differs' : reading.reason;
      if (userId) await noteRefusal(ctx, userId, { proof: 'file', reason });
      throw refuseSource(reading.ok ? 'file_differs' : fileFaults[reading.reason]);
    },
    async commit(ctx, _input, tx, { lost, userId }) {
      return { dueAt: await askForLost(ctx, tx, { lost, userId, proof: 'file' }) };
    },
  }),
} satisfies Partial<Handlers>;
