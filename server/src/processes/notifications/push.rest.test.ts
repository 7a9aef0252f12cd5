import { consentTexts } from '@noren/core/people/consent';
import { expect, test } from 'vitest';
import { recordDecision } from '../../people/consents.ts';
import { runJobs } from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { agree, save, usePushes } from '../../testing/pushes.ts';
import { aSignedInUser, signIn, successData } from '../../testing/users.ts';

const pushed = await usePushes();
const { pushState, send } = pushed;

test('a push is retried on a device whose service rejected it temporarily, not on one that received it', async () => {
  const who = await aSignedInUser(pushed.app);
  successData(await agree(who));

  const other = await signIn(pushed.app, who.phone);
  const [first, second] = [pushed.double.subscribe(), pushed.double.subscribe()];

  successData(await save(who, first));
  successData(await save(other, second));
  pushed.double.statusOf.set(second.endpoint, 429);
  await send(who, 'refund_made', 'r1');

  const paths = () => pushed.double.received.map(({ path }) => path);
  const [one, two] = [first, second].map(({ endpoint }) => new URL(endpoint).pathname);

  expect([await pushState(who), paths()]).toEqual([['sent'], [one]]);
  pushed.app.advance(60_000);
  await runJobs(pushed.app, { delayed: true });
  pushed.double.statusOf.clear();
  pushed.app.advance(60_000);
  await runJobs(pushed.app, { delayed: true });
  expect(paths()).toEqual([one]);
  // Like every rejected notification: retried after one minute, then five.
  pushed.app.advance(240_000);
  await runJobs(pushed.app, { delayed: true });
  expect([await pushState(who), paths()]).toEqual([['sent'], [one, two]]);
  pushed.app.advance(86_400_000);
  await runJobs(pushed.app, { delayed: true });
  expect(paths()).toEqual([one, two]);
  // After the last retry it still counts as sent, because one device received it.
  pushed.double.statusOf.set(second.endpoint, 429);
  await send(who, 'refund_made', 'r2');

  for (const minutes of [1, 5, 15, 60, 240, 9_999]) {
    pushed.app.advance(minutes * 60_000);
    await runJobs(pushed.app, { delayed: true });
  }

  expect([await pushState(who), paths()]).toEqual([
    ['sent', 'sent'],
    [one, two, one],
  ]);
});

test('no subscription is saved when the consent is withdrawn at the same time', async () => {
  const who = await aSignedInUser(pushed.app);
  successData(await agree(who));

  const { db } = pushed.app.deps;
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
      at: pushed.app.deps.now(),
    };

    await recordDecision(tx, pushed.app.deps, { ...decision, ...from });

    const saving = save(who, pushed.double.subscribe());
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
