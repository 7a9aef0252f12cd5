import { CODES } from '@noren/contract/codes';
import { readPushToken } from '@noren/contract/push';
import { readSubscriptionState, saveSubscription } from '../../notifications/push-store.ts';
import { lockDecisionsShared } from '../../people/consent-store.ts';
import { requireConsent } from '../../people/consents.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';

/** The push subscription of the caller's device. */
export const pushHandlers = {
  async savePushToken(ctx, { body }, tx) {
    const { deps, userId, deviceId, now } = ctx;
    // Pushes outlive the session: a link that was forwarded must not bring them to a stranger's
    // device.
    requireCodeFor(ctx, 'change_saved');
    await lockDecisionsShared(tx, userId);
    await requireConsent(ctx, tx, 'notifications');

    const subscription = readPushToken(body.pushToken);
    // Only known push services: otherwise a client could make the server call any address.
    if (!subscription || deps.push?.isService(subscription.endpoint) !== true)
      throw new CallError(CODES.invalidInput, 'error.invalid', {
        data: { fields: [{ path: 'pushToken', problem: 'token' }] },
      });

    return {
      state: await saveSubscription(tx, deps.crypto, { userId, deviceId, subscription, now }),
    };
  },

  pushSubscriptionState: async ({ deps, userId, deviceId }, _input, db) => ({
    state: await readSubscriptionState(db, { userId, deviceId }),
    publicKey: deps.push?.publicKey ?? null,
  }),
} satisfies Partial<Handlers>;
