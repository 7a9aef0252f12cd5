import { CODES } from '@noren/contract/codes';
import { mayCollect } from '@noren/core/people/consent';
import { notify } from '../../notifications/store.ts';
import { lockDecisionsShared, readConsents } from '../../people/consent-store.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { listSessions, revokeOtherSessions, saveDevice } from './store.ts';

/** A user's devices and sessions. */
export const deviceHandlers = {
  deviceInformation: twoPhase({
    async prepare(ctx, { body }) {
      if (body.deviceId.toLowerCase() !== ctx.deviceId)
        throw new CallError(CODES.invalidInput, 'error.invalid', {
          data: { fields: [{ path: 'deviceId', problem: 'device' }] },
        });

      await takeOrRefuse(ctx, [['device-report-user-day', ctx.userId]]);
    },
    async commit(ctx, { body }, tx) {
      const { userId, deviceId, deps, now } = ctx;
      const { operatingSystem, fingerprint } = body;

      await lockDecisionsShared(tx, userId);

      const consents = await readConsents(tx, userId);
      if (!mayCollect(consents, 'privacy_policy')) return { isKept: false, isMarked: false };

      const isMarked = fingerprint !== undefined && mayCollect(consents, 'device_mark');
      const fingerprintHash = isMarked ? deps.crypto.hash('fingerprint', fingerprint) : null;

      await saveDevice(tx, { userId, deviceId, operatingSystem, fingerprintHash, now });

      return { isKept: true, isMarked };
    },
  }),

  async viewSessions(ctx, _input, db) {
    requireCodeFor(ctx, 'see_saved');

    const sessions = (await listSessions(db, ctx.userId, ctx.now)).map(
      ({ assurance, ...session }) => ({
        ...session,
        isThisOne: session.sessionId === ctx.session.sessionId,
        isByLink: assurance === 'link',
      }),
    );
    return { sessions: sessions.sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne)) };
  },

  async revokeSessions(ctx, { body: { sessionId } }, tx) {
    requireCodeFor(ctx, 'end_sessions');

    const { userId, deps, session, now, today: day } = ctx;
    const by = session.sessionId;
    const { revoked, areForgotten } = await revokeOtherSessions(tx, {
      userId,
      ownSessionId: by,
      sessionId,
      now,
    });

    if (revoked > 0 || areForgotten) {
      const [action, subject] = ['sessions_revoked', sessionId ?? 'others'];
      const detail = { revoked, by };
      await recordOwnAction(tx, { userId, now }, { action, subject, detail });
    }

    if (revoked === 0) return { revoked };

    await notify(tx, deps, {
      userId,
      kind: 'signed_out',
      reference: `${sessionId ?? 'others'}:${now}`,
      values: { day },
    });

    return { revoked };
  },
} satisfies Partial<Handlers>;
