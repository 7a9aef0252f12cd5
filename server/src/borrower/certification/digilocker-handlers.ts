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
import { makeSecret } from '../../platform/crypto/secret.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import {
  type DigiLocker,
  type LockerReading,
  NoLockerAnswer,
} from '../../platform/ports/digilocker.ts';
import type { SignedIdentity } from '../../platform/ports/identity-sources.ts';
import { showSource } from './document-handlers.ts';
import {
  admitSource,
  commitSource,
  noteRefusal,
  openSourceStep,
  requireSourceStep,
} from './source-step.ts';

/** Signing in there takes a code by SMS, and somebody new signs up first. @ASSUMED */
const VISIT_MS = 15 * 60_000;

interface Return {
  readonly state: string;
  readonly code: string;
}

/**
 * What DigiLocker says after the visit that this session opened.
 * @throws CallError 400 when the visit is over, no answer came, or the answer proves nothing
 */
async function readReturn(
  ctx: UserCtx,
  digiLocker: DigiLocker,
  { state, code }: Return,
): Promise<SignedIdentity> {
  const { deps, userId, session } = ctx;
  const { db, clock, log } = deps;
  const now = await clock.databaseNow(db);
  const visit = await takeVisit(db, { userId, sessionId: session.sessionId, state }, now);
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

  await noteRefusal(ctx, 'digilocker', { reason: reading.reason });
  throw refuseSource(lockerFault(reading.reason));
}

export const digiLockerHandlers = {
  async openDigiLocker(ctx, _input, tx) {
    const digiLocker = requireDigiLocker(ctx);
    const { isLater } = await requireSourceStep(ctx);
    const { deps, userId, session } = ctx;

    const state = `${isLater ? 'later' : 'first'}.${makeSecret()}`;
    const verifier = makeSecret();
    const expiresAt = (await deps.clock.databaseNow(tx)) + VISIT_MS;
    await openVisit(tx, { userId, sessionId: session.sessionId, state, verifier, expiresAt });

    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return { page: digiLocker.pageFor({ state, challenge }) };
  },

  readDigiLocker: twoPhase({
    async prepare(ctx, { body }) {
      const digiLocker = requireDigiLocker(ctx);
      const { isLater } = await openSourceStep(ctx);
      const identity = await readReturn(ctx, digiLocker, body);

      return admitSource(ctx, identity, { isLater, from: 'digilocker' });
    },
    async commit(ctx, _input, tx, source) {
      await commitSource(ctx, tx, source);
      return { fields: showSource(source.identity) };
    },
  }),
} satisfies Partial<Handlers>;
