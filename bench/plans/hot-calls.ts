import { randomInt, randomUUID } from 'node:crypto';
import { creditInfo, productList } from '@noren/contract/loans';
import { checkOtpLogin, sendOtp, userStatus } from '@noren/contract/login';
import { billDetail, billList, borrowStatus } from '@noren/contract/orders';
import { appConfig } from '@noren/contract/public';
import { repayDetail, repayEntries, viewPayment } from '@noren/contract/repayment';
import { proofList, sendProof } from '@noren/contract/servicing';
import type { Client } from 'pg';
import type { Sample } from '../growth/sample.ts';
import { type Borrower, openBorrower } from '../load-model/borrower.ts';
import { addJob } from '../load-model/job-queue.ts';
import { control } from '../load-model/our-server.ts';
import { makeCredentials } from '../load-model/sessions.ts';

/** A frequent call or job, in the order of a borrower's journey. */
export type HotCall = readonly [name: string, run: () => Promise<unknown>];

/** The calls and jobs of a borrower who has a running loan and of one who takes one. */
export function hotCalls(options: { port: number; db: Client; sample: Sample }): HotCall[] {
  const { port, db, sample } = options;
  const owing = sample.loans[0]!;
  const { repayId } = owing;
  const owes = openAs(port, owing.user);
  const takes = openAs(port, sample.free[0]!);
  let code = '';

  return [
    ['sign-in', () => signInSome(port)],
    ['status', () => owes.send(userStatus, {})],
    ['creditInfo', () => owes.send(creditInfo, {})],
    ['productList', () => owes.send(productList, { params: { param: 'home' } })],
    ['billList', () => owes.send(billList, { query: { borrowType: '0' } })],
    ['borrowStatus', () => owes.send(borrowStatus, {})],
    ['bill detail', () => owes.send(billDetail, { params: { repayId } })],
    ['quote and apply', () => takes.apply({ productCode: 'N07', principalPaise: 100_000 })],
    ['payout job', () => control(port, 'settle', { forMs: 60_000 })],
    ['repay detail', () => owes.send(repayDetail, { params: { repayId }, query: {} })],
    ['repay entries', () => owes.send(repayEntries, { params: { repayId } })],
    [
      'payment intent',
      async () => {
        ({ code } = await owes.startPaying(repayId));
      },
    ],
    ['payment page', () => owes.send(viewPayment, { params: { code } })],
    ['proof', () => proveRepayment(port, owes, repayId)],
    ['proof list', () => owes.send(proofList, { params: { repayId } })],
    [
      'payment webhook',
      async () => {
        await control(port, 'pay', { code });
        await control(port, 'deliver', {});
      },
    ],
    ['jobs of a payment', () => control(port, 'settle', { forMs: 60_000 })],
    ['sweeps', () => runJobs(port, db, ['sweep', 'expire-quotes'])],
  ];
}

function openAs(port: number, user: number): Borrower {
  const { token, cookie } = makeCredentials(user);
  return openBorrower(port, {
    userId: '',
    token,
    deviceId: randomUUID(),
    cookie: `__Host-noren=${cookie}`,
  });
}

/** Codes sent at several times: by one alone the planner would not know how old they are. */
async function signInSome(port: number): Promise<void> {
  for (let person = 0; person < 4; person += 1) await signIn(port);
}

async function signIn(port: number): Promise<void> {
  const stranger = openBorrower(port, {
    userId: '',
    token: null,
    deviceId: randomUUID(),
    cookie: '',
  });
  const phone = `9${String(randomInt(10 ** 9)).padStart(9, '0')}`;
  const { policyVersion } = await stranger.send(appConfig, {});
  const { otpRef } = await stranger.send(sendOtp, { body: { phone, type: 1 } });
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/api/messages?phone=${phone}`);
  const { messages } = (await response.json()) as { messages: { values: { code?: string } }[] };
  const code = messages[0]?.values.code ?? '';

  await stranger.send(checkOtpLogin, {
    body: { phone, otpRef, code, agreed: true, policyVersion, language: 'en' },
  });
}

async function proveRepayment(port: number, owes: Borrower, repayId: string): Promise<void> {
  const picture = await fetch(`http://127.0.0.1:${port}/sandbox/api/sample/1/pan-front/clean.jpg`);
  const file = new Blob([await picture.arrayBuffer()], { type: 'image/jpeg' });
  const { asOfDay } = await owes.send(repayDetail, { params: { repayId }, query: {} });
  const utr = `SBIN${randomInt(10 ** 8, 10 ** 9)}${randomInt(10 ** 8, 10 ** 9)}`;
  const body = {
    repayId,
    utr,
    amountPaise: 10_000,
    paidOn: asOfDay,
    channel: 'bank_transfer',
  } as const;

  await owes.send(sendProof, { body: body as never, file });
}

async function runJobs(port: number, db: Client, names: readonly string[]): Promise<void> {
  for (const name of names) await addJob(db, name);
  await control(port, 'settle', { forMs: 60_000 });
}
