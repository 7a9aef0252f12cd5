import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { describe, expect, test } from 'vitest';
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
import { useMoneyProposals } from '../../../testing/money-proposals.ts';
import { reconcileDay } from '../../../testing/reconcile-day.ts';
import type { StaffClient } from '../../../testing/staff.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';

const desks = await useMoneyProposals();
const {
  app,
  desk,
  approve,
  proposeGuarded,
  approveAtOnce,
  aLoan,
  aFailedRefund,
  propose,
  read,
  expectNoProblems,
  expectMoneyKindExpires,
  preview,
  readRefunds,
} = desks;

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

describe('moving a payment', () => {
  test('takes it off the wrong order and counts it for the right one, once, and tells the borrower', async () => {
    const wrong = await paidLoan();
    const right = await aLoan();
    const proposal = {
      kind: 'payment_move',
      repayId: wrong.repayId,
      journalId: wrong.journalId,
      toRepayId: right.repayId,
    };
    const requestId = await proposeGuarded(proposal);
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
    expect(await preview(proposal)).toMatchObject({ error: { code: 'not_possible' } });
    await expectNoProblems();
  });

  test('is shown again when an order changed since it was seen, and refused for an order never paid out', async () => {
    const wrong = await paidLoan();
    const right = await aLoan();
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

    const refused = await desks.checker.send('approve', { body: { requestId, seen } });
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

    expect(await preview(toUnpaid)).toMatchObject({ error: { code: 'not_possible' } });
    await expectMoneyKindExpires({ ...toUnpaid, toRepayId: (await aLoan()).repayId });
  });
});

describe('a payout that the bank sent back', () => {
  test('is recorded by two people, and the loan is undone', async () => {
    const { who, repayId } = await aLoan();
    const proposal = { kind: 'payout_reversal', repayId };
    const requestId = await proposeGuarded(proposal);

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
    expect(await preview(proposal)).toMatchObject({ error: { code: 'not_possible' } });
    await expectNoProblems();
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
      const requestId = await proposeGuarded(proposal);

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
      expect(await preview(proposal)).toMatchObject({ error: { code: 'not_possible' } });
      await expectNoProblems();
    },
  );
});

describe('a refund that its provider could not make', () => {
  test('is paid to the borrower’s bank account, once, and reconciles', async () => {
    const { who, repayId, failed } = await aFailedRefund();
    expect(failed).toMatchObject({ state: 'failed' });

    const proposal = { kind: 'refund_payout', refundRef: failed.refundRef };
    const requestId = await proposeGuarded(proposal);
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
    expect(await desks.checker.send('approve', { body: { requestId, seen } })).toMatchObject({
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
    expect(await preview(proposal)).toMatchObject({ error: { code: 'not_possible' } });

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
});

test('requests are listed for who may decide them, for their maker, and in the history', async () => {
  const { repayId } = await aLoan();
  const { requestId } = await propose({ kind: 'payout_reversal', repayId });
  const listIds = async (by: StaffClient, list: string) =>
    (await by.data('approvalList', { query: { list } })).rows.map((row) => row.requestId);

  expect(await listIds(desks.checker, 'to_decide')).toContain(requestId);
  expect(await listIds(desks.maker, 'to_decide')).not.toContain(requestId);
  expect(await listIds(await desk.as('support'), 'to_decide')).toEqual([]);
  expect(await listIds(desks.maker, 'mine')).toContain(requestId);
  await desks.maker.data('withdrawApproval', { body: { requestId } });
  expect(await listIds(desks.checker, 'to_decide')).not.toContain(requestId);
  expect(await listIds(desks.checker, 'history')).toContain(requestId);
});
