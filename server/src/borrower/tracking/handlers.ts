import { CODES } from '@noren/contract/codes';
import { readFaultEvent } from '@noren/contract/tracking';
import { mayCollect } from '@noren/core/people/consent';
import { scrubMessage } from '@noren/core/people/script-fault';
import { FLUSH_AT, TRACKED_FIELDS, toRecordedContent } from '@noren/core/people/tracking-rules';
import { lockDecisionsShared, readConsents } from '../../people/consent-store.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { resolveSourceLocations } from './source-locations.ts';
import { recordScriptError, type ScriptError, saveTrackingRecords } from './store.ts';

/** Usage records, collected with consent, and script errors of the app. */
export const trackingHandlers = {
  async trackingConfig(ctx, _input, db) {
    const userId = (await ctx.currentSession())?.session.userId;
    const consents = userId === undefined ? [] : await readConsents(db, userId);

    return {
      fields: mayCollect(consents, 'usage') ? TRACKED_FIELDS : [],
      flushAt: FLUSH_AT,
      marksDevice: mayCollect(consents, 'device_mark'),
    };
  },

  saveTracking: twoPhase({
    prepare: async (ctx) => takeOrRefuse(ctx, [['usage-user-hour', ctx.userId]]),
    async commit(ctx, { body }, tx) {
      const { userId, deviceId, deps, now } = ctx;
      await lockDecisionsShared(tx, userId);

      if (!mayCollect(await readConsents(tx, userId, 'usage'), 'usage')) return { isKept: false };

      // A modified or outdated app may send content that must not be collected for a field.
      const records = body.value.map((record) => ({
        ...record,
        content: toRecordedContent(record.idName, record.content),
      }));
      await saveTrackingRecords(tx, deps.crypto, { userId, deviceId, records, now });

      return { isKept: true };
    },
  }),

  saveEvent: twoPhase({
    async prepare(ctx, { body, params }): Promise<ScriptError> {
      const { deviceId, address, deps, now } = ctx;
      const limits = [
        ['event-device-hour', deviceId] as const,
        ['event-address-hour', address] as const,
      ];

      await takeOrRefuse({ deps, now }, limits);

      const event = readFaultEvent(body.event);
      if (!event) throw new CallError(CODES.invalidInput, 'error.invalid');

      const { frames, ...fault } = event;
      return {
        ...fault,
        type: params.type,
        words: scrubMessage(fault.words),
        places: await resolveSourceLocations(frames),
      };
    },
    async commit({ deps, now }, _input, tx, fault: ScriptError) {
      const times = await recordScriptError(tx, deps.crypto, fault, now);
      // Log each group once, so that a common error does not fill the log.
      if (times === 1) deps.log.error({ fault }, 'script error in the app');
      return {};
    },
  }),
} satisfies Partial<Handlers>;
