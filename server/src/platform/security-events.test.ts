import { randomUUID } from 'node:crypto';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { beforeEach, expect, test, vi } from 'vitest';
import { useApp } from '../testing/use-app.ts';
import { aPhoneNumber, requestCode } from '../testing/users.ts';
import { makeSecurityEvents } from './security-events.ts';

const app = await useApp();
const { deps } = app;
beforeEach(async () => {
  await deps.security.flush();
  app.advance(3_600_000);
});

async function counts(): Promise<Record<string, number>> {
  await deps.security.flush();
  const rows = await deps.db.selectFrom('security_events').selectAll().execute();
  const hour = Math.floor(deps.now() / 3_600_000) * 3_600_000;
  return Object.fromEntries(rows.filter((row) => row.hour === hour).map(({ event, count }) => [event, count]));
}

test('a wrong code and a limit are counted', async () => {
  const [client, phone] = [app.client(), aPhoneNumber()];
  const { otpRef, code } = await requestCode(app, client, phone);
  const { policyVersion } = deps.appConfig;
  const wrong = code === '1234' ? '4321' : '1234';
  const body = { phone, otpRef, code: wrong, agreed: true as const, policyVersion, language: 'en' as const };
  expect((await client.send(CALLS.checkOtpLogin, { body })).code).toBe(400);
  const again = await client.send(CALLS.sendOtp, { query: {}, body: { phone, type: 1 } });
  expect(again.code).toBe(429);
  expect(await counts()).toEqual({ wrong_code: 1, limit: 1 });
});

test('a refused link is counted', async () => {
  const body = { taskId: 'x'.repeat(43), uniqueChannel: 'sms' };
  expect((await app.client().send(CALLS.openTokenPhone, { body })).code).toBe(403);
  expect(await counts()).toEqual({ refused_link: 1 });
});

test('a forged webhook is counted', async () => {
  const answer = await fetch(`${app.url}/api/hooks/${deps.payments.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': 'f'.repeat(64) },
    body: '{}',
  });
  expect(answer.status).toBe(401);
  expect(await counts()).toEqual({ forged_webhook: 1 });
});

test('a seal that cannot be opened is counted', async () => {
  const headers = {
    [HEADERS.appCode]: 'noren',
    [HEADERS.deviceId]: randomUUID(),
    [HEADERS.requestId]: randomUUID(),
    [HEADERS.time]: String(deps.now()),
    [HEADERS.encrypted]: '1',
    [HEADERS.seal]: `${deps.sealer.current.keyId}.AAAA`,
  };
  expect((await fetch(`${app.url}/api/user/public/appConfig`, { headers })).status).toBe(400);
  expect(await counts()).toEqual({ bad_seal: 1 });
});

test('an ordinary refusal is no security event', async () => {
  expect((await app.client().send(CALLS.userStatus, {})).code).toBe(401);
  expect(await counts()).toEqual({});
});

test('very many events are counted whole, and written to the log a hundred times a minute at most', async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const security = makeSecurityEvents({ db: deps.db, log, metrics: deps.metrics, now: deps.now });
  for (let at = 0; at < 5_000; at++) security.record('bad_seal', { call: 'appConfig' });
  expect(log.info).toHaveBeenCalledTimes(100);
  await security.flush();
  security.record('bad_seal', { call: 'appConfig' });
  await security.flush();
  expect(log.warn.mock.calls.map(([written]) => written)).toEqual([{ bad_seal: 5_000 }, { bad_seal: 1 }]);
  expect(await counts()).toEqual({ bad_seal: 5_001 });
});
