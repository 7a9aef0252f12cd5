import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { JOBS_WITHOUT_ROW } from '../../../job-list.ts';
import { requeueExhausted } from '../../../platform/jobs/job-store.ts';
import type { BankBehaviour } from '../../../sandbox/bank/behaviour.ts';
import { readSandboxMessages } from '../../../sandbox/phone/store.ts';
import { sweep } from '../../../schedule/sweep.ts';
import {
  decideByName,
  type NamedProposal,
  type ProposalDetails,
  proposeByName,
} from '../../../testing/decisions.ts';
import { deleteQueuedJobs, exhaustQueuedJobs } from '../../../testing/job-queue.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { aPaidLoan } from '../../../testing/repayments.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';
import { listFailedRefunds } from '../../../testing/waiting-lists.ts';
import { makeRefunds } from './refunds.ts';
import { sendRefund } from './send-refund.ts';

const app = await useMoneyApp();

/** A loan paid in full and then overpaid by ₹500 under the same code. */
async function overpay() {
  const { refs, ...paid } = await aPaidLoan(app, rupees(500));
  const [settling = '', second = ''] = refs;
  return { ...paid, settling, second };
}

const readRefunds = (who: SignedInUser) =>
  app.deps.db
    .selectFrom('refunds')
    .select(['refundRef', 'orderId', 'paymentRef', 'amountPaise', 'state', 'reason'])
    .where('userId', '=', who.userId)
    .orderBy('createdAt')
    .execute();

const refundedPaise = async (providerRef: string) =>
  (
    await app.deps.db
      .selectFrom('sandbox_refunds')
      .select('amountPaise')
      .where('paymentRef', '=', providerRef)
      .where('state', '=', 'confirmed')
      .execute()
  ).reduce((sum, row) => sum + row.amountPaise, 0);

async function decide(of: ProposalDetails): Promise<void> {
  const requestId = await proposeByName(app.deps, {
    maker: 'Asha',
    reason: 'as was agreed',
    ...of,
  } as NamedProposal);
  await decideByName(app.deps, { requestId, checker: 'Ravi', decision: 'approve' });
}

async function readOrderId(repayId: string): Promise<string> {
  const { orderId } = await app.deps.db
    .selectFrom('orders')
    .select('orderId')
    .where('repayId', '=', repayId)
    .executeTakeFirstOrThrow();
  return orderId;
}

test('an overpayment is refunded once, to the payment it came from', async () => {
  const { who, repayId, second } = await overpay();
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(rupees(500));
  await runJobs(app);
  expect(await readRefunds(who)).toEqual([
    expect.objectContaining({ paymentRef: second, amountPaise: rupees(500), state: 'confirmed' }),
  ]);
  expect(await refundedPaise(second)).toBe(rupees(500));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    overpaidPaise: 0,
  });
  expect((await readEntries(who, repayId)).entries.at(-1)?.kind).toBe('refund');

  const messages = await readSandboxMessages(app.deps.db, who.phone);
  expect(messages.filter(({ template }) => template === 'refund_made')).toMatchObject([
    { values: { amount: '₹500', repayId } },
  ]);
});

test('a refund whose job has exhausted its retries is requeued', async () => {
  const { who, second } = await overpay();
  await exhaustQueuedJobs(app.deps.db);
  await runJobs(app, { delayed: true });
  expect(await readRefunds(who)).toEqual([]);
  expect(await requeueExhausted(app.deps.db, JOBS_WITHOUT_ROW)).toBe(1);
  await runJobs(app);
  expect(await refundedPaise(second)).toBe(rupees(500));
  expect(await requeueExhausted(app.deps.db, JOBS_WITHOUT_ROW)).toBe(0);
});

