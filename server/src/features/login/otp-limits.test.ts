import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '../../platform/http/session.ts';
import { given, somePhone } from '../../testing/given.ts';
import { startApp, type TestApp, type TestClient } from '../../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(() => app.advance(25 * 3_600_000));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const tooMany = (retryAfterSeconds: number) => ({ code: 429, data: { retryAfterSeconds } });

const send = (client: TestClient, phone: string) => client.send(CALLS.sendOtp, { query: {}, body: { phone, type: 1 } });

type Asked = { otpRef: string; code: string };
function enter(client: TestClient, phone: string, asked: Asked) {
  const { policyVersion } = app.deps.appConfig;
  return client.send(CALLS.checkOtpLogin, { body: { phone, ...asked, agreed: true, policyVersion, language: 'en' } });
}
const wrong = ({ otpRef, code }: Asked, by = 1): Asked => ({
  otpRef,
  code: String((Number(code) + by) % 10_000).padStart(4, '0'),
});

test('a code is sent again after a minute, and the wait is told', async () => {
  const [client, phone] = [app.client(), somePhone()];
  expect((await send(client, phone)).code).toBe(200);
  app.advance(20_000);
  expect(await send(client, phone)).toMatchObject(tooMany(40));
  expect((await send(client, phone)).msg).toBe('Too many tries. Please wait 40 seconds and try again.');
  app.advance(39_999);
  expect((await send(client, phone)).code).toBe(429);
  app.advance(1);
  expect((await send(client, phone)).code).toBe(200);
});

test.each([
  ['phone', 5, () => [app.client(), 'same'] as const],
  ['device', 5, (first: TestClient) => [first, 'other'] as const],
  ['address', 20, () => [app.client(), 'other'] as const],
])('a %s is sent %i codes an hour', async (_, most, next) => {
  const [first, phone] = [app.client(), somePhone()];
  const step = Math.floor((HOUR - MINUTE) / most);
  for (let sent = 0; sent < most; sent++) {
    const [client, which] = next(first);
    expect((await send(client, which === 'same' ? phone : somePhone())).code).toBe(200);
    app.advance(Math.max(step, MINUTE));
  }
  const [client, which] = next(first);
  const to = which === 'same' ? phone : somePhone();
  const refused = await send(client, to);
  expect(refused).toMatchObject({ code: 429, data: { retryAfterSeconds: expect.any(Number) } });
  app.advance(((refused.data as { retryAfterSeconds: number }).retryAfterSeconds ?? 0) * 1000);
  expect((await send(client, to)).code).toBe(200);
});

test('five wrong codes close a phone for an hour, across resends and devices', async () => {
  const [client, phone] = [app.client(), somePhone()];
  const first = await given.code(app, client, phone);
  for (const by of [1, 2, 3])
    expect(await enter(client, phone, wrong(first, by))).toMatchObject({ code: 400, data: { reason: 'code_wrong' } });
  app.advance(MINUTE);
  const second = await given.code(app, client, phone);
  for (const by of [1, 2]) expect((await enter(client, phone, wrong(second, by))).code).toBe(400);
  expect(await enter(client, phone, second)).toMatchObject(tooMany(3540));
  app.advance(MINUTE);
  expect((await send(app.client(), phone)).code).toBe(429);
  app.advance(HOUR - 2 * MINUTE);
  const third = await given.code(app, client, phone);
  expect((await enter(client, phone, third)).code).toBe(200);
});

test('ten wrong codes close a phone for the day', async () => {
  const [client, phone] = [app.client(), somePhone()];
  for (let round = 0; round < 2; round++) {
    const asked = await given.code(app, client, phone);
    for (const by of [1, 2, 3, 4, 5]) expect((await enter(client, phone, wrong(asked, by))).code).toBe(400);
    app.advance(2 * HOUR);
  }
  expect(await send(client, phone)).toMatchObject(tooMany(20 * 3600));
  app.advance(20 * HOUR);
  expect((await enter(client, phone, await given.code(app, client, phone))).code).toBe(200);
});

