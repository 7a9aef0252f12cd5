import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '../../platform/http/session-store.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aPhoneNumber, aSignedInUser, requestCode, signIn } from '../../testing/users.ts';

const app = await useApp();
beforeEach(() => app.advance(25 * 3_600_000));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const tooMany = (retryAfterSeconds: number) => ({ code: 429, data: { retryAfterSeconds } });

const send = (client: TestClient, phone: string) => client.send(CALLS.sendOtp, { query: {}, body: { phone, type: 1 } });

type RequestedCode = { otpRef: string; code: string };
function enter(client: TestClient, phone: string, requested: RequestedCode) {
  const { policyVersion } = app.deps.appConfig;
  return client.send(CALLS.checkOtpLogin, {
    body: { phone, ...requested, agreed: true, policyVersion, language: 'en' },
  });
}
const wrong = ({ otpRef, code }: RequestedCode, by = 1): RequestedCode => ({
  otpRef,
  code: String((Number(code) + by) % 10_000).padStart(4, '0'),
});

test('a code can be resent after a minute; before that the answer gives the wait', async () => {
  const [client, phone] = [app.client(), aPhoneNumber()];
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
])('a %s gets at most %i codes an hour', async (_, most, next) => {
  const [first, phone] = [app.client(), aPhoneNumber()];
  const step = Math.floor((HOUR - MINUTE) / most);
  for (let sent = 0; sent < most; sent++) {
    const [client, which] = next(first);
    expect((await send(client, which === 'same' ? phone : aPhoneNumber())).code).toBe(200);
    app.advance(Math.max(step, MINUTE));
  }
  const [client, which] = next(first);
  const to = which === 'same' ? phone : aPhoneNumber();
  const refused = await send(client, to);
  expect(refused).toMatchObject({ code: 429, data: { retryAfterSeconds: expect.any(Number) } });
  app.advance(((refused.data as { retryAfterSeconds: number }).retryAfterSeconds ?? 0) * 1000);
  expect((await send(client, to)).code).toBe(200);
});

test('five wrong codes lock a phone for an hour, across resends and devices', async () => {
  const [client, phone] = [app.client(), aPhoneNumber()];
  const first = await requestCode(app, client, phone);
  for (const by of [1, 2, 3])
    expect(await enter(client, phone, wrong(first, by))).toMatchObject({ code: 400, data: { reason: 'code_wrong' } });
  app.advance(MINUTE);
  const second = await requestCode(app, client, phone);
  for (const by of [1, 2]) expect((await enter(client, phone, wrong(second, by))).code).toBe(400);
  expect(await enter(client, phone, second)).toMatchObject(tooMany(3540));
  app.advance(MINUTE);
  expect((await send(app.client(), phone)).code).toBe(429);
  app.advance(HOUR - 2 * MINUTE);
  const third = await requestCode(app, client, phone);
  expect((await enter(client, phone, third)).code).toBe(200);
});

test('ten wrong codes lock a phone for a day', async () => {
  const [client, phone] = [app.client(), aPhoneNumber()];
  for (let round = 0; round < 2; round++) {
    const requested = await requestCode(app, client, phone);
    for (const by of [1, 2, 3, 4, 5]) expect((await enter(client, phone, wrong(requested, by))).code).toBe(400);
    app.advance(2 * HOUR);
  }
  expect(await send(client, phone)).toMatchObject(tooMany(20 * 3600));
  app.advance(20 * HOUR);
  expect((await enter(client, phone, await requestCode(app, client, phone))).code).toBe(200);
});

test('five wrong codes for different phones lock the device', async () => {
  const client = app.client();
  for (let i = 0; i < 5; i++) {
    const phone = aPhoneNumber();
    expect((await enter(client, phone, wrong(await requestCode(app, client, phone)))).code).toBe(400);
    app.advance(MINUTE);
  }
  expect((await send(client, aPhoneNumber())).code).toBe(429);
});

async function fiveWrong(client: TestClient, phone: string): Promise<void> {
  const requested = await requestCode(app, client, phone);
  for (const by of [1, 2, 3, 4, 5]) expect((await enter(client, phone, wrong(requested, by))).code).toBe(400);
}

test('a shared carrier address is locked only after a hundred wrong codes', async () => {
  await fiveWrong(app.client(), aPhoneNumber());
  await fiveWrong(app.client(), aPhoneNumber());
  expect((await send(app.client(), aPhoneNumber())).code).toBe(200);
  for (let i = 0; i < 90; i++)
    await app.deps.limits.tryOtp({ address: '127.0.0.1' }, app.deps.now(), async () => ({
      isWrong: true,
      result: null,
    }));
  expect((await send(app.client(), aPhoneNumber())).code).toBe(429);
});

describe('a device that has signed in with the phone before', () => {
  test("is not locked by strangers' wrong codes or code requests", async () => {
    const { client, phone } = await signIn(app);
    app.advance(MINUTE);
    const stranger = app.client();
    await fiveWrong(stranger, phone);
    expect((await send(stranger, phone)).code).toBe(429);
    expect((await send(app.client(), phone)).code).toBe(429);
    const requested = await requestCode(app, client, phone);
    expect((await enter(client, phone, requested)).code).toBe(200);
  });

  test('gets one code a minute and five an hour', async () => {
    const { client, phone } = await signIn(app);
    app.advance(MINUTE);
    for (let sent = 0; sent < 4; sent++) {
      expect((await send(client, phone)).code).toBe(200);
      expect((await send(client, phone)).code).toBe(429);
      app.advance(MINUTE);
    }
    expect((await send(client, phone)).code).toBe(429);
  });

  test('is locked by its own five wrong codes, without affecting other devices', async () => {
    const { client, phone } = await signIn(app);
    app.advance(MINUTE);
    await fiveWrong(client, phone);
    expect((await send(client, phone)).code).toBe(429);
    expect((await send(app.client(), phone)).code).toBe(200);
    app.advance(HOUR);
    await fiveWrong(client, phone);
    app.advance(HOUR);
    // Ten wrong codes in a day.
    expect(await send(client, phone)).toMatchObject({ code: 429 });
    app.advance(22 * HOUR);
    expect((await send(client, phone)).code).toBe(200);
  });

  test('is unknown for any other phone, and for a phone it only opened by link', async () => {
    const { client, phone } = await signIn(app);
    const { userId, phone: other } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
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

test('of twenty concurrent guesses five are checked and the rest rejected', async () => {
  const [client, phone] = [app.client(), aPhoneNumber()];
  const requested = await requestCode(app, client, phone);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, by) => enter(client, phone, wrong(requested, by + 1))),
  );
  const codes = answers.map(({ code }) => code).sort();
  expect(codes).toEqual([...Array(5).fill(400), ...Array(15).fill(429)]);
});

test('correct codes do not count against the address limit', async () => {
  const people = [];
  for (let i = 0; i < 12; i++) {
    const [client, phone] = [app.client(), aPhoneNumber()];
    people.push({ client, phone, requested: await requestCode(app, client, phone) });
  }
  const answers = await Promise.all(people.map(({ client, phone, requested }) => enter(client, phone, requested)));
  expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(200));
});
