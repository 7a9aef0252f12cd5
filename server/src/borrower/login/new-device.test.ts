import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { newestCode, requestCode, signIn, successData } from '../../testing/users.ts';

const app = await useApp();
const DAY = 86_400_000;

async function notificationTitles(client: TestClient): Promise<string[]> {
  const { details } = successData(await client.send(CALLS.notificationCentre, { body: {} }));
  return details.map(({ title }) => title);
}

test('the owner is notified that the phone signed in on a new device, by SMS and in the app', async () => {
  const { client, phone } = await signIn(app);
  expect(await notificationTitles(client)).toEqual([]);
  app.advance(DAY);
  await signIn(app, phone);
  expect(await notificationTitles(client)).toEqual(['A new phone signed in']);

  const deliveries = await app.deps.db
    .selectFrom('notification_deliveries')
    .select(['kind', 'channel'])
    .execute();
  expect(deliveries).toContainEqual({ kind: 'new_device', channel: 'sms' });
});

test('signing in again on an own device tells nothing, after it was signed out from elsewhere it does', async () => {
  const { client, phone } = await signIn(app);
  app.advance(DAY);
  await signIn(app, phone, client);
  expect(await notificationTitles(client)).toEqual([]);

  const other = (await signIn(app, phone)).client;
  await other.send(CALLS.revokeSessions, { body: { sessionId: null } });
  app.advance(DAY);
  await signIn(app, phone, client);
  expect(await notificationTitles(client)).toEqual([
    'A new phone signed in',
    'Other phones were signed out',
    'A new phone signed in',
  ]);
});

/** The newest secret in a browser's cookie, and all of them. */
function readSecrets({ deviceCookie }: TestClient): string[] {
  const [name, value] = deviceCookie?.split('=') ?? [];
  expect(name).toBe('__Host-noren-device');
  return value?.split('.') ?? [];
}

test('each code gives a browser another device secret; those before it prove nothing for its user', async () => {
  const { client, phone } = await signIn(app);
  const planted = client.deviceCookie;

  await client.send(CALLS.logOut, {});
  app.advance(DAY);
  await signIn(app, phone, client);
  expect(client.deviceCookie).not.toBe(planted);
  expect(await notificationTitles(client)).toEqual([]);

  const thief = Object.assign(app.client(), { deviceId: client.deviceId, deviceCookie: planted });
  app.advance(DAY);
  await signIn(app, phone, thief);
  expect(await notificationTitles(client)).toEqual(['A new phone signed in']);
});

test('two who share a browser sign in by turns and it stays known to both', async () => {
  const { client, phone } = await signIn(app);
  const other = await signIn(app, undefined, client);

  for (const next of [phone, other.phone, phone, other.phone]) {
    app.advance(DAY);
    await signIn(app, next, client);
    expect(await notificationTitles(client)).toEqual([]);
  }

  expect(readSecrets(client)).toHaveLength(4);
});

test('a browser gets its device secret with its first code, and gets it again when the answer was lost', async () => {
  let isLost = false;
  const client = app.client({ lose: () => isLost });
  const { phone } = await signIn(app, undefined, client);

  expect(readSecrets(client)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);

  const other = app.client({ lose: () => isLost });
  app.advance(DAY);

  const { policyVersion } = app.deps.appConfig;
  const body = {
    phone,
    ...(await requestCode(app, other, phone)),
    agreed: true as const,
    policyVersion,
  };
  const again = { body: { ...body, language: 'en' as const }, requestId: randomUUID() };

  isLost = true;
  await expect(other.send(CALLS.checkOtpLogin, again)).rejects.toThrow();
  isLost = false;
  expect(other.deviceCookie).toBeNull();
  other.token = successData(await other.send(CALLS.checkOtpLogin, again)).token;
  expect(readSecrets(other)).toHaveLength(1);
  app.advance(DAY);
  await signIn(app, phone, other);
  expect(await notificationTitles(client)).toEqual(['A new phone signed in']);
});

test('a session of a former release keeps its phone known; signed in again, the phone is new once', async () => {
  const { client, phone, userId } = await signIn(app);
  await app.deps.db
    .updateTable('sessions')
    .set({ deviceSecretHash: null })
    .where('userId', '=', userId)
    .execute();
  client.deviceCookie = null;
  app.advance(DAY);
  await client.send(CALLS.sendFirstConfirmation, {});

  const otpCode = await newestCode(app, phone);
  successData(await client.send(CALLS.checkFirstConfirmation, { body: { otpCode } }));
  expect(await notificationTitles(client)).toEqual([]);
  await app.deps.db
    .updateTable('sessions')
    .set({ deviceSecretHash: null })
    .where('userId', '=', userId)
    .execute();

  for (let times = 0; times < 2; times++) {
    app.advance(DAY);
    await signIn(app, phone, client);
    expect(await notificationTitles(client)).toEqual(['A new phone signed in']);
  }
});
