import { rupees } from '@noren/core/money/money';
import { describe, expect, test } from 'vitest';
import { sweep } from '../../../schedule/sweep.ts';
import { decideByTwo } from '../../../testing/decisions.ts';
import { deleteQueuedJobs } from '../../../testing/job-queue.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  sendLoanBack,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { sendProof } from '../../../testing/proofs.ts';
import { aUtr, chargeBack, readLoss, sumSandboxRefunds } from '../../../testing/repayments.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';
import { listProblems } from '../../../testing/verify-ledger.ts';
import { queryRefund } from '../refunds/send-refund.ts';
import { holdFailedRefund } from './hold-failed-refund.ts';
import { releasePostedFunds } from './unclaimed-funds.ts';

const app = await useMoneyApp();
const provider = 'sandbox';

interface RefundedLoan {
  readonly who: SignedInUser;
  readonly repayId: string;
  readonly providerRef: string;
  readonly utr: string;
}

/** A loan of ₹10,010, paid with ₹10,510 at once; the ₹500 too much went back by a payout. */
async function aLoanRefundedByPayout(): Promise<RefundedLoan> {
  const bank = openSandboxBank(app);
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);

  await bank.setBehaviour('refunds', 'fail');

  const utr = aUtr();
  const event = await bank.payIntent(code, rupees(10_510), { utr });

  await bank.deliverAll(app.url);
  await runJobs(app);
  await decideByTwo(app.deps, {
    kind: 'refund_payout',
    detail: { refundRef: (await readRefunds(who))[0]!.refundRef },
  });
  await runJobs(app);
  await bank.deliverAll(app.url);
  await bank.setBehaviour('refunds', 'succeed');

  if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');

  return { who, repayId, providerRef: event.providerRef, utr };
}

const readRefunds = ({ userId }: SignedInUser) =>
  app.deps.db.selectFrom('refunds').selectAll().where('userId', '=', userId).execute();
const byPayout = async (who: SignedInUser) =>
  (await readRefunds(who)).find(({ accountId }) => accountId !== null)!;

/** The borrower's bank sends the refund back; no job has run since. */
async function sendRefundBack({ who }: RefundedLoan): Promise<void> {
  const bank = openSandboxBank(app);
  await bank.reversePayout((await byPayout(who)).refundRef);
  await bank.deliverAll(app.url);
}

const paymentJournal = async ({
  who,
  repayId,
}: Pick<RefundedLoan, 'who' | 'repayId'>): Promise<string> =>
  (await readEntries(who, repayId)).entries.findLast(({ kind }) => kind === 'payment')!.journalId;

const takeOff = async (of: Pick<RefundedLoan, 'who' | 'repayId'>) =>
  decideByTwo(app.deps, {
    kind: 'reversal',
    repayId: of.repayId,
    detail: { journalId: await paymentJournal(of) },
  });

const giveBack = ({ providerRef }: RefundedLoan) =>
  decideByTwo(app.deps, { kind: 'unclaimed_payment_return', detail: { provider, providerRef } });

async function runAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await runJobs(app, { delayed: true });
}

/** What is undecided of a payment, as [what is left, state], by amount. */
async function undecided({ providerRef }: RefundedLoan) {
  const rows = await app.deps.db
    .selectFrom('unclaimed_funds')
    .select(['amountPaise', 'chargedBackPaise', 'state'])
    .where('providerRef', '=', providerRef)
    .where('state', 'in', ['open', 'returning'])
    .orderBy('amountPaise')
    .execute();
  return rows.map(({ amountPaise, chargedBackPaise, state }) => [
    amountPaise - chargedBackPaise,
    state,
  ]);
}

async function expectNoProblems(): Promise<void> {
  for (const scope of ['all', { since: { beforeXact: 0, at: 0 } }] as const)
    expect(await listProblems(app.deps, { scope })).toEqual([]);
}

