import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { formatDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { createLinkToken } from '../../notifications/sign-in-link-store.ts';
import { readPendingReviews } from '../../people/certification/review-store.ts';
import { decideScoreReview } from '../../testing/decisions.ts';
import { runJobs } from '../../testing/loans.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import {
  aSignedInUser,
  enterCodeNow,
  type SignedInUser,
  sendConsent,
  signIn,
  successData,
} from '../../testing/users.ts';
import { evaluateCredit } from '../loans/evaluate-credit.ts';

const app = await useApp();

const HOUR = 3_600_000;

const saveDevice = (client: TestClient, more: { fingerprint?: string; deviceId?: string } = {}) =>
  client.send(CALLS.deviceInformation, {
    body: { deviceId: client.deviceId, operatingSystem: 'Android 14', ...more },
  });

const sessions = async ({ client }: Pick<SignedInUser, 'client'>) =>
  successData(await client.send(CALLS.viewSessions, {})).sessions;
const revoke = (client: TestClient, sessionId: string | null) =>
  client.send(CALLS.revokeSessions, { body: { sessionId } });
const status = async (client: TestClient) => (await client.send(CALLS.userStatus, {})).code;

/** The same user on another device. */
async function signInOnNewDevice(who: SignedInUser): Promise<SignedInUser> {
  app.advance(HOUR);
  return signIn(app, who.phone);
}

const readDevices = ({ userId }: SignedInUser) =>
  app.deps.db.selectFrom('devices').selectAll().where('userId', '=', userId).execute();

test('device information sent twice is stored once', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  expect(successData(await saveDevice(who.client))).toEqual({ isKept: true, isMarked: false });
  successData(await saveDevice(who.client));
  expect(await readDevices(who)).toMatchObject([
    { operatingSystem: 'Android 14', fingerprintHash: null },
  ]);

  const foreign = await saveDevice(who.client, { deviceId: randomUUID() });
  expect(foreign).toMatchObject({
    code: 400,
    data: { fields: [{ path: 'deviceId', problem: 'device' }] },
  });
});

test('a browser fingerprint is stored only with consent, as a hash, and deleted on withdrawal', async () => {
  const fingerprint = 'ab'.repeat(16);
  const who = await aSignedInUser(app, { bizStatus: UserStatus.registered });

  expect(successData(await saveDevice(who.client, { fingerprint }))).toEqual({
    isKept: true,
    isMarked: false,
  });
  successData(await sendConsent(who.client, 'device_mark', true));
  expect(successData(await saveDevice(who.client, { fingerprint }))).toEqual({
    isKept: true,
    isMarked: true,
  });
  successData(await saveDevice(who.client));
  expect(await readDevices(who)).toMatchObject([
    { fingerprintHash: app.deps.crypto.hash('fingerprint', fingerprint) },
  ]);
  successData(await sendConsent(who.client, 'device_mark', false));
  expect(await readDevices(who)).toMatchObject([
    { operatingSystem: 'Android 14', fingerprintHash: null },
  ]);
});

test('an application from a browser that another person uses too waits for a reviewer, and goes on when approved', async () => {
  const fingerprint = 'cd'.repeat(16);

  const report = async (who: SignedInUser) => {
    successData(await sendConsent(who.client, 'device_mark', true));
    successData(await saveDevice(who.client, { fingerprint }));
  };

  const other = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  await report(other);

  const who = await aSignedInUser(app, { limitPaise: null });
  await report(who);
  await evaluateCredit(app.deps, who);

  const credit = async () => successData(await who.client.send(CALLS.creditInfo, {}));
  expect(await credit()).toMatchObject({ state: 'review', reasons: [{ id: 'device-shared' }] });

  const [review] = await readPendingReviews(app.deps.db, who.userId);
  expect(review).toMatchObject({ kind: 'score', reasons: ['device-shared'] });

  const decision = {
    userId: who.userId,
    decision: 'approve',
    operator: 'o',
    reason: 'agrees',
  } as const;
  expect(await decideScoreReview(app.deps, decision)).toBe(true);
  await runJobs(app);
  expect(await credit()).toMatchObject({ state: 'approved' });
});