test.each([
  'by_webhook',
  'duplicate',
  'late',
  'out_of_order',
  'time_out',
  'never_taken',
  'lost',
] as BankBehaviour[])('a refund with provider behaviour %s is made once', async (behaviour) => {
  await openSandboxBank(app).setBehaviour('refunds', behaviour);

  const { who, repayId, second } = await overpay();
  await runJobs(app);
  expect((await readRefunds(who))[0]?.state).toBe(
    behaviour === 'time_out' || behaviour === 'never_taken' ? 'unknown' : 'sent',
  );
  // Posted when sent, so that it is not refunded again while in progress.
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
  await openSandboxBank(app).setBehaviour('refunds', 'succeed');
  await openSandboxBank(app).deliverAll(app.url);
  await runJobs(app, { delayed: true });
  await runJobs(app, { delayed: true });
  expect(await readRefunds(who)).toEqual([expect.objectContaining({ state: 'confirmed' })]);
  expect(await refundedPaise(second)).toBe(rupees(500));
  expect(
    (await readEntries(who, repayId)).entries.filter(({ kind }) => kind === 'refund'),
  ).toHaveLength(1);
});

test('a failed refund leaves the credit to the borrower and is listed; only two operators can retry it', async () => {
  await openSandboxBank(app).setBehaviour('refunds', 'fail');

  const { who, repayId, second } = await overpay();
  await runJobs(app);
  await runJobs(app, { delayed: true });

  const [failed, ...more] = await readRefunds(who);
  expect([failed?.state, failed?.reason, more]).toEqual(['failed', 'refused_by_bank', []]);
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(rupees(500));
  expect((await listFailedRefunds(app.deps.db)).map(({ refundRef }) => refundRef)).toContain(
    failed?.refundRef,
  );
  await openSandboxBank(app).setBehaviour('refunds', 'succeed');

  const requestRetry = (refundRef: string) => {
    const why = { maker: 'Asha', reason: 'the payer asked for it' };
    return proposeByName(app.deps, { kind: 'refund_retry', detail: { refundRef }, ...why });
  };

  const approve = (requestId: string, checker = 'Ravi') =>
    decideByName(app.deps, { requestId, checker, decision: 'approve' });
  await expect(approve(await requestRetry('NRnothing'))).rejects.toMatchObject({
    reason: 'not_possible',
  });

  const requestId = await requestRetry(failed!.refundRef);
  await expect(approve(requestId, 'asha')).rejects.toMatchObject({ reason: 'own_request' });
  expect((await readRefunds(who)).map(({ state }) => state)).toEqual(['failed']);

  const approvals = await Promise.allSettled(
    ['Ravi', 'Meera', 'Kabir'].map((checker) => approve(requestId, checker)),
  );
  expect(approvals.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  await runJobs(app);
  // Both have the same time by the test's clock, so their order is not fixed.
  expect((await readRefunds(who)).map(({ state }) => state).sort()).toEqual([
    'cancelled',
    'confirmed',
  ]);
  expect(await refundedPaise(second)).toBe(rupees(500));
  expect(await listFailedRefunds(app.deps.db)).toEqual([]);
});

test.each([
  ['makes it', 'succeed', 0],
  ['refuses it', 'fail', rupees(500)],
] as const)(
  'a payment is not reversed while the provider may refund it; after it %s it is, with what is left',
  async (_what, then, left) => {
    await openSandboxBank(app).setBehaviour('refunds', 'never_taken');

    const { who, repayId, second } = await overpay();
    await runJobs(app);
    expect(await readRefunds(who)).toMatchObject([{ paymentRef: second, state: 'unknown' }]);

    const { journalId } = (await readEntries(who, repayId)).entries.findLast(
      ({ kind }) => kind === 'payment',
    )!;
    const why = { maker: 'Asha', reason: 'it was somebody else’s' };
    const requestId = await proposeByName(app.deps, {
      kind: 'reversal',
      repayId,
      detail: { journalId },
      ...why,
    });
    const reverse = () =>
      decideByName(app.deps, { requestId, checker: 'Ravi', decision: 'approve' });

    await expect(reverse()).rejects.toMatchObject({ reason: 'not_possible' });
    await openSandboxBank(app).setBehaviour('refunds', then);
    await runJobs(app, { delayed: true });
    await reverse();

    const held = app.deps.db
      .selectFrom('unclaimed_funds')
      .select('amountPaise')
      .where('state', '=', 'open');
    expect(await held.where('providerRef', '=', second).execute()).toEqual(
      left > 0 ? [{ amountPaise: left }] : [],
    );
  },
);

test('a refund is cancelled when the loan is owed again before it is sent, and its money counts', async () => {
  const { who, repayId, amountPaise, settling } = await overpay();
  const { userId } = who;
  const orderId = await readOrderId(repayId);
  const [refundRef = ''] = await app.deps.db
    .transaction()
    .execute((tx) => makeRefunds(tx, app.deps, { userId, orderId }));

  await openSandboxBank(app).chargeBack(settling);
  await openSandboxBank(app).deliverAll(app.url);
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(amountPaise);
  await sendRefund(app.deps, { userId, orderId, refundRef });
  expect((await readRefunds(who))[0]).toMatchObject({ state: 'cancelled', reason: 'owed_again' });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: amountPaise - rupees(500),
    overpaidPaise: 0,
  });
  await runJobs(app, { delayed: true });
  expect(await readRefunds(who)).toHaveLength(1);
});

