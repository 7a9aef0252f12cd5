import { randomUUID } from 'node:crypto';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildConsole } from '../console.ts';
import { anActiveLoan, runJobs } from '../testing/loans.ts';
import { useConsole } from '../testing/staff.ts';
import { useApp } from '../testing/use-app.ts';
import { aPhoneNumber, aSignedInUser, requestCode, signIn } from '../testing/users.ts';
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

  return Object.fromEntries(
    rows.filter((row) => row.hour === hour).map(({ event, count }) => [event, count]),
  );
}

test('a wrong code and a limit are counted', async () => {
  const [client, phone] = [app.client(), aPhoneNumber()];
  const { otpRef, code } = await requestCode(app, client, phone);
  const { policyVersion } = deps.appConfig;
  const wrong = code === '1234' ? '4321' : '1234';
  const body = {
    phone,
    otpRef,
    code: wrong,
    agreed: true as const,
    policyVersion,
    language: 'en' as const,
  };

  expect((await client.send(CALLS.checkOtpLogin, { body })).code).toBe(400);

  const again = await client.send(CALLS.sendOtp, { body: { phone, type: 1 } });
  expect(again.code).toBe(429);
  expect(await counts()).toEqual({ wrong_code: 1, limit: 1 });
});

test('a refused link is counted', async () => {
  const body = { taskId: 'x'.repeat(43), uniqueChannel: 'sms' };
  expect((await app.client().send(CALLS.openTokenPhone, { body })).code).toBe(403);
  expect(await counts()).toEqual({ refused_link: 1 });
});

test('a forged webhook is counted', async () => {
  const answer = await fetch(`${app.url}/api/hooks/${deps.payments[0]?.name}`, {
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

test('a token without its cookie, and one that opens nothing, are counted', async () => {
  const [own, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  other.client.token = own.client.token;
  expect((await other.client.send(CALLS.userStatus, {})).code).toBe(401);
  other.client.token = 'x'.repeat(43);
  expect((await other.client.send(CALLS.userStatus, {})).code).toBe(401);
  expect(await counts()).toEqual({ refused_session: 2 });
});

test('a copy refused to a new phone is counted; a request for a code is not', async () => {
  const owner = await aSignedInUser(app);
  app.advance(86_400_000);

  const { client } = await signIn(app, owner.phone);
  const answer = await client.send(CALLS.requestExport, { body: {} });
  const exportId = answer.data && 'exportId' in answer.data ? answer.data.exportId : '';

  await runJobs(app);
  expect((await client.send(CALLS.fetchExport, { params: { exportId, format: 'pdf' } })).code).toBe(
    409,
  );
  expect((await owner.client.send(CALLS.requestExport, { body: {} })).code).toBe(316);
  expect(await counts()).toEqual({ refused_call: 1 });
});

test("a request for another borrower's order, or beyond the own certification, is counted; its log line shows no address", async () => {
  const [owner, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  const repayId = await anActiveLoan(app, owner);
  const logged = vi.spyOn(deps.log, 'info');

  expect((await other.client.send(CALLS.billDetail, { params: { repayId } })).code).toBe(404);

  const beginner = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  expect(
    (
      await beginner.client.send(CALLS.quoteLoan, {
        body: { productCode: 'N07', principalPaise: 100_000 },
      })
    ).code,
  ).toBe(420);
  expect(await counts()).toEqual({ refused_call: 2 });

  const lines = logged.mock.calls
    .filter(([, text]) => text === 'security event')
    .map(([line]) => line as object);
  expect(lines).toEqual([
    {
      event: 'refused_call',
      call: 'billDetail',
      requestId: expect.any(String),
      network: expect.stringMatching(/^[\w-]{16}$/),
    },
    expect.objectContaining({ event: 'refused_call' }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/127\.0\.0\.1|::1/);
});

test('staff without the permission, or from a network that may not, are counted', async () => {
  const desk = await useConsole(app);
  const support = await desk.as('support');
  const ends = await support.send('endPersonSessions', { body: { staffId: randomUUID() } });

  expect(ends).toMatchObject({ ok: false, error: { code: 'forbidden' } });

  const elsewhere = await buildConsole({
    ...deps,
    config: { ...deps.config, NOREN_CONSOLE_ADDRESSES: '10.1.0.0/16' },
  });
  expect(
    (await elsewhere.inject({ url: '/staff/me', remoteAddress: '203.0.113.9' })).statusCode,
  ).toBe(403);
  await elsewhere.close();
  expect(await counts()).toEqual({ staff_refused: 2 });
});

test('a sign-in is in the audit with its device and a hash of its network', async () => {
  const [client, phone] = [app.client(), aPhoneNumber()];
  await signIn(app, phone, client);

  const row = await deps.db
    .selectFrom('audit_log')
    .select(['userId', 'detail'])
    .where('action', '=', 'sign_in')
    .orderBy('at', 'desc')
    .orderBy('auditId', 'desc')
    .executeTakeFirstOrThrow();
  expect(row.detail).toEqual({
    assurance: 'otp',
    device: client.deviceId,
    network: expect.stringMatching(/^[\w-]{16}$/),
  });
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
  expect(log.warn.mock.calls.map(([written]) => written)).toEqual([
    { bad_seal: 5_000 },
    { bad_seal: 1 },
  ]);
  expect(await counts()).toEqual({ bad_seal: 5_001 });
});
