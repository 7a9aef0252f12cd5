import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeLimits } from '../../platform/http/make-limits.ts';
import { openSession } from '../../platform/http/session-store.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import {
  aPhoneNumber,
  aSignedInUser,
  enterCodeNow,
  requestCode,
  signIn,
} from '../../testing/users.ts';

const app = await useApp();
beforeEach(() => app.advance(25 * 3_600_000));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const tooMany = (retryAfterSeconds: number) => ({ code: 429, data: { retryAfterSeconds } });

const send = (client: TestClient, phone: string) =>
  client.send(CALLS.sendOtp, { body: { phone, type: 1 } });

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
  expect((await send(client, phone)).msg).toBe(
    'Too many tries. Please wait 40 seconds and try again.',
  );
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
    expect(await enter(client, phone, wrong(first, by))).toMatchObject({
      code: 400,
      data: { reason: 'code_wrong' },
    });

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
    for (const by of [1, 2, 3, 4, 5])
      expect((await enter(client, phone, wrong(requested, by))).code).toBe(400);
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
    expect((await enter(client, phone, wrong(await requestCode(app, client, phone)))).code).toBe(
      400,
    );
    app.advance(MINUTE);
  }

  expect((await send(client, aPhoneNumber())).code).toBe(429);
});

async function fiveWrong(client: TestClient, phone: string): Promise<void> {
  const requested = await requestCode(app, client, phone);
  for (const by of [1, 2, 3, 4, 5])
    expect((await enter(client, phone, wrong(requested, by))).code).toBe(400);
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

describe('the own devices of a phone', () => {
  /**
   * Devices on which the phone's owner signed in, an hour apart, so that nothing is counted any
   * more.
   */
  async function ownDevices(count: number): Promise<{ phone: string; clients: TestClient[] }> {
    const { client, phone } = await signIn(app);
    const clients = [client];

    while (clients.length < count) {
      app.advance(HOUR);
      clients.push((await signIn(app, phone)).client);
    }

    app.advance(25 * HOUR);

    return { phone, clients };
  }

  test('have ten wrong codes an hour together', async () => {
    const { phone, clients } = await ownDevices(3);
    const [first, second, third] = clients as [TestClient, TestClient, TestClient];

    await fiveWrong(first, phone);
    app.advance(MINUTE);
    await fiveWrong(second, phone);
    app.advance(MINUTE);
    expect((await send(third, phone)).code).toBe(429);
    expect((await send(app.client(), phone)).code).toBe(200);
  });

  test('get twenty codes a day together', async () => {
    const { phone, clients } = await ownDevices(3);
    for (let sent = 0; sent < 20; sent++) {
      expect((await send(clients[sent % 3] as TestClient, phone)).code).toBe(200);
      app.advance(30 * MINUTE);
    }

    for (const client of clients) expect((await send(client, phone)).code).toBe(429);
  });

  test('are no longer its own after they were signed out from another device', async () => {
    const { phone, clients } = await ownDevices(2);
    const [lost, here] = clients as [TestClient, TestClient];

    await enterCodeNow(app, here);
    expect((await here.send(CALLS.revokeSessions, { body: { sessionId: null } })).data).toEqual({
      revoked: 1,
    });
    await fiveWrong(lost, phone);
    // Its wrong codes count with those of strangers, and do not touch the device that was kept.
    app.advance(MINUTE);
    expect((await send(app.client(), phone)).code).toBe(429);
    expect((await send(here, phone)).code).toBe(200);
  });

  test('are no longer its own after ninety days without use', async () => {
    const { phone, clients } = await ownDevices(1);
    app.advance(90 * 24 * HOUR);
    await fiveWrong(app.client(), phone);
    app.advance(MINUTE);
    expect((await send(clients[0] as TestClient, phone)).code).toBe(429);
  });

  test('stay its own after the owner logged out on them', async () => {
    const { phone, clients } = await ownDevices(1);
    const [client] = clients as [TestClient];

    await client.send(CALLS.logOut, {});
    await fiveWrong(app.client(), phone);
    app.advance(MINUTE);
    expect((await send(client, phone)).code).toBe(200);
  });
});

test('a phone gets at most ten codes a day on devices that are not its own', async () => {
  const phone = aPhoneNumber();
  for (let sent = 0; sent < 10; sent++) {
    expect((await send(app.client(), phone)).code).toBe(200);
    app.advance(HOUR);
  }

  expect(await send(app.client(), phone)).toMatchObject(tooMany(14 * 3600));
});

describe('codes for everybody', () => {
  const alarms: unknown[] = [];
  const breaker = { sends: { most: 3, windowMs: HOUR }, wrongEntries: { most: 2, windowMs: HOUR } };

  const limits = () =>
    makeLimits(app.deps.db, app.deps.crypto.hash, {
      breaker,
      onBreaker: (kind) => alarms.push(kind),
    });

  const stranger = () => ({ phone: aPhoneNumber(), device: randomUUID() });
  const guess = (isWrong: boolean) => async () => ({ isWrong, result: null });

  test('stop with an alarm after too many were sent, except on own devices', async () => {
    app.advance(HOUR);

    const now = app.deps.now();
    alarms.length = 0;
    for (let sent = 0; sent < 3; sent++)
      expect(await limits().takeOtpSend(stranger(), now)).toEqual({ ok: true });
    expect(await limits().takeOtpSend(stranger(), now)).toEqual({
      ok: false,
      retryAfterSeconds: 3600,
    });
    expect(alarms).toEqual(['send']);

    const phone = aPhoneNumber();
    expect(
      await limits().takeOtpSend({ own: `${phone} x`, owner: phone, device: randomUUID() }, now),
    ).toEqual({
      ok: true,
    });
    expect(await limits().takeOtpSend(stranger(), now + HOUR)).toEqual({ ok: true });
  });

  test('stop with an alarm after too many were wrong', async () => {
    app.advance(HOUR);

    const now = app.deps.now();
    alarms.length = 0;
    for (let wrong = 0; wrong < 2; wrong++) await limits().tryOtp(stranger(), now, guess(true));
    await expect(limits().tryOtp(stranger(), now, guess(false))).rejects.toMatchObject({
      code: 429,
    });
    expect(await limits().takeOtpSend(stranger(), now)).toMatchObject({ ok: false });
    expect(alarms).toEqual(['wrong', 'wrong']);
  });
});

describe('an IPv6 caller', () => {
  test.each([
    [
      '/56',
      40,
      (at: number) => `2001:db8:5:${(at % 256).toString(16)}::1`,
      '2001:db8:5:ff::9',
      '2001:db8:5:100::9',
    ],
    [
      '/48',
      100,
      (at: number) => `2001:db8:6:${(at * 256).toString(16)}::1`,
      '2001:db8:6:ffff::9',
      '2001:db8:7::9',
    ],
  ])(
    'gets no more codes in one %s than %i an hour, whatever its address',
    async (_, most, address, inside, outside) => {
      const now = app.deps.now();

      const sendFrom = (from: string) =>
        app.deps.limits.takeOtpSend(
          { phone: aPhoneNumber(), device: randomUUID(), address: from },
          now,
        );

      for (let sent = 0; sent < most; sent++)
        expect(await sendFrom(address(sent))).toEqual({ ok: true });
      expect(await sendFrom(inside)).toMatchObject({ ok: false });
      expect(await sendFrom(outside)).toEqual({ ok: true });
    },
  );

  test('is counted by /56 and /48 in every other limit by address too', async () => {
    const guess = (address: string) =>
      app.deps.limits.take([['link-guess-address-hour', address]], app.deps.now());
    for (let at = 0; at < 150; at++)
      expect(await guess(`2001:db8:8:${(at * 256).toString(16)}::1`)).toEqual({ ok: true });
    expect(await guess('2001:db8:8:ffff::1')).toMatchObject({ ok: false });
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

  const answers = await Promise.all(
    people.map(({ client, phone, requested }) => enter(client, phone, requested)),
  );
  expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(200));
});
