import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { describe, expect, test } from 'vitest';
import { closeMissedDays } from '../../../processes/close-of-day/close-of-day.ts';
import {
  anAppliedLoan,
  aPaymentEvent,
  openSandboxBank,
  readBill,
  readPayouts,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { type Proposal, useMoneyProposals } from '../../../testing/money-proposals.ts';
import { aSignedInUser } from '../../../testing/users.ts';
import { expectExpires } from '../../../testing/whole-life.ts';

const desks = await useMoneyProposals();
const {
  app,
  desk,
  approve,
  expectWholeLife,
  approveAtOnce,
  paidLoan,
  aRightOrder,
  aFailedRefund,
  propose,
  read,
  expectNoProblems,
  approveOpen,
} = desks;

async function expectMoneyKindExpires(proposal: Proposal): Promise<void> {
  await expectExpires(app, desk, {
    maker: 'payments',
    checker: 'payments',
    proposal: async () => proposal as never,
  });
  await closeMissedDays(app.deps);
}

describe('moving a payment', () => {
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

    expect(await approveOpen(toUnpaid)).toMatchObject({ error: { code: 'not_possible' } });
    await expectMoneyKindExpires({ ...toUnpaid, toRepayId: (await aRightOrder()).repayId });
  });
});

describe('a payout that the bank sent back', () => {
  test('waits seven days for its second person', async () => {
    await expectMoneyKindExpires({
      kind: 'payout_reversal',
      repayId: (await aRightOrder()).repayId,
    });
  });
});

describe('cancelling a payout', () => {
  test.each<'waiting' | 'queued'>(['queued'] as const)(
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

describe('a refund that its provider could not make', () => {
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
