import { rupees } from '@noren/core/money/money';
import { beforeEach, expect, test } from 'vitest';
import { sweep } from '../../../schedule/sweep.ts';
import { decideByTwo } from '../../../testing/decisions.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readRepayDetail,
  runJobs,
  sendLoanBack,
} from '../../../testing/loans.ts';
import { sendProof } from '../../../testing/proofs.ts';
import {
  aBankTransfer,
  aPaidLoan,
  aUtr,
  chargeBack,
  readLoss,
  sumSandboxRefunds,
} from '../../../testing/repayments.ts';
import { useApp } from '../../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';
import { listProblems } from '../../../testing/verify-ledger.ts';

const app = await useApp();

/** What the tests before have lost. */
let before = 0;

beforeEach(async () => {
  before = await readLoss(app);
});

/** The newest posting of a payment to an order. */
const readPosting = (providerRef: string) =>
  app.deps.db
    .selectFrom('provider_payments')
    .select(['journalId', 'amountPaise'])
    .where('providerRef', '=', providerRef)
    .orderBy('journalId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** A loan that was repaid and then paid ₹800 more, which were refunded. */
async function aRefundedPayment() {
  const { who, repayId, refs } = await aPaidLoan(app, rupees(800));
  await runJobs(app, { delayed: true });
  const providerRef = refs[1]!;
  return { who, repayId, providerRef, journalId: (await readPosting(providerRef)).journalId };
}

async function sendRefundBack(refundRef: string): Promise<void> {
  await openSandboxBank(app).reversePayout(refundRef);
  await openSandboxBank(app).deliverAll(app.url);
  await runJobs(app, { delayed: true });
}

async function expectLoss(paise: number): Promise<void> {
  expect((await readLoss(app)) - before).toBe(paise);
  for (const scope of ['all', { since: { beforeXact: 0, at: 0 } }] as const)
    expect(await listProblems(app.deps, { scope })).toEqual([]);
}

test('a payment that was refunded and taken off its order is charged back: the lender has lost it', async () => {
  const { repayId, journalId, providerRef } = await aRefundedPayment();
  await decideByTwo(app.deps, { kind: 'reversal', repayId, detail: { journalId } });
  await expectLoss(0);
  await chargeBack(app, providerRef, rupees(300));
  await expectLoss(rupees(300));
  await chargeBack(app, providerRef, rupees(500));
  await expectLoss(rupees(800));
});

test('a payment that was charged back and refunded is taken off its order: the lender has lost it', async () => {
  const { repayId, journalId, providerRef } = await aRefundedPayment();
  await chargeBack(app, providerRef, rupees(300));
  await expectLoss(0);
  await decideByTwo(app.deps, { kind: 'reversal', repayId, detail: { journalId } });
  await expectLoss(rupees(300));
});

test.each([rupees(300), rupees(800)])(
  'a loan is sent back whose payment was refunded and charged back by %d paise: the lender has lost them',
  async (amountPaise) => {
    const { who, providerRef } = await aRefundedPayment();
    await chargeBack(app, providerRef, amountPaise);
    await sendLoanBack(app, who);
    await runJobs(app, { delayed: true });
    await expectLoss(amountPaise);
  },
);

test('a chargeback takes the refunded part of a payment and the part that another order counts', async () => {
  const { who, repayId, refs } = await aPaidLoan(app);
  const [providerRef = ''] = refs;
  const { journalId, amountPaise } = await readPosting(providerRef);
  const other = await aSignedInUser(app);
  const toRepayId = await anActiveLoan(app, other, { rupees: 5_000 });

  await decideByTwo(app.deps, { kind: 'payment_move', repayId, detail: { journalId, toRepayId } });
  await runJobs(app, { delayed: true });

  const refunded = await sumSandboxRefunds(app, providerRef);
  const moved = { journalId: (await readPosting(providerRef)).journalId, toRepayId: repayId };

  await decideByTwo(app.deps, { kind: 'payment_move', repayId: toRepayId, detail: moved });
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(amountPaise - refunded);
  await expectLoss(0);
  await chargeBack(app, providerRef);
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(0);
  await expectLoss(refunded);
});

test('a chargeback may wait for money on its way back, and is booked once that is decided', async () => {
  const { repayId, refs } = await aPaidLoan(app);
  const [providerRef = ''] = refs;
  const { journalId, amountPaise } = await readPosting(providerRef);

  await decideByTwo(app.deps, { kind: 'reversal', repayId, detail: { journalId } });
  await decideByTwo(app.deps, {
    kind: 'unclaimed_payment_return',
    detail: { provider: 'sandbox', providerRef },
  });
  await chargeBack(app, providerRef);
  await expectLoss(0);
  await runJobs(app, { delayed: true });
  await sweep(app.deps);
  await expectLoss(amountPaise);
});

/**
 * Two people have a failed refund paid to the borrower's account.
 * @returns its reference
 */
async function payOutRefund({ userId }: SignedInUser): Promise<string> {
  const refunds = app.deps.db
    .selectFrom('refunds')
    .select('refundRef')
    .where('userId', '=', userId);
  const { refundRef } = await refunds.where('state', '=', 'failed').executeTakeFirstOrThrow();

  await decideByTwo(app.deps, { kind: 'refund_payout', detail: { refundRef } });
  await runJobs(app, { delayed: true });

  return (await refunds.where('state', '=', 'confirmed').executeTakeFirstOrThrow()).refundRef;
}

/**
 * A loan of ₹10,010 that staff counted a transfer of ₹10,510 for; the ₹500 too much were paid to
 * the borrower's account.
 */
async function aCountedTransfer({ isReported }: { isReported: boolean }) {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const [utr, amountPaise] = [aUtr(), rupees(10_510)];
  const { proofId } = await sendProof(app, who, { repayId, utr, amountPaise });

  await decideByTwo(app.deps, { kind: 'proof', detail: { proofId, decision: 'match' } });
  await runJobs(app, { delayed: true });

  const refundRef = await payOutRefund(who);
  const providerRef = isReported ? (await aBankTransfer(app, utr, amountPaise)).providerRef : '';

  return { who, providerRef, refundRef };
}

test.each([
  { isReported: true, isBack: false, lost: 0, sent: 10_010 },
  { isReported: true, isBack: true, lost: 0, sent: 10_510 },
  { isReported: false, isBack: false, lost: 500, sent: 0 },
  { isReported: false, isBack: true, lost: 0, sent: 0 },
])(
  'a loan is sent back whose counted transfer was refunded: reported $isReported, refund back $isBack',
  async ({ isReported, isBack, lost, sent }) => {
    const { who, providerRef, refundRef } = await aCountedTransfer({ isReported });
    await sendLoanBack(app, who);
    await runJobs(app, { delayed: true });

    if (isBack) {
      await sendRefundBack(refundRef);
    }

    expect(await sumSandboxRefunds(app, providerRef)).toBe(rupees(sent));
    await expectLoss(rupees(lost));
  },
);

test('a refund that comes back undoes the loss of another part of its payment', async () => {
  const bank = openSandboxBank(app);
  const { repayId, refs } = await aPaidLoan(app);
  const [providerRef = ''] = refs;
  const other = await aSignedInUser(app);
  const [middle, last] = [
    await anActiveLoan(app, other, { rupees: 5_000 }),
    await aSignedInUser(app),
  ];
  const toRepayId = await anActiveLoan(app, last, { rupees: 2_000 });

  const move = async (from: string, to: string) => {
    const { journalId } = await readPosting(providerRef);
    await decideByTwo(app.deps, {
      kind: 'payment_move',
      repayId: from,
      detail: { journalId, toRepayId: to },
    });
    await runJobs(app, { delayed: true });
  };

  await move(repayId, middle);
  await bank.setBehaviour('refunds', 'fail');
  await move(middle, toRepayId);
  await bank.setBehaviour('refunds', 'succeed');

  const refundRef = await payOutRefund(last);
  await decideByTwo(app.deps, {
    kind: 'reversal',
    repayId: toRepayId,
    detail: { journalId: (await readPosting(providerRef)).journalId },
  });
  await chargeBack(app, providerRef, rupees(100));
  await expectLoss(0);
  await decideByTwo(app.deps, {
    kind: 'unclaimed_payment_return',
    detail: { provider: 'sandbox', providerRef },
  });
  await runJobs(app, { delayed: true });
  await chargeBack(app, providerRef, rupees(300));
  await expectLoss(rupees(300));
  await sendRefundBack(refundRef);
  await expectLoss(0);
});
