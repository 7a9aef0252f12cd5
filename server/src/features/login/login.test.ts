import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { given, granted, somePhone } from '../../testing/given.ts';
import { startApp, type TestApp, type TestClient } from '../../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
// All clients share one address, so each test begins when the counts of the one before are over.
beforeEach(() => app.advance(25 * 3_600_000));

type Body = Parameters<TestClient['send']>[1] extends { body?: infer B } ? B : never;
function enter(client: TestClient, body: { phone: string; otpRef: string; code: string }, requestId = randomUUID()) {
  const { policyVersion } = app.deps.appConfig;
  return client.send(CALLS.checkOtpLogin, {
    body: { agreed: true, policyVersion, language: 'en', ...body },
    requestId,
  });
}

test('a phone and a code make a user at status 10', async () => {
  const { client, userId, phone } = await given.signIn(app);
  expect(granted(await client.send(CALLS.userStatus, {}))).toEqual({
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
  const { client } = await given.user(app, { bizStatus });
  expect(granted(await client.send(CALLS.userStatus, {}))).toMatchObject({
    bizStatus,
    isAuthComplete: bizStatus >= 60,
    evaluation: bizStatus >= 60 ? 'done' : 'none',
  });
});

test('the answer to a known and an unknown phone is the same', async () => {
  const known = (await given.user(app, { bizStatus: 10 })).phone;
  const answers = [];
  for (const phone of [known, somePhone()])
    answers.push(await app.client().send(CALLS.sendOtp, { query: {}, body: { phone, type: 1 } }));
  for (const answer of answers)
    expect(answer).toEqual({
      code: 200,
      msg: 'OK',
      data: { otpRef: expect.stringMatching(/^[0-9a-f-]{36}$/), resendAfterSeconds: 60, expiresInSeconds: 300 },
    });
});

test('phone and type are taken from the query too, however the phone is spelled', async () => {
  const phone = somePhone();
  const client = app.client();
  const spelled = `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;
  const { otpRef } = granted(await client.send(CALLS.sendOtp, { query: { phone: spelled, type: '1' }, body: {} }));
  const code = await given.newestCode(app, phone);
  const first = granted(await enter(client, { phone: `0${phone}`, otpRef, code }));
  app.advance(61_000);
  const again = await given.signIn(app, phone);
  expect([first.isNewUser, again.userId]).toEqual([true, first.userId]);
});

test.each([
  ['no phone', {}],
  ['an empty phone', { phone: '' }],
  ['nine digits', { phone: '987654321' }],
  ['a landline', { phone: '2212345678' }],
  ['a confirmation', { phone: '9876543210', type: 2 }],
])('no code is sent for %s', async (_, body) => {
  expect(await app.client().send(CALLS.sendOtp, { query: {}, body: body as Body & object })).toMatchObject({
    code: 400,
  });
});

test('a lost answer to sending is had by asking again, and one message is sent', async () => {
  const phone = somePhone();
  const client = app.client();
  const ask = { query: {}, body: { phone, type: 1 as const }, requestId: randomUUID() };
  const first = granted(await client.send(CALLS.sendOtp, ask));
  expect(granted(await client.send(CALLS.sendOtp, ask))).toEqual(first);
  const count = await app.deps.db.selectFrom('sandbox_messages').select('phone').where('phone', '=', phone).execute();
  expect(count).toHaveLength(1);
});

type Spoiled = { client?: TestClient; phone?: string; otpRef?: string };
const wait = (ms: number): Spoiled => {
  app.advance(ms);
  return {};
};
const use = async (asked: Asked): Promise<Spoiled> => {
  granted(await enter(asked.client, asked));
  return {};
};
const replace = async ({ client, phone }: Asked): Promise<Spoiled> => {
  app.advance(61_000);
  await given.code(app, client, phone);
  return {};
};
const gone: [string, (asked: Asked) => Promise<Spoiled> | Spoiled][] = [
  ['it is five minutes old', () => wait(300_000)],
  ['it was used', use],
  ['another device enters it', () => ({ client: app.client() })],
  ['nobody asked for it', () => ({ otpRef: randomUUID() })],
  ['it was sent to another phone', () => ({ phone: somePhone() })],
  ['a newer one was sent', replace],
];
type Asked = { client: TestClient; phone: string; otpRef: string; code: string };
test.each(gone)('a code does not work when %s', async (_, spoil) => {
  const phone = somePhone();
  const client = app.client();
  const asked = { client, phone, ...(await given.code(app, client, phone)) };
  const { client: by = client, ...changed } = await spoil(asked);
  const { phone: to, otpRef, code } = { ...asked, ...changed };
  expect(await enter(by, { phone: to, otpRef, code })).toEqual({
    code: 409,
    msg: 'This code no longer works. Please ask for a new code and use the newest one.',
    data: { reason: 'code_gone' },
  });
});

test('the newest code works, to its last millisecond', async () => {
  const phone = somePhone();
  const client = app.client();
  await given.code(app, client, phone);
  app.advance(61_000);
  const newest = await given.code(app, client, phone);
  app.advance(299_999);
  expect((await enter(client, { phone, ...newest })).code).toBe(200);
});

test('a code entered twenty times at once opens one session', async () => {
  const phone = somePhone();
  const client = app.client();
  const asked = await given.code(app, client, phone);
  const answers = await Promise.all(Array.from({ length: 20 }, () => enter(client, { phone, ...asked })));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(19).fill(409)]);
});

test('twenty equal sign-ins are one, and give one token', async () => {
  const phone = somePhone();
  const client = app.client();
  const asked = await given.code(app, client, phone);
  const requestId = randomUUID();
  const all = await Promise.all(Array.from({ length: 20 }, () => enter(client, { phone, ...asked }, requestId)));
  const codes = new Set(all.map(({ code }) => code));
  expect([...codes].every((code) => code === 200 || code === 700)).toBe(true);
  const again = granted(await enter(client, { phone, ...asked }, requestId));
  const tokens = all.filter(({ code }) => code === 200).map((answer) => granted(answer).token);
  expect(new Set([...tokens, again.token]).size).toBe(1);
  const sessions = await app.deps.db
    .selectFrom('sessions')
    .select('session_id')
    .where('user_id', '=', again.userId)
    .execute();
  expect(sessions).toHaveLength(1);
});

test('a lost sign-in is had by asking again, token and cookie; neither is kept in plain', async () => {
  const phone = somePhone();
  const client = app.client();
  const asked = await given.code(app, client, phone);
  const requestId = randomUUID();
  const first = granted(await enter(client, { phone, ...asked }, requestId));
  const { cookie } = client;
  client.cookie = null;
  app.advance(600_000);
  const again = granted(await enter(client, { phone, ...asked }, requestId));
  expect([again, client.cookie]).toEqual([first, cookie]);
  client.token = again.token;
  expect((await client.send(CALLS.userStatus, {})).code).toBe(200);
  const rows = await app.deps.db.selectFrom('idempotency').selectAll().where('request_id', '=', requestId).execute();
  const text = rows.map((row) => `${JSON.stringify(row)}${row.answer_enc?.toString('latin1')}`).join();
  expect([text.includes(first.token), text.includes(cookie?.split('=')[1] ?? 'x'), text.includes(phone)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('the same request id for another content is refused', async () => {
  const phone = somePhone();
  const client = app.client();
  const asked = await given.code(app, client, phone);
  const requestId = randomUUID();
  await enter(client, { phone, ...asked }, requestId);
  expect(
    (await enter(client, { phone, ...asked, code: '0000' === asked.code ? '1111' : '0000' }, requestId)).code,
  ).toBe(422);
});

test('a new phone signing in on two devices at once is one user', async () => {
  const phone = somePhone();
  const clients = [app.client(), app.client()];
  const asked: Asked[] = [];
  for (const client of clients) {
    asked.push({ client, phone, ...(await given.code(app, client, phone)) });
    app.advance(61_000);
  }
  const answers = await Promise.all(asked.map(({ client, ...body }) => enter(client, body)));
  const users = answers.map((answer) => granted(answer).userId);
  expect(new Set(users).size).toBe(1);
  expect(answers.filter((answer) => granted(answer).isNewUser)).toHaveLength(1);
});

test('agreeing is recorded once for a text, with its version and language', async () => {
  const { userId, phone } = await given.signIn(app);
  app.advance(61_000);
  await given.signIn(app, phone);
  const rows = await app.deps.db.selectFrom('consents').selectAll().where('user_id', '=', userId).execute();
  expect(rows).toMatchObject([
    { purpose: 'privacy_policy', text_version: app.deps.appConfig.policyVersion, language: 'en', channel: 'web' },
  ]);
});

test('a policy that is not the one in force, and no agreement, are refused', async () => {
  const phone = somePhone();
  const client = app.client();
  const body = { phone, ...(await given.code(app, client, phone)), language: 'en' as const };
  const { policyVersion } = app.deps.appConfig;
  const send = (more: object) => client.send(CALLS.checkOtpLogin, { body: { ...body, ...more } as never });
  expect(await send({ agreed: true, policyVersion: '2019-01' })).toMatchObject({
    code: 409,
    data: { reason: 'policy_changed' },
  });
  expect((await send({ agreed: false, policyVersion })).code).toBe(400);
  expect((await send({ policyVersion })).code).toBe(400);
  expect((await send({ agreed: true, policyVersion })).code).toBe(200);
});
