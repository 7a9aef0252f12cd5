import { randomInt, randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { decideRequest, type Proposal, proposeAction } from '../../../operations/approvals/decide-request.ts';
import { reconcileDay } from '../../../operations/self-checks/reconcile-day.ts';
import { type CheckedAt, runSelfChecks } from '../../../operations/self-checks/self-checks.ts';
import { verifyLedger } from '../../../operations/self-checks/verify-ledger.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  readEntries,
  readRepayDetail,
  runJobs,
  sandboxBankOf,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';
import { decideVoucher } from '../proofs/match-proof.ts';
import { releasePostedFunds } from './unclaimed-funds.ts';
import { listUnclaimedFunds } from './unclaimed-funds-store.ts';

let app: TestApp;
beforeEach(async () => {
  await app?.stop();
  app = await startApp();
});
afterAll(() => app.stop());

/** A transfer of ₹500 that names nothing here, found on the provider's account of the day. @returns its names */
async function unclaimed(utr = `SBIN${randomInt(10 ** 11, 10 ** 12)}`) {
  const of = { channel: 'bank_transfer', utr } as const;
  const event = await sandboxBankOf(app).payIntent(randomUUID(), rupees(500), of);
  await sandboxBankOf(app).deliverAll(app.url);
  await look();
  if (event?.kind !== 'payment') throw new Error('the bank took no payment');
  return { provider: 'sandbox', providerRef: event.providerRef, utr };
}

const look = () => reconcileDay(app.deps, app.deps.today() as string);
async function balances(): Promise<Record<string, number>> {
  const rows = await app.deps.db
    .selectFrom('entries')
    .select(['account', ({ fn }) => fn.sum<string>('amountPaise').as('total')])
    .where('account', 'in', ['unclaimed_receipts', 'settlement_in'])
    .groupBy('account')
    .execute();
  return Object.fromEntries(rows.map(({ account, total }) => [account, Number(total)]));
}
async function checked() {
  const at: CheckedAt = { today: app.deps.today(), now: app.deps.now() };
  const checks = await runSelfChecks(app.deps.db, at);
  const of = checks.find(({ name }) => name === 'money nobody claims is in suspense');
  return { problems: checks.flatMap(({ problems }) => problems), listed: of?.listed };
}
type Asked = Proposal extends infer P ? (P extends Proposal ? Omit<P, 'maker' | 'reason'> : never) : never;
const ask = (asked: Asked) =>
  proposeAction(app.deps, { ...asked, maker: 'Asha', reason: 'the sender wrote to us' } as Proposal);
const approve = (requestId: string, checker = 'Ravi') =>
  decideRequest(app.deps, { requestId, checker, decision: 'approve' });

async function prove(who: SignedInUser, repayId: string, utr: string, amountPaise: number = rupees(500)) {
  const drawn = sharp({ create: { width: 400, height: 600, channels: 3, background: '#eeeeee' } });
  const file = new Blob([new Uint8Array(await drawn.png().toBuffer())], { type: 'image/png' });
  const paidOn = app.deps.today() as string;
  const body = { repayId, utr, amountPaise, paidOn, channel: 'bank_transfer' as const };
  return successData(await who.client.send(CALLS.sendVoucher, { body, file })).voucher;
}

test('money that nobody claims is in the ledger, once, and is no fault: it is listed', async () => {
  const { providerRef } = await unclaimed();
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_receipts: -rupees(500) });
  expect(await look()).toEqual([]);
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_receipts: -rupees(500) });
  const { problems, listed } = await checked();
  expect(problems).toEqual([]);
  expect(listed).toEqual([expect.stringMatching(`^payment ${providerRef} of 50000 paise, .*nobody claims it$`)]);
});

test('a proof that claims it moves it to its order', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { utr } = await unclaimed();
  expect((await prove(who, repayId, utr)).state).toBe('matched');
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(500));
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_receipts: 0 });
  expect(await listUnclaimedFunds(app.deps.db)).toEqual([]);
  expect((await checked()).problems).toEqual([]);
});

test('told of under its code after all, it leaves suspense as it is booked, and cannot be sent back besides', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef } = await unclaimed();
  const asked = await ask({ kind: 'receipt_return', detail: { provider, providerRef } });
  const { code } = await startFullPayment(who, repayId);
  await sendWebhook(app, { ...aPaymentEvent(app, code, rupees(500)), providerRef });
  expect((await checked()).problems).toEqual([]);
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_receipts: 0 });
  await expect(approve(asked)).rejects.toMatchObject({ reason: 'not_possible' });
});

test('booked and in suspense is a fault that the next look mends, and is neither sent back nor counted again', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef } = await unclaimed();
  const { code } = await startFullPayment(who, repayId);
  const payment = aPaymentEvent(app, code, rupees(500));
  await sendWebhook(app, payment);
  const of = { provider, providerRef: payment.providerRef };
  await sql`update unclaimed_funds set provider_ref = ${of.providerRef}
    where provider = ${provider} and provider_ref = ${providerRef}`.execute(app.deps.db);
  expect((await checked()).problems).toContain(`payment ${of.providerRef} is booked and in suspense`);
  const back = await ask({ kind: 'receipt_return', detail: of });
  await expect(approve(back)).rejects.toMatchObject({ reason: 'not_possible' });
  const claim = await ask({ kind: 'receipt_claim', repayId, detail: of });
  await expect(approve(claim)).rejects.toMatchObject({ reason: 'not_possible' });
  await releasePostedFunds(app.deps);
  expect((await checked()).problems).toEqual([]);
});

