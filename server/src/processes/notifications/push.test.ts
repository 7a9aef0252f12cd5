import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { consentTexts } from '@noren/core/people/consent';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { NotificationKind } from '../../notifications/notification-texts.ts';
import { notify } from '../../notifications/store.ts';
import { recordDecision } from '../../people/consents.ts';
import type { PushSubscription } from '../../platform/ports/push.ts';
import { makeWebPush } from '../../providers/push/web-push.ts';
import { sweep } from '../../schedule/sweep.ts';
import { runJobs } from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { type PushDouble, startPushDouble } from '../../testing/push-double.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import {
  aSignedInUser,
  becomeLinkSession,
  type SignedInUser,
  sendConsent,
  signIn,
  successData,
} from '../../testing/users.ts';
import { makeVapidKeys } from '../../testing/vapid-keys.ts';

const vapid = { ...makeVapidKeys(), subject: 'mailto:ops@noren.example' };
let app: TestApp;
let double: PushDouble;

beforeAll(async () => {
  double = await startPushDouble(vapid.publicKey);
  const isService = (endpoint: string) => endpoint.startsWith(double.url);
  app = await startApp({ providers: (now) => ({ push: makeWebPush(vapid, { isService, now }) }) });
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

const agree = ({ client }: SignedInUser, isGiven = true) =>
  sendConsent(client, 'notifications', isGiven);
const save = (who: SignedInUser, subscription: PushSubscription) =>
  who.client.send(CALLS.savePushToken, { body: { pushToken: JSON.stringify(subscription) } });
const subscriptionState = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.pushSubscriptionState, {}));

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

test('a device that a link alone signed in gets no pushes, though the borrower agreed elsewhere', async () => {
  const who = await aSignedInUser(app);
  successData(await agree(who));
  await becomeLinkSession(app, who);
  expect((await save(who, double.subscribe())).code).toBe(316);
  expect((await subscriptionState(who)).state).toBe('off');
  expect(successData(await save(await signIn(app, who.phone), double.subscribe()))).toEqual({
    state: 'on',
  });
});

test('a device with consent gets an encrypted push whose text names no debt', async () => {
  const who = await aSignedInUser(app);
  const subscription = double.subscribe();

  expect((await save(who, subscription)).code).toBe(409);
  successData(await agree(who));
  expect(await subscriptionState(who)).toEqual({ state: 'off', publicKey: vapid.publicKey });
  expect(successData(await save(who, subscription))).toEqual({ state: 'on' });
  expect((await subscriptionState(who)).state).toBe('on');
  await send(who, 'overdue', randomUUID());
  expect(double.received).toEqual([
    {
      path: new URL(subscription.endpoint).pathname,
      payload: {
        kind: 'account',
        title: 'Noren',
        body: 'A message about your account',
        url: '/#/repay/RAAAAAAAAA',
        tag: 'RAAAAAAAAA',
      },
      // 10:00 in India: no message on dues is shown after 19:00.
      ttlSeconds: 9 * 3_600,
      urgency: 'normal',
      claims: { aud: double.url, exp: expect.any(Number), sub: vapid.subject },
    },
  ]);
  expect(await pushState(who)).toEqual(['sent']);

  const stored = JSON.stringify(
    await app.deps.db.selectFrom('push_subscriptions').selectAll().execute(),
  );
  expect(stored).not.toContain(subscription.keys.auth);
  await send(who, 'feedback_answered', 'f1');
  expect(double.received[1]).toMatchObject({
    payload: { kind: 'feedback', url: '/#/feedback' },
    ttlSeconds: 86_400,
  });
});

test('an expired subscription is not used again, and the app is asked to renew it', async () => {
  const who = await aSignedInUser(app);
  successData(await agree(who));

  const old = double.subscribe();
  successData(await save(who, old));
  double.status = 410;
  await send(who, 'refund_made', 'r1');
  expect(await pushState(who)).toEqual(['failed: no device']);
  expect((await subscriptionState(who)).state).toBe('renew');
  expect(successData(await save(who, old))).toEqual({ state: 'renew' });
  double.status = 201;
  expect(successData(await save(who, double.subscribe()))).toEqual({ state: 'on' });
  await send(who, 'refund_made', 'r2');
  expect(double.received).toHaveLength(1);
});

test.each([401, 403])(
  'when the push service rejects our key (%i), the subscription is renewed and an error is logged',
  async (status) => {
    const who = await aSignedInUser(app);
    successData(await agree(who));
    successData(await save(who, double.subscribe()));
    double.status = status;

    const logged = vi.spyOn(app.deps.log, 'error');
    onTestFinished(() => logged.mockRestore());
    await send(who, 'refund_made', 'r1');
    expect(logged.mock.calls).toEqual([
      [{ reason: `http_${status}` }, 'push service rejected our VAPID key'],
    ]);
    expect([await pushState(who), (await subscriptionState(who)).state]).toEqual([
      [`failed: http_${status}`],
      'renew',
    ]);
  },
);

test('a push opens the deep link of its inbox message, or the inbox when there is none', async () => {
  const who = await aSignedInUser(app);
  successData(await agree(who));
  successData(await save(who, double.subscribe()));
  for (const kind of ['refund_made', 'export_ready', 'review_done'] as const)
    await send(who, kind, 'p1');
  expect(double.received.map(({ payload }) => payload.url)).toEqual([
    '/#/order?id=RAAAAAAAAA',
    '/#/data',
    '/#/messages',
  ]);
});

