import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type RequestedCode, useLogins } from '../../testing/logins.ts';
import { aPhoneNumber, requestCode, successData } from '../../testing/users.ts';

const { app, enter } = await useLogins();

test('a code submitted twenty times concurrently opens one session', async () => {
  const phone = aPhoneNumber();
  const client = app.client();
  const requested = await requestCode(app, client, phone);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => enter(client, { phone, ...requested })),
  );

  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(19).fill(409)]);
});

test('twenty concurrent sign-ins with one request id return one token', async () => {
  const phone = aPhoneNumber();
  const client = app.client();
  const requested = await requestCode(app, client, phone);
  const requestId = randomUUID();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => enter(client, { phone, ...requested }, requestId)),
  );
  const codes = new Set(all.map(({ code }) => code));

  expect([...codes].every((code) => code === 200 || code === 700)).toBe(true);

  const again = successData(await enter(client, { phone, ...requested }, requestId));
  const tokens = all.filter(({ code }) => code === 200).map((answer) => successData(answer).token);

  expect(new Set([...tokens, again.token]).size).toBe(1);

  const sessions = await app.deps.db
    .selectFrom('sessions')
    .select('sessionId')
    .where('userId', '=', again.userId)
    .execute();
  expect(sessions).toHaveLength(1);
});

test('a new phone signing in on two devices concurrently creates one user', async () => {
  const phone = aPhoneNumber();
  const clients = [app.client(), app.client()];
  const requested: RequestedCode[] = [];

  for (const client of clients) {
    requested.push({ client, phone, ...(await requestCode(app, client, phone)) });
    app.advance(61_000);
  }

  const answers = await Promise.all(requested.map(({ client, ...body }) => enter(client, body)));
  const users = answers.map((answer) => successData(answer).userId);

  expect(new Set(users).size).toBe(1);
  expect(answers.filter((answer) => successData(answer).isNewUser)).toHaveLength(1);
});