test('a chargeback of the overpaying payment uses up the overpayment: nothing is refunded', async () => {
  const { who, repayId, second } = await overpay();
  await openSandboxBank(app).chargeBack(second);
  await openSandboxBank(app).deliverAll(app.url);
  await runJobs(app, { delayed: true });
  expect(await readRefunds(who)).toEqual([]);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    overpaidPaise: 0,
  });
});

test('a payment that is taken off its order and counted for it again is refunded in full', async () => {
  const bank = openSandboxBank(app);
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const first = await startFullPayment(who, repayId);
  const paidPaise = first.amountPaise + rupees(500);
  const event = await bank.payIntent(first.code, paidPaise);

  await bank.deliverAll(app.url);
  await runJobs(app, { delayed: true });

  if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');

  const { providerRef } = event;
  expect(await refundedPaise(providerRef)).toBe(rupees(500));

  const { journalId } = (await readEntries(who, repayId)).entries.findLast(
    ({ kind }) => kind === 'payment',
  )!;
  await decide({ kind: 'reversal', repayId, detail: { journalId } });

  const second = await startFullPayment(who, repayId);
  await bank.payIntent(second.code, second.amountPaise);
  await bank.deliverAll(app.url);
  await decide({
    kind: 'unclaimed_payment_claim',
    repayId,
    detail: { provider: 'sandbox', providerRef },
  });
  await runJobs(app, { delayed: true });
  expect(await refundedPaise(providerRef)).toBe(paidPaise);
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
});

test('concurrent refund runs refund each rupee once; each payment gets its own part back', async () => {
  const { who, repayId, code } = await overpay();
  await openSandboxBank(app).payIntent(
    (await readRepayDetail(who, repayId)).openIntent?.code ?? code,
    rupees(300),
  );
  await openSandboxBank(app).deliverAll(app.url);

  const orderId = await readOrderId(repayId);
  const of = { userId: who.userId, orderId };

  await Promise.all(
    Array.from({ length: 6 }, () =>
      app.deps.db.transaction().execute((tx) => makeRefunds(tx, app.deps, of)),
    ),
  );
  await runJobs(app, { delayed: true });
  expect((await readRefunds(who)).map((row) => row.amountPaise).sort()).toEqual([
    rupees(300),
    rupees(500),
  ]);
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
});

test('a refund whose job was lost is requeued by the sweep; a conflicting event changes nothing', async () => {
  await openSandboxBank(app).setBehaviour('refunds', 'lost');

  const { who } = await overpay();
  await runJobs(app);
  await deleteQueuedJobs(app.deps.db);
  app.advance(31 * 60_000);
  await sweep(app.deps);
  await runJobs(app);
  app.advance(-31 * 60_000);

  const [refund] = await readRefunds(who);
  expect(refund?.state).toBe('confirmed');

  const event = {
    kind: 'refund',
    eventId: `no ${refund?.refundRef}`,
    refundRef: refund!.refundRef,
  } as const;
  expect(
    (await sendWebhook(app, { ...event, state: 'failed', providerId: 'x', reason: 'no' })).text,
  ).toBe('done');
  expect((await readRefunds(who))[0]?.state).toBe('confirmed');

  const actions = app.deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', refund!.refundRef);
  expect(await actions.execute()).toEqual([{ action: 'refund_discrepancy' }]);
});
