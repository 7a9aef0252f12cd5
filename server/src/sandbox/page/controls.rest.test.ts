import { CALLS } from '@noren/contract/index';
import { addDays } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOB_SCHEDULE, JOBS } from '../../job-list.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { jobTable, queueDeferredWork } from '../../schedule/job-table.ts';
import { startSandbox, type TestSandbox } from '../../testing/start-sandbox.ts';
import { successData } from '../../testing/users.ts';
import { ACCOUNT_BEHAVIOURS, BANK_BEHAVIOURS } from '../bank/behaviour.ts';
import { inventPerson } from '../people/data.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.stop());

async function readAnswer(
  sending: Promise<Response>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await sending;
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('a jump sets the app’s cookies, one of them HttpOnly', async () => {
  const { cookies, userId, maskedPhone, token, deviceId } = await sandbox.jump('new');
  const lines = new Map(cookies.map((line) => [line.split('=')[0], line]));
  const readCookie = (name: string): string =>
    decodeURIComponent(lines.get(name)?.split(';')[0]?.split('=')[1] ?? '');

  expect([readCookie('noren_token'), readCookie('noren_device')]).toEqual([token, deviceId]);
  expect(JSON.parse(readCookie('noren_user'))).toEqual({ userId, maskedPhone });

  for (const name of ['noren_token', 'noren_user', 'noren_device']) {
    expect(lines.get(name)).toMatch(/Max-Age=31536000; Path=\/; SameSite=Strict$/);
  }

  expect(lines.get('__Host-noren')).toContain('HttpOnly');
});

test('a sandbox sign-in on https sets the app’s cookies there, even behind an untrusted proxy', async () => {
  const response = await sandbox.post(
    'jump',
    { to: 'new' },
    { origin: sandbox.url.replace('http:', 'https:') },
  );
  expect(response.status).toBe(200);

  const lines = response.headers
    .getSetCookie()
    .filter((line) => /noren_(token|user|device)=/.test(line));
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^__Host-noren_\w+=.*; Secure/);
});

test('moving the business day affects every call and new people', async () => {
  const before = sandbox.deps.today();
  const moved = await readAnswer(sandbox.post('day', { days: '10' }));

  expect(moved).toEqual({ status: 200, body: { today: addDays(before, 10), daysAhead: 10 } });

  const { client, repayId } = await sandbox.jump('overdue');
  const detail = successData(
    await client.send(CALLS.repayDetail, { query: {}, params: { repayId: repayId ?? '' } }),
  );

  expect(detail).toMatchObject({
    asOfDay: addDays(before, 10),
    dueDay: addDays(before, 5),
    overdueDays: 5,
  });
});

test('each behaviour of each switch can be set and is returned', async () => {
  for (const behaviour of BANK_BEHAVIOURS)
    for (const part of ['payouts', 'payments'] as const) {
      const { status, body } = await readAnswer(sandbox.post('switch', { part, behaviour }));
      expect([status, body[part]]).toEqual([200, behaviour]);
    }

  for (const behaviour of ACCOUNT_BEHAVIOURS.toReversed()) {
    const { status, body } = await readAnswer(
      sandbox.post('switch', { part: 'accounts', behaviour }),
    );
    expect([status, body.accounts]).toEqual([200, behaviour]);
  }

  expect((await sandbox.post('switch', { part: 'accounts', behaviour: 'succeed' })).status).toBe(
    400,
  );
  for (const part of ['payouts', 'payments'])
    await sandbox.post('switch', { part, behaviour: 'succeed' });
});

async function openPayment() {
  const { client, repayId } = await sandbox.jump('due-tomorrow');
  const body = { repayId: repayId ?? '', kind: 'full', channel: 'upi' } as const;
  const { code, amountPaise } = successData(await client.send(CALLS.startPayment, { body }));
  const state = async () =>
    successData(await client.send(CALLS.viewPayment, { params: { code } })).state;

  const owed = async () =>
    successData(
      await client.send(CALLS.repayDetail, { query: {}, params: { repayId: repayId ?? '' } }),
    ).totalPaise;

  return { client, code, amountPaise, state, owed };
}