test('a push is retried on a device whose service rejected it temporarily, not on one that received it', async () => {
  const who = await aSignedInUser(app);
  successData(await agree(who));

  const other = await signIn(app, who.phone);
  const [first, second] = [double.subscribe(), double.subscribe()];

  successData(await save(who, first));
  successData(await save(other, second));
  double.statusOf.set(second.endpoint, 429);
  await send(who, 'refund_made', 'r1');

  const paths = () => double.received.map(({ path }) => path);
  const [one, two] = [first, second].map(({ endpoint }) => new URL(endpoint).pathname);

  expect([await pushState(who), paths()]).toEqual([['sent'], [one]]);
  app.advance(60_000);
  await runJobs(app, { delayed: true });
  double.statusOf.clear();
  app.advance(60_000);
  await runJobs(app, { delayed: true });
  expect(paths()).toEqual([one]);
  // Like every rejected notification: retried after one minute, then five.
  app.advance(240_000);
  await runJobs(app, { delayed: true });
  expect([await pushState(who), paths()]).toEqual([['sent'], [one, two]]);
  app.advance(86_400_000);
  await runJobs(app, { delayed: true });
  expect(paths()).toEqual([one, two]);
  // After the last retry it still counts as sent, because one device received it.
  double.statusOf.set(second.endpoint, 429);
  await send(who, 'refund_made', 'r2');

  for (const minutes of [1, 5, 15, 60, 240, 9_999]) {
    app.advance(minutes * 60_000);
    await runJobs(app, { delayed: true });
  }

  expect([await pushState(who), paths()]).toEqual([
    ['sent', 'sent'],
    [one, two, one],
  ]);
});

test('a temporarily rejected push is retried; one without an answer never', async () => {
  const who = await aSignedInUser(app);
  successData(await agree(who));
  successData(await save(who, double.subscribe()));
  double.status = 429;
  await send(who, 'refund_made', 'r1');
  expect(await pushState(who)).toEqual(['queued: http_429']);
  double.status = 201;
  app.advance(60_000);
  await runJobs(app, { delayed: true });
  expect(await pushState(who)).toEqual(['sent']);
  double.received.length = 0;
  double.status = 'hangs up';
  await send(who, 'refund_made', 'r2');
  expect([await pushState(who), double.received.length]).toEqual([['sent', 'unknown'], 1]);
  double.status = 201;
  app.advance(86_400_000);
  await runJobs(app, { delayed: true });
  expect([await pushState(who), double.received.length]).toEqual([['sent', 'unknown'], 1]);
});

test('no subscription is saved when the consent is withdrawn at the same time', async () => {
  const who = await aSignedInUser(app);
  successData(await agree(who));

  const { db } = app.deps;
  const { saving } = await db.transaction().execute(async (tx) => {
    const { textVersion } = consentTexts.notifications;
    const decision = {
      userId: who.userId,
      purpose: 'notifications',
      isGiven: false,
      textVersion,
    } as const;
    const from = {
      language: 'en',
      channel: 'web',
      deviceId: who.client.deviceId,
      at: app.deps.now(),
    };

    await recordDecision(tx, app.deps, { ...decision, ...from });

    const saving = save(who, double.subscribe());
    await expect.poll(() => countWaiting(db)).toBe(1);

    return { saving };
  });

  expect((await saving).code).toBe(409);

  const saved = await db
    .selectFrom('push_subscriptions')
    .select('userId')
    .where('userId', '=', who.userId)
    .execute();
  expect(saved).toEqual([]);
});

test('a subscription ends on logout, on withdrawn consent, and when another user subscribes the browser', async () => {
  const [who, next] = [await aSignedInUser(app), await aSignedInUser(app)];
  const browser = double.subscribe();

  for (const one of [who, next]) {
    successData(await agree(one));
    successData(await save(one, browser));
  }

  expect([(await subscriptionState(who)).state, (await subscriptionState(next)).state]).toEqual([
    'off',
    'on',
  ]);
  successData(await agree(next, false));
  await send(next, 'refund_made', 'r1');
  expect(await pushState(next)).toEqual([]);
  successData(await who.client.send(CALLS.logOut, {}));
  expect(
    await app.deps.db
      .selectFrom('push_subscriptions')
      .select('userId')
      .where('userId', 'in', [who.userId, next.userId])
      .execute(),
  ).toEqual([]);
  expect(double.received).toEqual([]);
});

test('a phone signed out from elsewhere gets only messages about the account’s safety, for a day', async () => {
  const who = await aSignedInUser(app);
  successData(await agree(who));
  successData(await save(who, double.subscribe()));

  const stranger = await signIn(app, who.phone);
  successData(await stranger.client.send(CALLS.revokeSessions, { body: { sessionId: null } }));
  await runJobs(app);
  double.received.length = 0;
  await send(who, 'refund_made', 'r1');
  expect(double.received).toEqual([]);
  await send(who, 'export_held', 'e1');
  expect(double.received).toMatchObject([{ payload: { body: 'A message about your account' } }]);
  app.advance(86_400_000);
  await send(who, 'export_held', 'e2');
  expect(double.received).toHaveLength(1);
  await sweep(app.deps);

  const left = app.deps.db
    .selectFrom('push_subscriptions')
    .select('deviceId')
    .where('userId', '=', who.userId);
  expect(await left.execute()).toEqual([]);

  const again = await signIn(app, who.phone, who.client);
  expect(successData(await save(again, double.subscribe()))).toEqual({ state: 'on' });
});

test('an invalid subscription is refused', async () => {
  const who = await aSignedInUser(app);
  successData(await agree(who));

  const good = double.subscribe();
  for (const bad of [
    { ...good, keys: {} },
    { ...good, endpoint: 'nowhere' },
    { ...good, endpoint: 'https://a.example/' },
  ])
    expect((await save(who, bad as PushSubscription)).code).toBe(400);
});
