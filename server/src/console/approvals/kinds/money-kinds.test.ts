import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeMissedDays } from '../../../processes/close-of-day/close-of-day.ts';
import { reconcileDay } from '../../../processes/reconciliation/reconcile-day.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  openSandboxBank,
  readBill,
  readEntries,
  readPayouts,
  readRepayDetail,
  readStatus,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { aPaidLoan } from '../../../testing/repayments.ts';
import { type StaffClient, useConsole } from '../../../testing/staff.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';
import { listProblems } from '../../../testing/verify-ledger.ts';
import { expectExpires } from '../../../testing/whole-life.ts';

const app = await useMoneyApp();
const desk = await useConsole(app);
let maker: StaffClient;
let checker: StaffClient;
let third: StaffClient;

beforeEach(async () => {
  maker = await desk.as('payments');
  checker = await desk.as('payments', 'second');
  third = await desk.enrolled('Third One', ['payments']).catch(() => desk.as('payments', 'second'));
});

type Proposal = { kind: string } & Record<string, unknown>;
const reason = 'the payer wrote to us';
const propose = (proposal: Proposal, by = maker) =>
  by.data('propose', { body: { proposal, reason } });
const read = (requestId: string, by = checker) => by.data('approval', { params: { requestId } });

/** Approves as the checker sees it now. */
async function approve(requestId: string, by = checker) {
  const { effectNow, problem } = await read(requestId, by);
  expect(problem).toBeNull();
  return by.send('approve', { body: { requestId, seen: effectNow } });
}

const expectNoProblems = async () => expect(await listProblems(app.deps)).toEqual([]);

/** What everybody who asks for one of these meets, whatever it does. */
async function expectWholeLife(proposal: Proposal): Promise<string> {
  const { requestId } = await propose(proposal);
  expect(await maker.send('propose', { body: { proposal, reason } })).toMatchObject({
    error: { code: 'taken', data: { requestId } },
  });

  const { effectNow } = await read(requestId);
  const own = await maker.send('approve', { body: { requestId, seen: effectNow } });

  expect(own).toMatchObject({ error: { code: 'forbidden' } });

  const stranger = await desk.as('support');
  expect(await stranger.send('approve', { body: { requestId, seen: effectNow } })).toMatchObject({
    error: { code: 'forbidden' },
  });

  const seen = { journals: [], messages: [], orders: [] };
  expect(await checker.send('approve', { body: { requestId, seen } })).toMatchObject({
    status: 409,
    error: { code: 'changed', data: { effect: effectNow } },
  });

  return requestId;
}

/** Two decide at once, and the one that wins says it again with the same request id. */
async function approveAtOnce(requestId: string): Promise<void> {
  const { effectNow: seen } = await read(requestId);
  const sent = { body: { requestId, seen }, requestId: crypto.randomUUID() };
  const both = await Promise.all([
    checker.send('approve', sent),
    third.send('approve', { body: sent.body }),
  ]);

  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  if (both[0].ok) expect(await checker.send('approve', sent)).toEqual(both[0]);
}

async function expectMoneyKindExpires(proposal: Proposal): Promise<void> {
  await expectExpires(app, desk, {
    maker: 'payments',
    checker: 'payments',
    proposal: async () => proposal as never,
  });
  await closeMissedDays(app.deps);
}

async function paidLoan(): Promise<{ who: SignedInUser; repayId: string; journalId: string }> {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);

  await sendWebhook(app, aPaymentEvent(app, code, rupees(4_000)));

  const { journalId } = (await readEntries(who, repayId)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;
  return { who, repayId, journalId };
}

async function aRightOrder(): Promise<{ who: SignedInUser; repayId: string }> {
  const who = await aSignedInUser(app);
  return { who, repayId: await anActiveLoan(app, who) };
}