describe('a refund that the borrower’s bank sends back after its payment was taken off', () => {
  test('by two people waits with the rest for two people: nothing goes to the sender before', async () => {
    const of = await aLoanRefundedByPayout();
    await takeOff(of);
    expect(await undecided(of)).toEqual([[rupees(10_010), 'open']]);
    await sendRefundBack(of);
    await runAll();
    expect(await undecided(of)).toEqual([[rupees(10_510), 'open']]);
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(0);
    await expectNoProblems();
    await giveBack(of);
    await runAll();
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(rupees(10_510));
    await expectNoProblems();
  });

  test('by two people who sent the rest back waits by itself', async () => {
    const of = await aLoanRefundedByPayout();
    await takeOff(of);
    await giveBack(of);
    await runAll();
    await sendRefundBack(of);
    await runAll();
    expect(await undecided(of)).toEqual([[rupees(500), 'open']]);
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(rupees(10_010));
    await expectNoProblems();
    await giveBack(of);
    await runAll();
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(rupees(10_510));
    await expectNoProblems();
  });

  test('because the loan came back goes to the sender beside a return that the provider works on', async () => {
    const of = await aLoanRefundedByPayout();
    const bank = openSandboxBank(app);

    await bank.setBehaviour('refunds', 'lost');
    await sendLoanBack(app, of.who);
    await runJobs(app);
    await sendRefundBack(of);
    await runJobs(app);
    expect(await undecided(of)).toEqual([
      [rupees(500), 'returning'],
      [rupees(10_010), 'returning'],
    ]);
    await bank.setBehaviour('refunds', 'succeed');
    await runAll();
    expect(await undecided(of)).toEqual([]);
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(rupees(10_510));
    expect((await byPayout(of.who)).state).toBe('cancelled');
    await expectNoProblems();
  });

  test('because the loan came back goes to the sender after the rest did', async () => {
    const of = await aLoanRefundedByPayout();
    await sendLoanBack(app, of.who);
    await runAll();
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(rupees(10_010));
    await sendRefundBack(of);
    await runAll();
    expect(await undecided(of)).toEqual([]);
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(rupees(10_510));
    await expectNoProblems();
  });

  test('waits as one amount with the rest when the provider refuses both returns at once', async () => {
    const of = await aLoanRefundedByPayout();
    const bank = openSandboxBank(app);

    await bank.setBehaviour('refunds', 'never_taken');
    await sendLoanBack(app, of.who);
    await runJobs(app);
    await sendRefundBack(of);
    await runJobs(app);
    await bank.setBehaviour('refunds', 'fail');
    await runAll();
    expect(await undecided(of)).toEqual([[rupees(10_510), 'open']]);
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(0);
    await expectNoProblems();
    await bank.setBehaviour('refunds', 'succeed');
    await giveBack(of);
    await runAll();
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(rupees(10_510));
    await expectNoProblems();
  });
});

describe('a refund that comes back while the rest of its payment counts for another order', () => {
  async function aPartBesideAnOrder() {
    const of = await aLoanRefundedByPayout();
    const other = await aSignedInUser(app);
    const toRepayId = await anActiveLoan(app, other);

    await decideByTwo(app.deps, {
      kind: 'payment_move',
      repayId: of.repayId,
      detail: { journalId: await paymentJournal(of), toRepayId },
    });
    expect((await readRepayDetail(other, toRepayId)).paidPaise).toBe(rupees(10_010));
    await sendRefundBack(of);
    await runAll();
    await releasePostedFunds(app.deps);
    await sweep(app.deps);
    expect(await undecided(of)).toEqual([[rupees(500), 'open']]);
    await expectNoProblems();

    return { of, other: { who: other, repayId: toRepayId } };
  }

  test('waits in suspense, and can be sent back but not counted for a second order', async () => {
    const { of } = await aPartBesideAnOrder();
    const claim = decideByTwo(app.deps, {
      kind: 'unclaimed_payment_claim',
      repayId: of.repayId,
      detail: { provider, providerRef: of.providerRef },
    });

    await expect(claim).rejects.toMatchObject({ reason: 'not_possible' });
    await giveBack(of);
    await runAll();
    expect(await undecided(of)).toEqual([]);
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(rupees(500));
    await expectNoProblems();
  });

  test('is one amount with the rest when that is taken off the other order, and is counted with it', async () => {
    const { of, other } = await aPartBesideAnOrder();
    await takeOff(other);
    expect(await undecided(of)).toEqual([[rupees(10_510), 'open']]);
    await expectNoProblems();

    const { repayId, providerRef } = of;
    await decideByTwo(app.deps, {
      kind: 'unclaimed_payment_claim',
      repayId,
      detail: { provider, providerRef },
    });
    expect(await undecided(of)).toEqual([]);
    await expectNoProblems();
  });

  test('waits for two people when the other order’s loan comes back too', async () => {
    const { of, other } = await aPartBesideAnOrder();
    await sendLoanBack(app, other.who);
    await runAll();
    expect(await undecided(of)).toEqual([[rupees(10_510), 'open']]);
    expect(await sumSandboxRefunds(app, of.providerRef)).toBe(0);
    await expectNoProblems();
  });
});

describe('a failed refund off its order, before its job has run', () => {
  test.each(['refund_retry', 'refund_payout'] as const)(
    'is not decided by a %s: it goes to suspense',
    async (kind) => {
      const of = await aLoanRefundedByPayout();
      await takeOff(of);
      await sendRefundBack(of);

      const { refundRef } = await byPayout(of.who);
      await expect(decideByTwo(app.deps, { kind, detail: { refundRef } })).rejects.toMatchObject({
        reason: 'not_possible',
      });
      await runAll();
      expect(await undecided(of)).toEqual([[rupees(10_510), 'open']]);
      await expectNoProblems();
    },
  );

  test('is held by the sweep when its job was lost', async () => {
    const of = await aLoanRefundedByPayout();
    await takeOff(of);
    await sendRefundBack(of);
    await deleteQueuedJobs(app.deps.db);
    await sweep(app.deps);
    await runAll();
    expect(await undecided(of)).toEqual([[rupees(10_510), 'open']]);
    await expectNoProblems();
  });

  test('is held once by jobs that run at once, while the rest is sent back or claimed', async () => {
    const of = await aLoanRefundedByPayout();
    await takeOff(of);
    await sendRefundBack(of);

    const { userId, orderId, refundRef } = await byPayout(of.who);
    const { repayId, providerRef } = of;
    const detail = { provider, providerRef };
    const acts = [
      () => holdFailedRefund(app.deps, { userId, orderId, refundRef }),
      () => giveBack(of),
      () => holdFailedRefund(app.deps, { userId, orderId, refundRef }),
      () => decideByTwo(app.deps, { kind: 'unclaimed_payment_claim', repayId, detail }),
      () => holdFailedRefund(app.deps, { userId, orderId, refundRef }),
    ];

    await Promise.allSettled(acts.map((act) => act()));
    await runAll();

    const left = (await undecided(of)).reduce((sum, [paise]) => sum + Number(paise), 0);
    const { paidPaise, overpaidPaise } = await readRepayDetail(of.who, repayId);

    expect([
      left + (await sumSandboxRefunds(app, of.providerRef)) + paidPaise,
      overpaidPaise,
    ]).toEqual([rupees(10_510), 0]);
    await expectNoProblems();
  });
});

