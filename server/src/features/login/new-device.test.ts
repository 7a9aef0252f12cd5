import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { signIn, successData } from '../../testing/users.ts';

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
  const deliveries = await app.deps.db.selectFrom('notification_deliveries').select(['kind', 'channel']).execute();
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
