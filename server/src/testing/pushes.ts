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

/** An app, and devices that take pushes. */
export async function usePushes() {
  let app: TestApp;
  let double: PushDouble;

  beforeAll(async () => {
    double = await startPushDouble(vapid.publicKey);
    const isService = (endpoint: string) => endpoint.startsWith(double.url);
    app = await startApp({
      providers: (now) => ({ push: makeWebPush(vapid, { isService, now }) }),
    });
  });

  beforeEach(() => {
    double.received.length = 0;
    double.status = 201;
    double.statusOf.clear();
  });

  afterAll(async () => {
    await app.stop();
    await double.close();
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
    await app.deps.db
      .transaction()
      .execute((tx) => notify(tx, app.deps, { userId: who.userId, kind, reference, values }));
    await runJobs(app, { delayed: true });
  }

  const pushState = async (who: SignedInUser) => {
    const rows = await app.deps.db
      .selectFrom('notification_deliveries')
      .select(['state', 'reason'])
      .where('userId', '=', who.userId)
      .where('channel', '=', 'push')
      .orderBy('notificationId')
      .execute();
    return rows.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`));
  };

  return {
    get app() {
      return app;
    },
    get double() {
      return double;
    },
    pushState,
    send,
  };
}
