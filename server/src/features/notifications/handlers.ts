import { CODES } from '@noren/contract/codes';
import { readPushToken } from '@noren/contract/push';
import { lockDecisionsShared } from '../../lending/consent-store.ts';
import { requireConsent } from '../../lending/consents.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { deletePushSubscription } from '../../platform/notifications/store.ts';
import { readStanding, saveSubscription } from './push-store.ts';

/** Where a device takes pushes. */
export const pushHandlers: Handlers<'savePushToken' | 'pushSubscriptionState' | 'dropPushToken'> = {
  async savePushToken(ctx, { body }, tx) {
    const { deps, userId, deviceId, now } = ctx;
    await lockDecisionsShared(tx, userId);
    await requireConsent(ctx, tx, 'notifications');
    const subscription = readPushToken(body.pushToken);
    // An address that is no push service's would let whoever subscribes have us call it.
    if (!subscription || deps.push?.isService(subscription.endpoint) !== true)
      throw new CallError(CODES.invalidInput, 'error.invalid', {
        data: { fields: [{ path: 'pushToken', problem: 'token' }] },
      });
    return { state: await saveSubscription(tx, deps.crypto, { userId, deviceId, subscription, now }) };
  },

  pushSubscriptionState: async ({ deps, userId, deviceId }, _input, db) => ({
    state: await readStanding(db, { userId, deviceId }),
    publicKey: deps.push?.publicKey ?? null,
  }),

  async dropPushToken({ userId, deviceId }, _input, tx) {
    await deletePushSubscription(tx, { userId, deviceId });
    return { state: 'off' };
  },
};