test('two returns of a payment that fail at once are one amount that waits', async () => {
  const of = await aLoanRefundedByPayout();
  const bank = openSandboxBank(app);

  await bank.setBehaviour('refunds', 'never_taken');
  await sendLoanBack(app, of.who);
  await runJobs(app);
  await sendRefundBack(of);
  await runJobs(app);

  const rows = await app.deps.db
    .selectFrom('unclaimed_funds')
    .select('refundRef')
    .where('providerRef', '=', of.providerRef)
    .execute();
  const refused = { kind: 'refund', state: 'failed', providerId: 'x', reason: 'closed' } as const;

  await Promise.all(
    [...rows, ...rows].map(({ refundRef }, at) =>
      sendWebhook(app, { ...refused, eventId: `${refundRef} ${at}`, refundRef: refundRef! }),
    ),
  );
  expect(await undecided(of)).toEqual([[rupees(10_510), 'open']]);
  await deleteQueuedJobs(app.deps.db);
  await expectNoProblems();
});

describe('what was charged back of the rest', () => {
  test('is still known when a refund joins it: only two people count what is left', async () => {
    const of = await aLoanRefundedByPayout();
    await takeOff(of);
    await chargeBack(app, of.providerRef, rupees(1_000));
    await sendRefundBack(of);
    await runAll();
    expect(await undecided(of)).toEqual([[rupees(9_510), 'open']]);

    const other = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, other);

    expect(
      (await sendProof(app, other, { repayId, utr: of.utr, amountPaise: rupees(10_510) })).state,
    ).toBe('received');
    expect((await readRepayDetail(other, repayId)).paidPaise).toBe(0);
    await expectNoProblems();
  });

  test('and of a part that waits is taken of the part first, then written off', async () => {
    const of = await aLoanRefundedByPayout();
    await takeOff(of);
    await giveBack(of);
    await runAll();
    await sendRefundBack(of);
    await runAll();
    await chargeBack(app, of.providerRef);
    expect(await undecided(of)).toEqual([]);

    const lost = app.deps.db
      .selectFrom('unclaimed_funds')
      .select('chargedBackPaise')
      .where('providerRef', '=', of.providerRef)
      .where('state', '=', 'returned');
    expect(await lost.execute()).toEqual([{ chargedBackPaise: rupees(10_010) }]);
    await expectNoProblems();
  });
});

describe('a refund that comes back after the payer’s bank took the payment', () => {
  test.each([
    { taken: 10_510, lost: 500, left: [] },
    { taken: 10_200, lost: 190, left: [[rupees(310), 'open']] },
  ])('of ₹$taken: the loss of ₹$lost is undone', async ({ taken, lost, left }) => {
    const of = await aLoanRefundedByPayout();
    const before = await readLoss(app);

    await takeOff(of);
    await chargeBack(app, of.providerRef, rupees(taken));
    expect((await readLoss(app)) - before).toBe(rupees(lost));
    await expectNoProblems();
    await sendRefundBack(of);
    await runAll();
    expect(await undecided(of)).toEqual(left);
    expect(await readLoss(app)).toBe(before);
    await expectNoProblems();
  });
});

test('a refund that the provider refuses goes back beside the rest, however long its answer took', async () => {
  const bank = openSandboxBank(app);
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const event = await bank.payIntent(code, rupees(10_510));

  await bank.deliverAll(app.url);
  await bank.setBehaviour('refunds', 'never_taken');
  await runJobs(app);
  await bank.setBehaviour('refunds', 'succeed');

  const of = {
    who,
    repayId,
    providerRef: event?.kind === 'payment' ? event.providerRef : '',
    utr: '',
  };
  const [refund] = await readRefunds(who);

  await sendLoanBack(app, of.who);
  await bank.setBehaviour('refunds', 'fail');
  await queryRefund(app.deps, { ...refund!, attempt: 0 });
  await bank.setBehaviour('refunds', 'succeed');
  await runAll();
  expect(await sumSandboxRefunds(app, of.providerRef)).toBe(rupees(10_510));
  await expectNoProblems();
});
