import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PushSubscription } from '../../platform/ports/push.ts';
import { sweep } from '../../schedule/sweep.ts';
import { runJobs } from '../../testing/loans.ts';
import { agree, save, subscriptionState, usePushes, vapid } from '../../testing/pushes.ts';
import { aSignedInUser, becomeLinkSession, signIn, successData } from '../../testing/users.ts';

const pushed = await usePushes();
const { pushState, send } = pushed;

test('a device that a link alone signed in gets no pushes, though the borrower agreed elsewhere', async () => {
  const who = await aSignedInUser(pushed.app);
  successData(await agree(who));
  await becomeLinkSession(pushed.app, who);
  expect((await save(who, pushed.double.subscribe())).code).toBe(316);
  expect((await subscriptionState(who)).state).toBe('off');
  expect(
    successData(await save(await signIn(pushed.app, who.phone), pushed.double.subscribe())),
  ).toEqual({
    state: 'on',
  });
});

test('a device with consent gets an encrypted push whose text names no debt', async () => {
  const who = await aSignedInUser(pushed.app);
  const subscription = pushed.double.subscribe();

  expect((await save(who, subscription)).code).toBe(409);
  successData(await agree(who));
  expect(await subscriptionState(who)).toEqual({ state: 'off', publicKey: vapid.publicKey });
  expect(successData(await save(who, subscription))).toEqual({ state: 'on' });
  expect((await subscriptionState(who)).state).toBe('on');
  await send(who, 'overdue', randomUUID());
  expect(pushed.double.received).toEqual([
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
      claims: { aud: pushed.double.url, exp: expect.any(Number), sub: vapid.subject },
    },
  ]);
  expect(await pushState(who)).toEqual(['sent']);

  const stored = JSON.stringify(
    await pushed.app.deps.db.selectFrom('push_subscriptions').selectAll().execute(),
  );
  expect(stored).not.toContain(subscription.keys.auth);
  await send(who, 'feedback_answered', 'f1');
  expect(pushed.double.received[1]).toMatchObject({
    payload: { kind: 'feedback', url: '/#/feedback' },
    ttlSeconds: 86_400,
  });
});

test('an expired subscription is not used again, and the app is asked to renew it', async () => {
  const who = await aSignedInUser(pushed.app);
  successData(await agree(who));

  const old = pushed.double.subscribe();
  successData(await save(who, old));
  pushed.double.status = 410;
  await send(who, 'refund_made', 'r1');
  expect(await pushState(who)).toEqual(['failed: no device']);
  expect((await subscriptionState(who)).state).toBe('renew');
  expect(successData(await save(who, old))).toEqual({ state: 'renew' });
  pushed.double.status = 201;
  expect(successData(await save(who, pushed.double.subscribe()))).toEqual({ state: 'on' });
  await send(who, 'refund_made', 'r2');
  expect(pushed.double.received).toHaveLength(1);
});

test.each([401, 403])(
  'when the push service rejects our key (%i), the subscription is renewed and an error is logged',
  async (status) => {
    const who = await aSignedInUser(pushed.app);
    successData(await agree(who));
    successData(await save(who, pushed.double.subscribe()));
    pushed.double.status = status;

    const logged = vi.spyOn(pushed.app.deps.log, 'error');
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
  const who = await aSignedInUser(pushed.app);
  successData(await agree(who));
  successData(await save(who, pushed.double.subscribe()));
  for (const kind of ['refund_made', 'export_ready', 'review_done'] as const)
    await send(who, kind, 'p1');
  expect(pushed.double.received.map(({ payload }) => payload.url)).toEqual([
    '/#/order?id=RAAAAAAAAA',
    '/#/data',
    '/#/messages',
  ]);
});

test('a temporarily rejected push is retried; one without an answer never', async () => {
  const who = await aSignedInUser(pushed.app);
  successData(await agree(who));
  successData(await save(who, pushed.double.subscribe()));
  pushed.double.status = 429;
  await send(who, 'refund_made', 'r1');
  expect(await pushState(who)).toEqual(['queued: http_429']);
  pushed.double.status = 201;
  pushed.app.advance(60_000);
  await runJobs(pushed.app, { delayed: true });
  expect(await pushState(who)).toEqual(['sent']);
  pushed.double.received.length = 0;
  pushed.double.status = 'hangs up';
  await send(who, 'refund_made', 'r2');
  expect([await pushState(who), pushed.double.received.length]).toEqual([['sent', 'unknown'], 1]);
  pushed.double.status = 201;
  pushed.app.advance(86_400_000);
  await runJobs(pushed.app, { delayed: true });
  expect([await pushState(who), pushed.double.received.length]).toEqual([['sent', 'unknown'], 1]);
});

test('a subscription ends on logout, on withdrawn consent, and when another user subscribes the browser', async () => {
  const [who, next] = [await aSignedInUser(pushed.app), await aSignedInUser(pushed.app)];
  const browser = pushed.double.subscribe();

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
    await pushed.app.deps.db
      .selectFrom('push_subscriptions')
      .select('userId')
      .where('userId', 'in', [who.userId, next.userId])
      .execute(),
  ).toEqual([]);
  expect(pushed.double.received).toEqual([]);
});

test('a phone signed out from elsewhere gets only messages about the account’s safety, for a day', async () => {
  const who = await aSignedInUser(pushed.app);
  successData(await agree(who));
  successData(await save(who, pushed.double.subscribe()));

  const stranger = await signIn(pushed.app, who.phone);
  successData(await stranger.client.send(CALLS.revokeSessions, { body: { sessionId: null } }));
  await runJobs(pushed.app);
  pushed.double.received.length = 0;
  await send(who, 'refund_made', 'r1');
  expect(pushed.double.received).toEqual([]);
  await send(who, 'export_held', 'e1');
  expect(pushed.double.received).toMatchObject([
    { payload: { body: 'A message about your account' } },
  ]);
  pushed.app.advance(86_400_000);
  await send(who, 'export_held', 'e2');
  expect(pushed.double.received).toHaveLength(1);
  await sweep(pushed.app.deps);

  const left = pushed.app.deps.db
    .selectFrom('push_subscriptions')
    .select('deviceId')
    .where('userId', '=', who.userId);
  expect(await left.execute()).toEqual([]);

  const again = await signIn(pushed.app, who.phone, who.client);
  expect(successData(await save(again, pushed.double.subscribe()))).toEqual({ state: 'on' });
});

test('an invalid subscription is refused', async () => {
  const who = await aSignedInUser(pushed.app);
  successData(await agree(who));

  const good = pushed.double.subscribe();
  for (const bad of [
    { ...good, keys: {} },
    { ...good, endpoint: 'nowhere' },
    { ...good, endpoint: 'https://a.example/' },
  ])
    expect((await save(who, bad as PushSubscription)).code).toBe(400);
});