test.each([
  ['on its way back', false],
  ['sent back', true],
])('told of under its code when it is %s, it is not counted besides', async (_when, isBack) => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef } = await unclaimed();
  await approve(await ask({ kind: 'receipt_return', detail: { provider, providerRef } }));
  if (isBack) await runJobs(app);
  const { code } = await startFullPayment(who, repayId);
  await sendWebhook(app, { ...aPaymentEvent(app, code, rupees(500)), providerRef });
  await runJobs(app);
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(0);
  expect(await balances()).toEqual({ settlement_in: 0, unclaimed_receipts: 0 });
});

test('an operator counts it for an order when a second one approves, once, on the day it was paid', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const key = await unclaimed();
  const { provider, providerRef } = key;
  const paidOn = app.deps.today();
  app.moveDays(3);
  const asked = { kind: 'receipt_claim', repayId, detail: { provider, providerRef } } as const;
  const [one, two] = [await ask(asked), await ask(asked)];
  await expect(approve(one, 'asha')).rejects.toMatchObject({ reason: 'own_request' });
  await approve(one);
  await expect(approve(two)).rejects.toMatchObject({ reason: 'not_possible' });
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(500));
  const booked = (await readEntries(who, repayId)).entries.find(({ kind }) => kind === 'payment');
  expect(booked?.day).toBe(paidOn);
  // Its proof, sent later, finds it.
  expect((await prove(who, repayId, key.utr)).state).toBe('matched');
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_receipts: 0 });
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});

test('sent back when a second operator approved it, it agrees with the provider’s account and is nobody’s to claim', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef, utr } = await unclaimed();
  await approve(await ask({ kind: 'receipt_return', detail: { provider, providerRef } }));
  const proof = await prove(who, repayId, utr);
  expect(proof.state).toBe('received');
  const counted = await ask({ kind: 'voucher', detail: { voucherId: proof.voucherId, decision: 'match' } });
  await expect(approve(counted)).rejects.toMatchObject({ reason: 'not_possible' });
  await runJobs(app);
  expect(await balances()).toEqual({ settlement_in: 0, unclaimed_receipts: 0 });
  expect(await look()).toEqual([]);
  const backPaid = await app.deps.db.selectFrom('sandbox_refunds').select('amountPaise').execute();
  expect(backPaid).toEqual([{ amountPaise: rupees(500) }]);
  expect((await checked()).problems).toEqual([]);
  const again = await ask({ kind: 'receipt_claim', repayId, detail: { provider, providerRef } });
  await expect(approve(again)).rejects.toMatchObject({ reason: 'not_possible' });
});

test('while a proof of it is being decided it is not sent back: of the two one comes to pass', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef, utr } = await unclaimed();
  const { voucherId } = await prove(who, repayId, utr, rupees(499));
  const back = await ask({ kind: 'receipt_return', detail: { provider, providerRef } });
  const refused = await app.deps.db.transaction().execute(async (tx) => {
    const decided = await decideVoucher(tx, app.deps, { voucherId, decision: 'match', by: 'operator:one' });
    expect(decided).toEqual({ ok: true });
    const approved = approve(back).then(
      () => null,
      (error: unknown) => error,
    );
    const waits = () =>
      sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(app.deps.db);
    await expect.poll(async () => (await waits()).rows.length).toBe(1);
    return { approved };
  });
  expect(await refused.approved).toMatchObject({ reason: 'not_possible' });
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_receipts: 0 });
});

test.each([
  ['by_webhook', 'returned'],
  ['duplicate', 'returned'],
  ['lost', 'returned'],
  ['time_out', 'returned'],
  ['never_taken', 'returned'],
  ['fail', 'open'],
] as const)('a way back that its provider answers %s ends %s, and gives the money once', async (does, state) => {
  const { provider, providerRef } = await unclaimed();
  await sandboxBankOf(app).setBehaviour('refunds', does);
  await approve(await ask({ kind: 'receipt_return', detail: { provider, providerRef } }));
  await runJobs(app);
  if (does !== 'fail') await sandboxBankOf(app).setBehaviour('refunds', 'succeed');
  await sandboxBankOf(app).deliverAll(app.url);
  await runJobs(app, { delayed: true });
  await runJobs(app, { delayed: true });
  const kept = await app.deps.db.selectFrom('unclaimed_funds').select(['state', 'reason']).execute();
  expect(kept).toEqual([{ state, reason: state === 'open' ? 'refused_by_bank' : null }]);
  const left = state === 'open' ? rupees(500) : 0;
  expect(await balances()).toEqual({ settlement_in: left, unclaimed_receipts: 0 - left });
  expect((await checked()).problems).toEqual([]);
});

test('a journal of the lender’s own moves nothing but money in suspense', async () => {
  const { providerRef } = await unclaimed();
  const journal = await app.deps.db
    .selectFrom('journals')
    .selectAll()
    .where('orderId', 'is', null)
    .executeTakeFirstOrThrow();
  expect(journal).toMatchObject({ kind: 'receipt', cause: `sandbox:${providerRef}` });
  const forge = (account: string) =>
    sql`
      with j as (
        insert into journals (user_id, kind, value_day, booked_at, cause)
        values (${journal.userId}, 'receipt', ${journal.valueDay}, now(), 'forged') returning user_id, journal_id
      )
      insert into entries (user_id, journal_id, line, account, amount_paise)
      select user_id, journal_id, 1, 'settlement_in', 1 from j
      union all select user_id, journal_id, 2, ${account}, -1 from j`.execute(app.deps.db);
  const forged = forge('waiver_expense');
  await expect(forged).rejects.toMatchObject({ code: '23514' });
});