describe('moving a payment', () => {
  test('takes it off the wrong order and counts it for the right one, once, and tells the borrower', async () => {
    const wrong = await paidLoan();
    const right = await aRightOrder();
    const proposal = {
      kind: 'payment_move',
      repayId: wrong.repayId,
      journalId: wrong.journalId,
      toRepayId: right.repayId,
    };
    const requestId = await expectWholeLife(proposal);
    const { effectNow } = await read(requestId);

    expect(effectNow?.orders).toMatchObject([
      {
        before: { repayId: wrong.repayId, owedPaise: rupees(6_010) },
        after: { owedPaise: rupees(10_010) },
      },
      {
        before: { repayId: right.repayId, owedPaise: rupees(10_010) },
        after: { owedPaise: rupees(6_010) },
      },
    ]);

    expect(effectNow?.journals.map(({ kind, repayId }) => [kind, repayId])).toEqual(
      expect.arrayContaining([
        ['reversal', wrong.repayId],
        ['payment', right.repayId],
      ]),
    );
    expect(effectNow?.messages).toMatchObject([{ kind: 'payment_moved' }]);
    // Journals of two orders are often made in one millisecond: their order must not depend on it.
    for (let again = 0; again < 20; again += 1)
      expect((await read(requestId)).effectNow).toEqual(effectNow);
    await approveAtOnce(requestId);
    expect(await readRepayDetail(wrong.who, wrong.repayId)).toMatchObject({
      paidPaise: 0,
      totalPaise: rupees(10_010),
    });
    expect(await readRepayDetail(right.who, right.repayId)).toMatchObject({
      paidPaise: rupees(4_000),
    });
    expect(await approveOpen(proposal)).toMatchObject({ error: { code: 'not_possible' } });
    await expectNoProblems();
  });

  test('is shown again when an order changed since it was seen, and refused for an order never paid out', async () => {
    const wrong = await paidLoan();
    const right = await aRightOrder();
    const proposal = {
      kind: 'payment_move',
      repayId: wrong.repayId,
      journalId: wrong.journalId,
      toRepayId: right.repayId,
    };
    const { requestId } = await propose(proposal);
    const { effectNow: seen } = await read(requestId);
    const { code } = await startFullPayment(right.who, right.repayId);

    await sendWebhook(app, aPaymentEvent(app, code, rupees(1_000)));

    const refused = await checker.send('approve', { body: { requestId, seen } });
    expect(refused).toMatchObject({ status: 409, error: { code: 'changed' } });
    expect(await readRepayDetail(wrong.who, wrong.repayId)).toMatchObject({
      paidPaise: rupees(4_000),
    });
    expect(await approve(requestId)).toMatchObject({ ok: true });
    expect(await readRepayDetail(right.who, right.repayId)).toMatchObject({
      paidPaise: rupees(5_000),
    });

    const again = await paidLoan();
    const unpaid = await anAppliedLoan(await aSignedInUser(app));
    const toUnpaid = {
      kind: 'payment_move',
      repayId: again.repayId,
      journalId: again.journalId,
      toRepayId: unpaid,
    };

    expect(await approveOpen(toUnpaid)).toMatchObject({ error: { code: 'not_possible' } });
    await expectMoneyKindExpires({ ...toUnpaid, toRepayId: (await aRightOrder()).repayId });
  });
});

/** Previews a proposal. */
async function approveOpen(proposal: Proposal) {
  return maker.send('previewApproval', { body: { proposal } });
}

describe('a payout that the bank sent back', () => {
  test('is recorded by two people, and the loan is undone', async () => {
    const { who, repayId } = await aRightOrder();
    const proposal = { kind: 'payout_reversal', repayId };
    const requestId = await expectWholeLife(proposal);

    expect((await read(requestId)).effectNow).toMatchObject({
      messages: [{ kind: 'payout_reversed' }],
      orders: [
        {
          before: { status: OrderStatus.active },
          after: { status: OrderStatus.disbursementFailed },
        },
      ],
    });
    await approveAtOnce(requestId);
    expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);
    expect((await readPayouts(app, who))[0]).toMatchObject({ state: 'reversed' });
    expect(await approveOpen(proposal)).toMatchObject({ error: { code: 'not_possible' } });
    await expectNoProblems();
  });

  test('waits seven days for its second person', async () => {
    await expectMoneyKindExpires({
      kind: 'payout_reversal',
      repayId: (await aRightOrder()).repayId,
    });
  });
});

describe('cancelling a payout', () => {
  test.each(['waiting', 'queued'] as const)(
    'of one that is %s ends the order, and the provider never pays',
    async (state) => {
      const who = await aSignedInUser(app);
      const repayId = await anAppliedLoan(who);

      if (state === 'queued') {
        await openSandboxBank(app).setBehaviour('payouts', 'low_balance');
        await runJobs(app);
      }

      expect((await readPayouts(app, who))[0]).toMatchObject({ state });

      const proposal = { kind: 'payout_cancel', repayId };
      const requestId = await expectWholeLife(proposal);

      expect((await read(requestId)).effectNow).toMatchObject({
        journals: [{ kind: 'release' }],
        messages: [{ kind: 'payout_cancelled' }],
        orders: [{ after: { status: OrderStatus.cancelled } }],
      });
      await approveAtOnce(requestId);
      await runJobs(app);
      await openSandboxBank(app).setBehaviour('payouts', 'succeed');
      await runJobs(app, { delayed: true });
      expect((await readBill(who, repayId)).history.at(-1)).toMatchObject({
        borrowStatus: OrderStatus.cancelled,
      });
      expect((await readPayouts(app, who))[0]).toMatchObject({ state: 'failed' });
      expect(await approveOpen(proposal)).toMatchObject({ error: { code: 'not_possible' } });
      await expectNoProblems();
    },
  );
});

test('a request to cancel a payout waits seven days for its second person', async () => {
  const repayId = await anAppliedLoan(await aSignedInUser(app));
  await openSandboxBank(app).setBehaviour('payouts', 'low_balance');
  await runJobs(app);
  await expectMoneyKindExpires({ kind: 'payout_cancel', repayId });
});

const readRefunds = (who: SignedInUser) =>
  app.deps.db
    .selectFrom('refunds')
    .selectAll()
    .where('userId', '=', who.userId)
    .orderBy('createdAt')
    .execute();