test('viewSessions lists this session first, then the other valid ones by last use', async () => {
  const first = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  successData(await saveDevice(first.client));

  const second = await signInOnNewDevice(first);
  const third = await signInOnNewDevice(first);

  successData(await third.client.send(CALLS.logOut, {}));
  app.advance(2 * HOUR);
  expect(await status(first.client)).toBe(200);
  expect(await sessions(second)).toMatchObject([
    { isThisOne: true, operatingSystem: null, isByLink: false },
    { isThisOne: false, operatingSystem: 'Android 14', lastUsedAt: app.deps.now() },
  ]);
  app.advance(29 * 24 * HOUR);
  expect(await status(second.client)).toBe(200);
  app.advance(2 * 24 * HOUR);
  expect(await sessions(second)).toHaveLength(1);
  expect(
    await sessions(await aSignedInUser(app, { bizStatus: UserStatus.registered })),
  ).toHaveLength(1);
});

test('revoking another session makes its next call answer 401 and notifies the user', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const stranger = await signInOnNewDevice(who);
  const [, other] = await sessions(who);

  await enterCodeNow(app, who.client);
  expect(successData(await revoke(who.client, other?.sessionId ?? ''))).toEqual({ revoked: 1 });
  expect(await status(stranger.client)).toBe(401);
  expect(await status(who.client)).toBe(200);
  expect(successData(await revoke(who.client, other?.sessionId ?? ''))).toEqual({ revoked: 0 });

  const { details } = successData(await who.client.send(CALLS.notificationCentre, { body: {} }));
  expect(details.map(({ title }) => title)).toEqual([
    'Other phones were signed out',
    'A new phone signed in',
  ]);
  expect(details[0]?.text).toContain(formatDay(app.deps.today()));
  await runJobs(app);

  const sent = await app.deps.db
    .selectFrom('sandbox_messages')
    .select('template')
    .where('phone', '=', who.phone)
    .execute();
  expect(sent.map(({ template }) => template)).toContain('signed_out');
});

test('revoking all other sessions keeps this one and those of other users', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const others = [await signInOnNewDevice(who), await signInOnNewDevice(who)];
  const somebody = await aSignedInUser(app, { bizStatus: UserStatus.registered });

  await enterCodeNow(app, who.client);
  expect(successData(await revoke(who.client, null))).toEqual({ revoked: 2 });
  expect(await Promise.all(others.map(({ client }) => status(client)))).toEqual([401, 401]);
  expect(await status(who.client)).toBe(200);
  expect(await status(somebody.client)).toBe(200);

  const [own] = await sessions(who);
  expect(successData(await revoke(somebody.client, own?.sessionId ?? ''))).toEqual({ revoked: 0 });
  expect(successData(await revoke(who.client, own?.sessionId ?? ''))).toEqual({ revoked: 0 });
  expect(await status(who.client)).toBe(200);
});

test('revoking the last session of a device ends its push subscription in a day', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const other = await signInOnNewDevice(who);

  const subscribe = (deviceId: string) =>
    app.deps.db
      .insertInto('push_subscriptions')
      .values({
        userId: who.userId,
        deviceId,
        subscriptionEnc: Buffer.from('x'),
        endpointHash: app.deps.crypto.hash('push', deviceId),
        savedAt: new Date(app.deps.now()),
      })
      .execute();

  await subscribe(who.client.deviceId);
  await subscribe(other.client.deviceId);
  await enterCodeNow(app, who.client);
  successData(await revoke(who.client, null));

  const left = await app.deps.db
    .selectFrom('push_subscriptions')
    .select(['deviceId', 'endsAt'])
    .where('userId', '=', who.userId)
    .execute();
  expect(left).toHaveLength(2);
  expect(left).toContainEqual({ deviceId: who.client.deviceId, endsAt: null });
  expect(left).toContainEqual({
    deviceId: other.client.deviceId,
    endsAt: app.deps.now() + 24 * HOUR,
  });
});

test('signing out other devices asks for a code of the last 30 minutes', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const stranger = await signInOnNewDevice(who);

  app.advance(31 * 60_000);
  expect((await revoke(who.client, null)).code).toBe(316);
  expect(await status(stranger.client)).toBe(200);
});

test('a link session cannot view or revoke sessions', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const token = await createLinkToken(app.deps.db, {
    userId: who.userId,
    channel: 'sandbox',
    now: app.deps.now(),
  });
  const client = app.client();
  const body = {
    taskId: token.split('.')[0] ?? '',
    uniqueChannel: 'sandbox',
    registerClientType: 1 as const,
  };

  client.token = successData(await client.send(CALLS.openTokenLogin, { body })).token;
  expect((await client.send(CALLS.viewSessions, {})).code).toBe(316);
  expect((await revoke(client, null)).code).toBe(316);
  expect(await status(who.client)).toBe(200);
  expect(await sessions(who)).toMatchObject([{ isThisOne: true }, { isByLink: true }]);
});