test('a payment is seen, confirmed and charged back; a transfer names no payment', async () => {
  const { code, amountPaise, state, owed } = await openPayment();
  await sandbox.post('pay', { code, seen: 'yes' });
  await sandbox.post('deliver', {});
  expect(await state()).toBe('checking');

  const confirmed = await readAnswer(sandbox.post('confirm', { code }));
  expect(confirmed).toMatchObject({ status: 200, body: { paid: [{ amountPaise }] } });
  expect((await sandbox.post('confirm', { code })).status).toBe(404);
  await sandbox.post('deliver', {});
  expect([await state(), await owed()]).toEqual(['paid', 0]);

  const { providerRef } = (confirmed.body.paid as { providerRef: string }[])[0]!;
  expect(
    (await readAnswer(sandbox.post('chargeback', { providerRef, rupees: '100' }))).body,
  ).toEqual({
    amountPaise: 10_000,
  });
  expect((await sandbox.post('chargeback', { providerRef: 'nothing' })).status).toBe(404);
  await sandbox.post('deliver', {});
  expect(await owed()).toBe(10_000);

  const live = (await (await sandbox.get('/sandbox/live')).json()) as Record<string, string>;
  expect(live.made).toContain('Reversed');

  const transferred = await readAnswer(
    sandbox.post('transfer', { rupees: '250', utr: 'sbin00012345678' }),
  );
  expect(transferred.body).toMatchObject({
    utr: 'SBIN00012345678',
    paid: [{ amountPaise: 25_000 }],
  });
  for (const body of [{ rupees: '0' }, { rupees: '1', utr: 'short' }, {}])
    expect((await sandbox.post('transfer', body)).status).toBe(400);
  for (const channel of ['bank_transfer', 'cash_counter', 'upi'])
    expect((await sandbox.post('pay', { code, rupees: '1', channel })).status).toBe(200);
  expect((await sandbox.post('pay', { code, channel: 'pigeon' })).status).toBe(400);
  await sandbox.post('deliver', {});
});

test('a payment in full settles the loan once the bank delivers', async () => {
  const { code, amountPaise, state, client } = await openPayment();
  const paid = await readAnswer(sandbox.post('pay', { code }));

  expect(paid).toMatchObject({ status: 200, body: { paid: [{ amountPaise }] } });
  expect(await readAnswer(sandbox.post('deliver', {}))).toEqual({
    status: 200,
    body: { delivered: 1 },
  });
  expect(await state()).toBe('paid');
  expect(successData(await client.send(CALLS.userStatus, {})).bizStatus).toBe(UserStatus.regular);
});

test('a part payment leaves the rest due; paying twice makes two payments', async () => {
  const part = await openPayment();
  expect((await sandbox.post('pay', { code: part.code, rupees: '1000.50' })).status).toBe(200);

  const twice = await openPayment();
  const { body } = await readAnswer(sandbox.post('pay', { code: twice.code, times: 2 }));

  expect(body.paid).toHaveLength(2);
  expect((await readAnswer(sandbox.post('deliver', {}))).body).toEqual({ delivered: 3 });
  expect(await part.owed()).toBe(part.amountPaise - 100_050);
  expect(await twice.owed()).toBe(0);
});

test('a declined payment and an unknown code are refused with a text', async () => {
  const { code } = await openPayment();
  await sandbox.post('switch', { part: 'payments', behaviour: 'fail' });

  const declined = await readAnswer(sandbox.post('pay', { code }));
  expect(declined).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('declined') },
  });
  await sandbox.post('switch', { part: 'payments', behaviour: 'succeed' });
  expect((await sandbox.post('pay', { code: 'nobody-made-this-one' })).status).toBe(404);
});

test('a link signs its user in once', async () => {
  const { phone, userId, client } = await sandbox.jump('bank');
  const { body } = await readAnswer(sandbox.post('link', { phone: `+91 ${phone}` }));
  const [taskId = '', uniqueChannel = ''] = new URLSearchParams(
    String(body.path).slice(2).split('#')[0],
  )
    .get('openToken')!
    .split('.');
  const given = { taskId, uniqueChannel, registerClientType: 1 } as const;

  expect(successData(await client.send(CALLS.openTokenLogin, { body: given })).userId).toBe(userId);
  expect((await client.send(CALLS.openTokenLogin, { body: given })).code).toBe(409);
  expect((await sandbox.post('link', { phone: '9123456789' })).status).toBe(404);
});