/** A loan paid with ₹500 too much, which the provider could not pay back. */
async function aFailedRefund() {
  await openSandboxBank(app).setBehaviour('refunds', 'fail');

  const { who, repayId } = await aPaidLoan(app, rupees(500));
  await runJobs(app);
  await runJobs(app, { delayed: true });

  const [failed] = await readRefunds(who);

  return { who, repayId, failed: failed! };
}

describe('a refund that its provider could not make', () => {
  test('is paid to the borrower’s bank account, once, and reconciles', async () => {
    const { who, repayId, failed } = await aFailedRefund();
    expect(failed).toMatchObject({ state: 'failed' });

    const proposal = { kind: 'refund_payout', refundRef: failed.refundRef };
    const requestId = await expectWholeLife(proposal);
    const { effectNow: seen } = await read(requestId);

    expect(seen?.journals).toMatchObject([{ kind: 'refund', repayId }]);

    const [account] = seen?.facts ?? [];
    expect(account).toMatchObject({
      what: 'refund_account',
      after: expect.stringMatching(/^[A-Z]{4} ••••\d{4}$/),
    });

    // Another account than the one that was seen is shown again.
    const setBank = (bankCode: string) =>
      app.deps.db
        .updateTable('bank_accounts')
        .set({ bankCode })
        .where('userId', '=', who.userId)
        .execute();

    await setBank('ICIC');
    expect(await checker.send('approve', { body: { requestId, seen } })).toMatchObject({
      error: { code: 'changed' },
    });
    await setBank(account?.before.slice(0, 4) ?? '');
    await approveAtOnce(requestId);
    await runJobs(app);

    const made = (await readRefunds(who)).find(({ refundRef }) => refundRef !== failed.refundRef);
    expect(
      (await readRefunds(who)).find(({ refundRef }) => refundRef === failed.refundRef),
    ).toMatchObject({
      state: 'cancelled',
      reason: 'paid_by_payout',
    });
    expect(made).toMatchObject({ state: 'confirmed', amountPaise: rupees(500) });
    expect(await app.deps.payouts.find(made!.refundRef)).toMatchObject({ state: 'confirmed' });
    expect(await readRepayDetail(who, repayId)).toMatchObject({ overpaidPaise: 0 });
    expect(await approveOpen(proposal)).toMatchObject({ error: { code: 'not_possible' } });

    const differences = await reconcileDay(app.deps, app.deps.today());
    expect(differences.filter(({ ref }) => ref === made!.refundRef)).toEqual([]);
    await expectNoProblems();

    // The borrower's bank sends it back after it was confirmed: it is the borrower's again, and two
    // people may try once more.
    const back = await openSandboxBank(app).reversePayout(made!.refundRef);
    await openSandboxBank(app).deliverAll(app.url);
    expect(back).not.toBeNull();
    expect(await readRepayDetail(who, repayId)).toMatchObject({ overpaidPaise: rupees(500) });
    expect(
      (await readRefunds(who)).find(({ refundRef }) => refundRef === made!.refundRef),
    ).toMatchObject({
      state: 'failed',
      reason: 'sent_back',
    });
    expect(await reconcileDay(app.deps, app.deps.today())).toEqual([]);
    await expectNoProblems();

    const { requestId: again } = await propose({
      kind: 'refund_payout',
      refundRef: made!.refundRef,
    });
    expect(await approve(again)).toMatchObject({ ok: true });
    await runJobs(app);
    expect(await readRepayDetail(who, repayId)).toMatchObject({ overpaidPaise: 0 });
    await expectNoProblems();
  });

  test('waits seven days for its second person', async () => {
    const { failed } = await aFailedRefund();
    await expectMoneyKindExpires({ kind: 'refund_payout', refundRef: failed.refundRef });
  });

  test('stays the borrower’s when the bank refuses the payout', async () => {
    const { who, repayId, failed } = await aFailedRefund();
    const { requestId } = await propose({ kind: 'refund_payout', refundRef: failed.refundRef });

    await openSandboxBank(app).setBehaviour('payouts', 'fail');
    expect(await approve(requestId)).toMatchObject({ ok: true });
    await runJobs(app);
    expect(await readRepayDetail(who, repayId)).toMatchObject({ overpaidPaise: rupees(500) });
    await expectNoProblems();
  });
});

test('requests are listed for who may decide them, for their maker, and in the history', async () => {
  const { repayId } = await aRightOrder();
  const { requestId } = await propose({ kind: 'payout_reversal', repayId });
  const listIds = async (by: StaffClient, list: string) =>
    (await by.data('approvalList', { query: { list } })).rows.map((row) => row.requestId);

  expect(await listIds(checker, 'to_decide')).toContain(requestId);
  expect(await listIds(maker, 'to_decide')).not.toContain(requestId);
  expect(await listIds(await desk.as('support'), 'to_decide')).toEqual([]);
  expect(await listIds(maker, 'mine')).toContain(requestId);
  await maker.data('withdrawApproval', { body: { requestId } });
  expect(await listIds(checker, 'to_decide')).not.toContain(requestId);
  expect(await listIds(checker, 'history')).toContain(requestId);
});
