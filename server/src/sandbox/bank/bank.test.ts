import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PayoutRequest } from '../../platform/ports/payouts.ts';
import { useApp } from '../../testing/use-app.ts';
import { makeSandboxBank } from './bank.ts';
import { type DeliverWebhook, openWebhook, type SignedWebhook } from './webhooks.ts';

const app = await useApp();

const secret = 'a secret of the test';
const makeBank = (deliver: DeliverWebhook | null = null) =>
  makeSandboxBank({ db: app.deps.db, now: app.deps.now, secret, deliver });

const payout = (payoutRef: string): PayoutRequest => ({
  payoutRef,
  amountPaise: 964_600,
  ifsc: 'HDFC0000001',
  accountNo: '501234567890',
  holderName: 'Asha Example',
});

const qr = (code: string) => ({
  code,
  amountPaise: 1_015_005,
  payeeName: 'Lender & Sons',
  note: 'Loan N1',
  expiresAtMs: app.deps.now() + 60_000,
});

/** Collects webhooks until `count` were delivered. */
function collect(count: number, refuse = 0) {
  const got: SignedWebhook[] = [];
  let left = refuse;
  let done: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });

  const deliver: DeliverWebhook = async (webhook) => {
    if (left-- > 0) throw new Error('nobody took it');
    got.push(webhook);
    if (got.length === count) done();
  };

  return { got, all, deliver };
}

test('a payout reference is paid once, however often and concurrently it is sent', async () => {
  const bank = makeBank();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => bank.payouts.send(payout('NP1'))),
  );

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ state: 'confirmed' });
  expect(await bank.payouts.find('NP1')).toEqual(answers[0]);
  expect(await bank.payouts.find('NP2')).toEqual({ state: 'not_found' });
});

test.each([
  ['time_out', 'confirmed'],
  ['never_taken', 'not_found'],
] as const)('%s gives no answer; a later query returns %s', async (does, truth) => {
  const bank = makeBank();
  await bank.setBehaviour('payouts', does);
  await expect(bank.payouts.send(payout(`NP-${does}`))).rejects.toMatchObject({
    name: 'SandboxTimeout',
  });
  expect((await bank.payouts.find(`NP-${does}`)).state).toBe(truth);
  await bank.setBehaviour('payments', does);
  await expect(bank.payments.make('upi', qr(`C-${does}`))).rejects.toMatchObject({
    name: 'SandboxTimeout',
  });
  await bank.setBehaviour('payments', 'succeed');
  expect(await bank.payments.make('upi', qr(`C-${does}`))).toMatchObject({
    upiUri: expect.stringContaining(`tr=C-${does}`),
  });
  await bank.setBehaviour('payouts', 'succeed');
});

test('the QR is a UPI address, encoded as UPI apps expect', async () => {
  expect(await makeBank().payments.make('upi', qr('CQR'))).toMatchObject({
    upiUri:
      'upi://pay?pa=noren.sandbox%40upi&pn=Lender%20%26%20Sons&am=10150.05&tr=CQR&tn=Loan%20N1&cu=INR',
  });
});

test('a webhook is accepted only with its valid signature', async () => {
  const event = {
    kind: 'payment',
    eventId: 'e',
    code: 'c',
    providerRef: 'p',
    amountPaise: 5,
    paidAtMs: 1,
  } as const;
  const { body, signature } = makeBank().signedWebhook(event);

  expect(openWebhook(secret, Buffer.from(body), signature)).toEqual([event]);
  expect(openWebhook('another secret', Buffer.from(body), signature)).toBeNull();
  expect(openWebhook(secret, Buffer.from(`${body} `), signature)).toBeNull();
  expect(openWebhook(secret, Buffer.from(body), undefined)).toBeNull();
  expect(openWebhook(secret, Buffer.from(body), `${signature}00`)).toBeNull();
});

test('webhooks are retried until delivered; a duplicate is delivered twice', async () => {
  const inbox = collect(2, 1);
  const bank = makeBank(inbox.deliver);

  await bank.setBehaviour('payments', 'duplicate');
  await bank.payments.make('upi', qr('CDUP'));
  await bank.payIntent('CDUP');
  await inbox.all;
  bank.stop();
  expect(inbox.got[0]).toEqual(inbox.got[1]);
  await bank.setBehaviour('payments', 'succeed');
});

test('out_of_order delivers the newest payment first; a declining bank pays nothing', async () => {
  const bank = makeBank();
  await bank.payments.make('upi', qr('COUT'));
  await bank.setBehaviour('payments', 'out_of_order');

  const [one, two] = [
    await bank.payIntent('COUT', rupees(1)),
    await bank.payIntent('COUT', rupees(2)),
  ];
  await bank.setBehaviour('payments', 'fail');
  expect(await bank.payIntent('COUT')).toBeNull();
  await bank.setBehaviour('payments', 'succeed');

  const queued = await app.deps.db
    .selectFrom('sandbox_webhooks')
    .select('event')
    .where('deliveredAt', 'is', null)
    .where(sql<boolean>`event->>'code' = 'COUT'`)
    .orderBy('dueAt')
    .orderBy('position')
    .execute();
  expect(queued.map((row) => row.event)).toEqual([two, one]);
  expect(await bank.payments.find('COUT', [])).toHaveLength(2);
});
