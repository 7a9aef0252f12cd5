import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import type { BankBehaviour } from '../../../sandbox/bank/behaviour.ts';
import { readSandboxMessages } from '../../../sandbox/phone/store.ts';
import { decideByName, proposeByName } from '../../../testing/decisions.ts';
import {
  openSandboxBank,
  readEntries,
  readOrder,
  readRepayDetail,
  runJobs,
} from '../../../testing/loans.ts';
import { useRefunds } from '../../../testing/refunds.ts';
import { sumSandboxRefunds } from '../../../testing/repayments.ts';
import { listFailedRefunds } from '../../../testing/waiting-lists.ts';
import { makeRefunds } from './refunds.ts';
import { sendRefund } from './send-refund.ts';

const { app, overpay, readRefunds } = await useRefunds();

test('an overpayment is refunded once, to the payment it came from', async () => {
  const { who, repayId, second } = await overpay();
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(rupees(500));
  await runJobs(app);
  expect(await readRefunds(who)).toEqual([
    expect.objectContaining({ paymentRef: second, amountPaise: rupees(500), state: 'confirmed' }),
  ]);
  expect(await sumSandboxRefunds(app, second)).toBe(rupees(500));
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
  expect(await sumSandboxRefunds(app, second)).toBe(rupees(500));
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
  expect(await sumSandboxRefunds(app, second)).toBe(rupees(500));
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
  const { orderId } = await readOrder(app, who, repayId);
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
