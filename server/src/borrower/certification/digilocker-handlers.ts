import { createHash } from 'node:crypto';
import {
  openVisit,
  reopenVisit,
  takeVisit,
} from '../../people/certification/digilocker-visit-store.ts';
import {
  lockerFault,
  refuseSource,
  requireDigiLocker,
} from '../../people/certification/source-refusals.ts';
import { recordAction } from '../../platform/audit-store.ts';
import { makeSecret } from '../../platform/crypto/secret.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import {
  type DigiLocker,
  type LockerReading,
  type LockerRefusal,
  NoLockerAnswer,
} from '../../platform/ports/digilocker.ts';
import type { SignedIdentity } from '../../platform/ports/identity-sources.ts';
import { showSource } from './document-handlers.ts';
import { admitSource, commitSource, openSourceStep, requireSourceStep } from './source-step.ts';

/** Signing in there takes a code by SMS, and somebody new signs up first. @ASSUMED */
const VISIT_MS = 15 * 60_000;

/** Why nothing was taken, for staff. No code and no token is in any record. */
async function noteRefusal(
  { deps, userId, now }: UserCtx,
  detail: { reason: LockerRefusal | 'differs'; differences?: readonly string[] },
): Promise<void> {
  await recordAction(deps.db, {
    at: now,
    userId,
    actor: 'system',
    action: 'digilocker_refused',
    detail,
  });
}

interface Return {
  readonly state: string;
  readonly code: string;
}

/**
 * What DigiLocker says after the visit that this session opened.
 * @throws CallError 409 when the visit is over or no answer came, 400 when nothing is taken
 */
async function readReturn(
  ctx: UserCtx,
  digiLocker: DigiLocker,
  { state, code }: Return,
): Promise<SignedIdentity> {
  const { db, clock, log } = ctx.deps;
  const now = await clock.databaseNow(db);
  const { userId } = ctx;
  const visit = await takeVisit(db, { userId, sessionId: ctx.session.sessionId, state }, now);
  if (!visit) throw refuseSource('locker_over');

  let reading: LockerReading;
  try {
    reading = await digiLocker.fetchIdentity({ code, verifier: visit.verifier, now });
  } catch (err) {
    if (!(err instanceof NoLockerAnswer)) throw err;
    log.warn({ err }, 'DigiLocker gave no answer');
    // Whether the code was taken is not known, so the same return may be tried again.
    if (!err.isCodeUsed) await reopenVisit(db, visit);

    throw refuseSource('locker_silent');
  }
  if (reading.ok) return reading.identity;

  await noteRefusal(ctx, { reason: reading.reason });
  throw refuseSource(lockerFault(reading.reason));
}

export const digiLockerHandlers = {
  async openDigiLocker(ctx, _input, tx) {
    const digiLocker = requireDigiLocker(ctx);
    const { isLater } = await requireSourceStep(ctx);
    const screen = isLater ? 'later' : 'first';
    const state = `${screen}.${makeSecret()}`;
    const verifier = makeSecret();
    const expiresAt = (await ctx.deps.clock.databaseNow(tx)) + VISIT_MS;
    const { userId } = ctx;
    await openVisit(tx, { userId, sessionId: ctx.session.sessionId, state, verifier, expiresAt });

    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return { page: digiLocker.pageFor({ state, challenge }) };
  },

  readDigiLocker: twoPhase({
    async prepare(ctx, { body }) {
      const digiLocker = requireDigiLocker(ctx);
      const step = await openSourceStep(ctx);
      const identity = await readReturn(ctx, digiLocker, body);

      return admitSource(ctx, identity, step, async (differences) => {
        await noteRefusal(ctx, { reason: 'differs', differences });
        return refuseSource('locker_differs');
      });
    },
    async commit(ctx, _input, tx, source) {
      await commitSource(ctx, tx, source);
      return { fields: showSource(source.identity) };
    },
  }),
} satisfies Partial<Handlers>;
