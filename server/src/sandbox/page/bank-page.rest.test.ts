import { CALLS } from '@noren/contract/index';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../../testing/start-sandbox.ts';
import { successData } from '../../testing/users.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterEach(async () => {
  await sandbox.post('switch', { part: 'payments', behaviour: 'succeed' });
});

afterAll(() => sandbox.stop());

/** A payment by link of an invented borrower, and what the app and the bank's page show of it. */
async function aLinkPayment() {
  const { client, repayId } = await sandbox.jump('due-tomorrow');
  const body = { repayId: repayId ?? '', kind: 'full', channel: 'payment_link' } as const;
  const { code } = successData(await client.send(CALLS.startPayment, { body }));
  const view = async () => successData(await client.send(CALLS.viewPayment, { params: { code } }));
  const made = (await view()).instruments.find((one) => one.channel === 'payment_link');
  const path = made?.channel === 'payment_link' ? made.url : '';
  const show = async (query = ''): Promise<string> => (await sandbox.get(`${path}${query}`)).text();

  return { client, code, path, view, show };
}

test('the link is a page of the sandbox itself that names the amount and the payee, and pays', async () => {
  const { code, path, view, show } = await aLinkPayment();
  const { amountPaise, payeeName } = await view();

  expect(path).toBe(`/sandbox/pay/${code}`);

  const page = await show();
  expect(page).toContain(`₹${(amountPaise / 100).toLocaleString('en-IN')}`);

  for (const words of [
    payeeName,
    '>Pay<',
    '>Decline<',
    '>Leave pending<',
    // Shown once its script runs: a tap before that would be lost.
    '<script type="module" blocking="render" src="/sandbox/bank.js">',
    `href="/#/pembayaran?code=${code}"`,
  ])
    expect(page).toContain(words);

  for (const file of ['bank.js', 'control.mjs'])
    expect((await sandbox.get(`/sandbox/${file}`)).status).toBe(200);

  expect((await sandbox.post('payLink', { code })).status).toBe(200);
  await sandbox.post('deliver', {});
  expect((await view()).state).toBe('paid');
  expect(await show()).toContain('This payment is made');
});

test('a payment left pending is checked until it is confirmed on the page', async () => {
  const { code, view, show } = await aLinkPayment();
  await sandbox.post('payLink', { code, seen: 'yes' });
  await sandbox.post('deliver', {});
  expect((await view()).state).toBe('checking');
  expect(await show()).toContain('data-control="confirm"');
  await sandbox.post('confirm', { code });
  await sandbox.post('deliver', {});
  expect((await view()).state).toBe('paid');
});

test('after a decline nothing is paid, and the payer can try again', async () => {
  const { code, view, show } = await aLinkPayment();
  const declined = await show('?outcome=declined');

  expect(declined).toContain('The bank declined.');
  expect(declined).toContain('>Pay<');
  expect((await view()).state).toBe('pending');

  await sandbox.post('switch', { part: 'payments', behaviour: 'fail' });
  expect((await sandbox.post('payLink', { code })).status).toBe(409);
});

test('a payer who said too early that it was paid can still pay', async () => {
  const { client, code, view, show } = await aLinkPayment();
  successData(await client.send(CALLS.reportPaid, { body: { code } }));
  expect((await view()).state).toBe('checking');
  expect(await show()).toContain('>Pay<');
});

test('a link is paid once', async () => {
  const { code } = await aLinkPayment();
  await sandbox.post('payLink', { code });

  const again = await sandbox.post('payLink', { code });
  expect([again.status, await again.text()]).toEqual([
    409,
    expect.stringContaining('This payment is made'),
  ]);
});

test('a payment that was paid by another channel cannot be paid through its link', async () => {
  const { code, view, show } = await aLinkPayment();
  await sandbox.bank.payIntent(code, undefined, { channel: 'upi' });
  await sandbox.post('deliver', {});
  expect((await view()).state).toBe('paid');
  expect(await show()).not.toContain('>Pay<');
});

test.each(['unknown-code-of-20ch', 'x', '%3Cscript%3E', 'a'.repeat(190)])(
  'no link has the code %s',
  async (code) => {
    const answer = await sandbox.get(`/sandbox/pay/${code}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('No such payment link');
    expect((await sandbox.post('payLink', { code: 'unknown-code-of-20ch' })).status).toBe(404);
  },
);

test('a code without a link has no page', async () => {
  const { client, repayId } = await sandbox.jump('active');
  const body = { repayId: repayId ?? '', kind: 'full', channel: 'upi' } as const;
  const { code } = successData(await client.send(CALLS.startPayment, { body }));
  expect((await sandbox.get(`/sandbox/pay/${code}`)).status).toBe(404);
});