test('five wrong codes for different phones close the device', async () => {
  const client = app.client();
  for (let i = 0; i < 5; i++) {
    const phone = somePhone();
    expect((await enter(client, phone, wrong(await given.code(app, client, phone)))).code).toBe(400);
    app.advance(MINUTE);
  }
  expect((await send(client, somePhone())).code).toBe(429);
});

async function fiveWrong(client: TestClient, phone: string): Promise<void> {
  const asked = await given.code(app, client, phone);
  for (const by of [1, 2, 3, 4, 5]) expect((await enter(client, phone, wrong(asked, by))).code).toBe(400);
}

test('a carrier address is not closed by one who shares it, but by a hundred wrong codes', async () => {
  await fiveWrong(app.client(), somePhone());
  await fiveWrong(app.client(), somePhone());
  expect((await send(app.client(), somePhone())).code).toBe(200);
  for (let i = 0; i < 90; i++)
    expect(await app.deps.limits.take([['otp-wrong-address-hour', '127.0.0.1']], app.deps.now())).toEqual({ ok: true });
  expect((await send(app.client(), somePhone())).code).toBe(429);
});

describe('a device that has signed a phone in before', () => {
  test('is not closed by what strangers type, nor by the codes they ask for', async () => {
    const { client, phone } = await given.signIn(app);
    app.advance(MINUTE);
    const stranger = app.client();
    await fiveWrong(stranger, phone);
    expect((await send(stranger, phone)).code).toBe(429);
    expect((await send(app.client(), phone)).code).toBe(429);
    const asked = await given.code(app, client, phone);
    expect((await enter(client, phone, asked)).code).toBe(200);
  });

  test('waits a minute between its own codes, and has five an hour', async () => {
    const { client, phone } = await given.signIn(app);
    app.advance(MINUTE);
    for (let sent = 0; sent < 4; sent++) {
      expect((await send(client, phone)).code).toBe(200);
      expect((await send(client, phone)).code).toBe(429);
      app.advance(MINUTE);
    }
    expect((await send(client, phone)).code).toBe(429);
  });

  test('is closed by its own five wrong codes, and leaves other devices their own', async () => {
    const { client, phone } = await given.signIn(app);
    app.advance(MINUTE);
    await fiveWrong(client, phone);
    expect((await send(client, phone)).code).toBe(429);
    expect((await send(app.client(), phone)).code).toBe(200);
    app.advance(HOUR);
    await fiveWrong(client, phone);
    app.advance(HOUR);
    // Ten in a day.
    expect(await send(client, phone)).toMatchObject({ code: 429 });
    app.advance(22 * HOUR);
    expect((await send(client, phone)).code).toBe(200);
  });

  test('another phone on it is a stranger, and so is a device with a session of a link alone', async () => {
    const { client, phone } = await given.signIn(app);
    const { userId, phone: other } = await given.user(app, { bizStatus: 10 });
    await openSession(app.deps.db, {
      userId,
      deviceId: client.deviceId,
      assurance: 'link',
      lead: { clientType: 1, channel: 'sms' },
      now: app.deps.now(),
    });
    await fiveWrong(app.client(), other);
    expect((await send(client, other)).code).toBe(429);
    app.advance(MINUTE);
    expect((await send(client, phone)).code).toBe(200);
  });
});

test('twenty guesses at once are five guesses', async () => {
  const [client, phone] = [app.client(), somePhone()];
  const asked = await given.code(app, client, phone);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, by) => enter(client, phone, wrong(asked, by + 1))));
  const codes = answers.map(({ code }) => code).sort();
  expect(codes).toEqual([...Array(5).fill(400), ...Array(15).fill(429)]);
});

test('right codes count for nothing, however many at once from one address', async () => {
  const people = [];
  for (let i = 0; i < 12; i++) {
    const [client, phone] = [app.client(), somePhone()];
    people.push({ client, phone, asked: await given.code(app, client, phone) });
  }
  const answers = await Promise.all(people.map(({ client, phone, asked }) => enter(client, phone, asked)));
  expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(200));
});
