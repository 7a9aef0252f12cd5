import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { NotificationKind } from '../notifications/notification-texts.ts';
import { notify } from '../notifications/store.ts';
import type { PushSubscription } from '../platform/ports/push.ts';
import { makeWebPush } from '../providers/push/web-push.ts';
import { runJobs } from './loans.ts';
import { type PushDouble, startPushDouble } from './push-double.ts';
import { startApp, type TestApp } from './start-app.ts';
import { type SignedInUser, sendConsent, successData } from './users.ts';
import { makeVapidKeys } from './vapid-keys.ts';

export const vapid = { ...makeVapidKeys(), subject: 'mailto:ops@noren.example' };

export const agree = ({ client }: SignedInUser, isGiven = true) =>
  sendConsent(client, 'notifications', isGiven);
export const save = (who: SignedInUser, subscription: PushSubscription) =>
  who.client.send(CALLS.savePushToken, { body: { pushToken: JSON.stringify(subscription) } });
export const subscriptionState = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.pushSubscriptionState, {}));

/** An app, and a push service that keeps what it receives. */
export async function usePushes() {
  const pushed = {} as { app: TestApp; double: PushDouble };

  beforeAll(async () => {
    pushed.double = await startPushDouble(vapid.publicKey);
    const isService = (endpoint: string) => endpoint.startsWith(pushed.double.url);
    pushed.app = await startApp({
      providers: (now) => ({ push: makeWebPush(vapid, { isService, now }) }),
    });
  });

  beforeEach(() => {
    pushed.double.received.length = 0;
    pushed.double.status = 201;
    pushed.double.statusOf.clear();
  });

  afterAll(async () => {
    await pushed.app.stop();
    await pushed.double.close();
  });

  async function send(who: SignedInUser, kind: NotificationKind, reference: string) {
    const values = {
      repayId: 'RAAAAAAAAA',
      amount: '₹5,045',
      ticketNo: 'F1',
      officer: 'A',
      officerPhone: '1',
      dueDay: '',
    };
    await pushed.app.deps.db
      .transaction()
      .execute((tx) =>
        notify(tx, pushed.app.deps, { userId: who.userId, kind, reference, values }),
      );
    await runJobs(pushed.app, { delayed: true });
  }

  const pushState = async (who: SignedInUser) => {
    const rows = await pushed.app.deps.db
      .selectFrom('notification_deliveries')
      .select(['state', 'reason'])
      .where('userId', '=', who.userId)
      .where('channel', '=', 'push')
      .orderBy('notificationId')
      .execute();
    return rows.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`));
  };

  return Object.assign(pushed, { pushState, send });
}
