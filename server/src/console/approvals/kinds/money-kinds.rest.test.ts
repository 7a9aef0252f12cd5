import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { describe, expect, test } from 'vitest';
import {
  anAppliedLoan,
  openSandboxBank,
  readBill,
  readPayouts,
  readRepayDetail,
  runJobs,
} from '../../../testing/loans.ts';
import { useMoneyProposals } from '../../../testing/money-proposals.ts';
import { aSignedInUser } from '../../../testing/users.ts';

const {
  app,
  approve,
  expectWholeLife,
  approveAtOnce,
  aRightOrder,
  aFailedRefund,
  propose,
  read,
  expectNoProblems,
  expectMoneyKindExpires,
  approveOpen,
} = await useMoneyProposals();

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
