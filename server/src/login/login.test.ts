import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { given, granted, somePhone } from '../test/given.ts';
import { startApp, type TestApp } from '../test/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('a phone and a code make a user at status 10', async () => {
  const { client, userId, phone } = await given.signIn(app);
  const status = granted(await client.send(CALLS.userStatus, {}));
  expect(status).toEqual({
    userId,
    maskedPhone: `${phone.slice(0, 2)}•••••${phone.slice(-3)}`,
    bizStatus: 10,
    isAuthComplete: false,
    repayId: null,
    evaluation: 'none',
    gpGuideShow: false,
    serverTimeMs: app.deps.now(),
  });
});

test.each([10, 20, 30, 40, 50, 60, 70] as const)('a given user stands at %i', async (bizStatus) => {
  const { client } = await given.user(app, { bizStatus, phone: somePhone() });
  expect(granted(await client.send(CALLS.userStatus, {})).bizStatus).toBe(bizStatus);
});
