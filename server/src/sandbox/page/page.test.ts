import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notify } from '../../notifications/store.ts';
import { sendNotification } from '../../processes/notifications/send-notification.ts';
import { startApp } from '../../testing/start-app.ts';
import { startSandbox, type TestSandbox } from '../../testing/start-sandbox.ts';
import { successData } from '../../testing/users.ts';
import { MAGIC_ACCOUNTS } from '../bank/accounts.ts';
import { ACCOUNT_BEHAVIOURS, BANK_BEHAVIOURS, DEBIT_BEHAVIOURS } from '../bank/behaviour.ts';
import { inventPerson } from '../people/data.ts';
import { STARTING_POINTS } from '../people/starting-points.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.stop());

const pageText = async (query = ''): Promise<string> =>
  (await sandbox.get(`/sandbox${query}`)).text();

test('the page says that it is a sandbox and runs only its own script', async () => {
  const response = await sandbox.get('/sandbox');
  const text = await response.text();

  expect(text).toContain('no money moves');
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(text).not.toMatch(/ on\w+=|<script(?![^>]*src="\/sandbox\/)/);
  for (const [, path] of text.matchAll(/(?:src|href)="(\/sandbox\/page[^"]*)"/g))
    expect((await sandbox.get(path!)).status).toBe(200);
});

test('the index leads to every section, and entries name the phone they can be filtered by', async () => {
  const { client, repayId, maskedPhone } = await sandbox.jump('active');
  successData(await client.send(CALLS.sendOtp, { body: { phone: '9000000004', type: 1 } }));

  const body = { repayId: repayId ?? '', kind: 'full', channel: 'upi' } as const;
  successData(await client.send(CALLS.startPayment, { body }));

  const text = await pageText();
  const indexed = [...text.matchAll(/<li><a href="#(h-[a-z-]+)">/g)].map(([, id]) => id);

  expect(indexed).toEqual([...text.matchAll(/<h2 id="(h-[a-z-]+)"/g)].map(([, id]) => id));
  expect(indexed.length).toBeGreaterThan(6);
  for (const phone of ['9000000004', maskedPhone]) expect(text).toContain(`data-phone="${phone}"`);
});

test('the page offers every behaviour, every place and a person’s documents', async () => {
  const text = await pageText('?seed=42');
  const debits: readonly string[] = DEBIT_BEHAVIOURS;
  for (const behaviour of BANK_BEHAVIOURS)
    expect(text.split(`value="${behaviour}"`)).toHaveLength(debits.includes(behaviour) ? 5 : 4);
  for (const behaviour of ACCOUNT_BEHAVIOURS)
    expect(text.split(`value="${behaviour}"`)).toHaveLength(2);
  for (const { prefix } of MAGIC_ACCOUNTS) expect(text).toContain(`numbers from ${prefix}`);
  for (const startingPoint of Object.keys(STARTING_POINTS))
    expect(text).toContain(`name="to" value="${startingPoint}"`);
  for (const value of [inventPerson(42).pan, inventPerson(42).accountNo])
    expect(text).toContain(`data-copy="${value}"`);
  expect(text).toContain('/sandbox/api/sample/42/aadhaar-back/low-light.jpg');
  expect(text).toContain('/sandbox/api/identity-file/42/stranger.zip');
  expect((await sandbox.get('/sandbox?seed=rubbish')).status).toBe(200);
});

test('codes, payments and undelivered webhooks appear without a reload', async () => {
  const { client, repayId } = await sandbox.jump('active');
  successData(await client.send(CALLS.sendOtp, { body: { phone: '9000000003', type: 1 } }));

  const body = { repayId: repayId ?? '', kind: 'full', channel: 'upi' } as const;
  const { code } = successData(await client.send(CALLS.startPayment, { body }));
  const live = async () =>
    (await (await sandbox.get('/sandbox/live')).json()) as Record<string, string>;
  const before = await live();

  expect(before.messages).toMatch(/9000000003[\s\S]*data-copy="\d{4}"/);
  expect(before.payments).toContain(code);
  expect(before.today).toBe(sandbox.deps.today().split('-').reverse().join('/'));
  await sandbox.post('pay', { code });
  expect((await live()).webhooks).toContain('payment of ₹5,010');
  await sandbox.post('deliver', {});

  const after = await live();
  expect([after.payments, after.webhooks].join()).not.toMatch(new RegExp(`${code}|payment of`));
});

test('user input is escaped', async () => {
  await sandbox.deps.sms.send({
    phone: '9000000004',
    template: 'officer_assigned',
    language: 'en',
    values: { officer: '<img src=x onerror="alert(1)">' },
  });
  expect(await pageText()).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
});

test('/sandbox answers 404 where the sandbox is not registered', async () => {
  const app = await startApp();
  try {
    for (const path of ['', '/live', '/page.js', '/api/messages', '/api/sample/1/selfie/clean.jpg'])
      expect((await fetch(`${app.url}/sandbox${path}`)).status).toBe(404);
    for (const control of ['jump', 'day', 'switch', 'pay', 'deliver', 'link', 'settle']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${app.url}/sandbox/api/${control}`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect(answer.status).toBe(404);
    }
  } finally {
    await app.stop();
  }
});

test('a notification is shown with its channels, their states, its language and text; so is a code', async () => {
  const { userId, client } = await sandbox.jump('limit');
  successData(await client.send(CALLS.saveLanguage, { body: { language: 'es' } }));

  const values = { repayId: 'RBBBBBBBBB', dueDay: '2026-12-05' };
  const notification = { userId, kind: 'due_date_moved' as const, reference: 'shown', values };

  await sandbox.deps.db.transaction().execute((tx) => notify(tx, sandbox.deps, notification));
  expect(await pageText()).toContain('Due date moved (es) · SMS: waits · in the app: kept');

  const { notificationId } = await sandbox.deps.db
    .selectFrom('notifications')
    .select('notificationId')
    .where('reference', '=', 'shown')
    .executeTakeFirstOrThrow();
  await sendNotification(sandbox.deps, { userId, notificationId });

  const text = await pageText();
  expect(text).toContain('Due date moved (es) · SMS: delivered · in the app: kept');
  expect(text).toMatch(/<span lang="es">Noren: [^<]*RBBBBBBBBB[^<]*05\/12\/2026/);

  const code = { template: 'login_code', values: { code: '1234', minutes: '5' } } as const;
  await sandbox.deps.sms.send({ phone: '9000000123', language: 'en', ...code });
  expect(await pageText()).toMatch(
    /Sign-in code \(en\) · SMS: delivered.*\n.*<span lang="en">Noren code: 1234\./,
  );
});