test('a payment link pays the loan of its person', async () => {
  const { phone, client } = await sandbox.jump('overdue');
  const { body } = await readAnswer(sandbox.post('paymentLink', { phone }));
  const token = String(body.path).replace('/#/pay/', '');
  const shown = successData(await client.send(CALLS.viewPaymentLink, { params: { token } }));
  expect(shown.state).toBe('open');
  expect((await sandbox.post('paymentLink', { phone: '9123456789' })).status).toBe(404);
});

test('sent codes are listed, of one phone when it is given', async () => {
  const { client } = await sandbox.jump('new');
  for (const phone of ['9000000001', '9000000002'])
    successData(await client.send(CALLS.sendOtp, { body: { phone, type: 1 } }));

  const read = async (query: string) =>
    (await readAnswer(sandbox.get(`/sandbox/api/messages${query}`))).body.messages;
  expect(await read('?phone=9000000001')).toEqual([
    expect.objectContaining({
      phone: '9000000001',
      values: expect.objectContaining({ code: expect.any(String) }),
    }),
  ]);
  expect(((await read('')) as { phone: string }[])[0]?.phone).toBe('9000000002');
  expect((await sandbox.get('/sandbox/api/messages?phone=12')).status).toBe(400);
});

test('samples are pictures of the given person', async () => {
  const person = await readAnswer(sandbox.get('/sandbox/api/person/42'));
  expect(person.body).toEqual(inventPerson(42));

  for (const sample of [
    'pan-front/clean',
    'aadhaar-front/tilted',
    'aadhaar-back/blurred',
    'selfie/clean',
  ]) {
    const response = await sandbox.get(`/sandbox/api/sample/42/${sample}.jpg`);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const { format, width } = await sharp(await response.arrayBuffer()).metadata();
    expect([format, (width ?? 0) >= 900]).toEqual(['jpeg', true]);
  }

  for (const none of [
    '42/passport/clean',
    '42/pan-front/torn',
    '-1/pan-front/clean',
    '42/selfie/blurred',
  ])
    expect([404, 400]).toContain((await sandbox.get(`/sandbox/api/sample/${none}.jpg`)).status);
});

test('an offline e-KYC file of the given person is a ZIP', async () => {
  const response = await sandbox.get('/sandbox/api/identity-file/42/genuine.zip');
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK');
  expect((await sandbox.get('/sandbox/api/identity-file/42/none.zip')).status).toBe(400);
});

test('settle fails while jobs wait, and succeeds once they are done', async () => {
  const { deps } = sandbox;
  await sandbox.jump('evaluating');

  await addJob(deps.db, JOBS['delete-file'], { fileId: 'none' });
  expect((await sandbox.post('settle', { forMs: 0 })).status).toBe(409);

  const runner = await startJobs(deps, jobTable, JOB_SCHEDULE, queueDeferredWork);
  try {
    expect(await readAnswer(sandbox.post('settle', {}))).toEqual({
      status: 200,
      body: { waiting: 0 },
    });
    expect((await sandbox.post('settle', { withinMs: 60_000, forMs: 0 })).status).toBe(409);
  } finally {
    await runner.stop();
  }
});

const CONTROLS = ['jump', 'day', 'switch', 'pay', 'deliver', 'link', 'paymentLink', 'settle'];

test.each(CONTROLS)('%s refuses invalid JSON with a text, never with a fault', async (control) => {
  for (const rubbish of [
    '',
    'no json',
    'null',
    '[]',
    '"x"',
    '7',
    '{"days":1.5,"to":"nowhere","part":1,"times":0}',
  ]) {
    const { status, body } = await readAnswer(sandbox.post(control, rubbish));
    expect([rubbish, status, typeof body.error]).toEqual([rubbish, 400, 'string']);
  }

  const text = await readAnswer(sandbox.post(control, '{}', { 'content-type': 'text/plain' }));
  expect(text.status).toBe(415);
});

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
])('another site’s page cannot use the controls: %j', async (headers) => {
  const { status, body } = await readAnswer(sandbox.post('day', { days: 1 }, headers));
  expect([status, typeof body.error]).toEqual([403, 'string']);
});

test('the sandbox’s own page can use the controls', async () => {
  const headers = { origin: sandbox.url, 'sec-fetch-site': 'same-origin' };
  expect(
    (await sandbox.post('switch', { part: 'payouts', behaviour: 'succeed' }, headers)).status,
  ).toBe(200);
});
