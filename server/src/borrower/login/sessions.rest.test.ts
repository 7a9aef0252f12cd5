import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { DAY, status, useSessions } from '../../testing/sessions.ts';
import {
  aSignedInUser,
  becomeLinkSession,
  newestCode,
  requestCode,
  signIn,
  successData,
} from '../../testing/users.ts';

const { app, link, confirmByCode, open } = await useSessions();

test('a link opened eight times concurrently opens one session', async () => {
  const { body } = await link();
  const answers = await Promise.all(Array.from({ length: 8 }, () => open(app.client(), body)));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)]);
});

test('an address may try thirty unknown links an hour; known links still open', async () => {
  const { body, userId } = await link();
  const guess = (at: number) => open(app.client(), { ...body, taskId: `${'x'.repeat(40)}${at}` });

  for (let at = 0; at < 30; at++) expect((await guess(at)).code).toBe(403);
  expect((await guess(30)).code).toBe(429);
  expect(successData(await open(app.client(), body)).userId).toBe(userId);
});

test('a sign-in code cannot confirm, and wrong confirmation codes count towards the sign-in limits', async () => {
  const { client, phone } = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  const { code } = await requestCode(app, client, phone);
  const check = (otpCode: string) =>
    client.send(CALLS.checkFirstConfirmation, { body: { otpCode } });

  expect((await check(code)).code).toBe(409);
  app.advance(61_000);
  successData(await client.send(CALLS.sendFirstConfirmation, {}));

  const right = await newestCode(app, phone);
  const wrong = right === '1234' ? '4321' : '1234';

  for (let i = 0; i < 5; i++)
    expect(await check(wrong)).toMatchObject({ code: 400, data: { reason: 'code_wrong' } });
  expect((await check(right)).code).toBe(429);
  expect((await client.send(CALLS.sendOtp, { body: { phone, type: 1 } })).code).toBe(429);
});

test('a session ends 90 days after its last code, and one of a link after 7 days, however often it is used', async () => {
  const { client, phone } = await signIn(app);

  const useFor = async (days: number) => {
    for (let day = 0; day < days; day += 6) {
      expect((await status(client)).code).toBe(200);
      app.advance(6 * DAY);
    }
  };

  await useFor(90);
  await confirmByCode(client, phone);
  await useFor(90);
  expect(successData(await client.send(CALLS.viewSessions, {})).sessions).toHaveLength(1);
  app.advance(1);
  expect(await status(client)).toMatchObject({ code: 403, msg: 'token is expired' });

  const linked = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  await becomeLinkSession(app, linked);
  app.advance(6 * DAY);
  expect((await status(linked.client)).code).toBe(200);
  app.advance(DAY + 1);
  expect((await status(linked.client)).code).toBe(403);
});

test('an eleventh session of a user ends the one that was not used for longest, and its pushes', async () => {
  const first = await signIn(app);
  const clients = [first.client];

  for (let more = 0; more < 9; more++) {
    app.advance(25 * 3_600_000);
    clients.push((await signIn(app, first.phone)).client);
  }

  app.advance(2 * 3_600_000);
  // The first is used now; the second is unused for longest.
  for (const client of clients.toSpliced(1, 1)) expect((await status(client)).code).toBe(200);
  app.advance(25 * 3_600_000);

  const eleventh = await signIn(app, first.phone);
  const codes = await Promise.all(
    [...clients, eleventh.client].map(async (client) => (await status(client)).code),
  );

  expect(codes).toEqual([200, 401, ...Array(9).fill(200)]);
});
