import { rupees } from '@noren/core/money/money';
import { describe, expect, test } from 'vitest';
import {
  anAppliedLoan,
  openSandboxBank,
  readRepayDetail,
  runJobs,
} from '../../../testing/loans.ts';
import { useMoneyProposals } from '../../../testing/money-proposals.ts';
import { aSignedInUser } from '../../../testing/users.ts';

const { app, approve, aLoan, aFailedRefund, propose, expectNoProblems, expectMoneyKindExpires } =
  await useMoneyProposals();

describe('a payout that the bank sent back', () => {
  test('waits seven days for its second person', async () => {
    await expectMoneyKindExpires({
      kind: 'payout_reversal',
      repayId: (await aLoan()).repayId,
    });
  });
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
