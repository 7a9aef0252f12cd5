import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays, instantOfDayStart } from '@noren/core/money/time';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { closeOrderThrough, lockOrderForPosting } from '../../lending/close/close-order.ts';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { findOrder } from '../../lending/orders/order-store.ts';
import { endPassedOffers } from '../../lending/payments/posting/keep-settlement-offer.ts';
import {
  BY_UTR,
  listPaymentsOfOrder,
  lockPayment,
} from '../../lending/payments/posting/provider-payments-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import {
  decideByName,
  type NamedProposal,
  type ProposalDetails,
  proposeByName,
} from '../../testing/decisions.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  readStatus,
  reverseNewestPayout,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { reconcileDay } from '../../testing/reconcile-day.ts';
import {
  aBankTransfer,
  aPaidLoan,
  aStartedPayment,
  aUtr,
  sumSandboxRefunds,
} from '../../testing/repayments.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useNewLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { listProblems } from '../../testing/verify-ledger.ts';
import { OperatorError } from './request/operator-error.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

const later = (days: number): void => app.moveDays(days);

const propose = (details: ProposalDetails) =>
  proposeByName(app.deps, { ...details, maker: 'Asha', reason: 'as was agreed' } as NamedProposal);

/**
 * Approves a request.
 * @returns whether it was possible
 */
async function approve(requestId: string, checker = 'Ravi'): Promise<boolean> {
  try {
    await decideByName(app.deps, { requestId, checker, decision: 'approve' });
    return true;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

const ORDERS = ['the first', 'the second'] as const;
type Hold = (tx: Tx) => Promise<void>;

const holdCredit =
  ({ userId }: SignedInUser): Hold =>
  (tx) =>
    lockCredit(tx, userId);

/**
 * Does two things at once, this or that one a moment earlier: a third transaction holds a lock that
 * both take until the later one waits behind the earlier one. Waiting transactions get a lock in
 * the order in which they asked for it.
 */
async function atOnce<A, B>(
  earlier: (typeof ORDERS)[number],
  hold: Hold,
  [first, second]: [() => Promise<A>, () => Promise<B>],
): Promise<[A, B]> {
  const { db } = app.deps;
  const started = await db.transaction().execute(async (tx) => {
    await hold(tx);
    await sql`select 1`.execute(tx);

    const waiting = async <T>(does: () => Promise<T>): Promise<{ done: Promise<T> }> => {
      const before = await countWaiting(db);
      const done = does();

      done.catch(() => undefined);
      await expect.poll(() => countWaiting(db)).toBeGreaterThan(before);

      return { done };
    };

    if (earlier === 'the first')
      return { first: await waiting(first), second: await waiting(second) };

    const other = await waiting(second);
    return { first: await waiting(first), second: other };
  });

  return Promise.all([started.first.done, started.second.done]);
}

async function expectNoProblems(): Promise<void> {
  // No day is closed here, and one day's statement is compared before its end.
  const except = ['business days are closed', 'provider reconciliation balances'];
  expect(await listProblems(app.deps, { except })).toEqual([]);
}

/** A payment that the payer's bank made and has not reported yet. */
async function paid(code: string, amountPaise?: number) {
  const event = await openSandboxBank(app).payIntent(code, amountPaise);
  if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');
  return { event, report: () => sendWebhook(app, event) };
}

const countEntries = async (who: SignedInUser, repayId: string, wanted: string) =>
  (await readEntries(who, repayId)).entries.filter(({ kind }) => kind === wanted).length;

/** What was refunded to a borrower's account. */
async function sumPaidOut(who: SignedInUser): Promise<number> {
  const byPayout = (await readRefunds(who)).filter(
    ({ accountId, state }) => accountId !== null && state === 'confirmed',
  );
  return byPayout.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

const readRefunds = (who: SignedInUser) =>
  app.deps.db
    .selectFrom('refunds')
    .select(['refundRef', 'state', 'accountId', 'amountPaise'])
    .where('userId', '=', who.userId)
    .execute();

describe.each(ORDERS)('at once, %s a moment earlier', (earlier) => {
  test.each([
    ['in full', undefined, OrderStatus.settled],
    ['in part', rupees(4_000), OrderStatus.writtenOff],
  ])(
    'a write-off and a payment %s: both count, and the end is the same',
    async (_how, amountPaise, status) => {
      const who = await aSignedInUser(app);
      const repayId = await anActiveLoan(app, who);

      later(15 + 90);

      const { totalPaise } = await readRepayDetail(who, repayId);
      const requestId = await propose({ kind: 'write_off', repayId, detail: {} });
      const { code } = await startFullPayment(who, repayId);
      const { event, report } = await paid(code, amountPaise);
      const [, { status: answered }] = await atOnce(earlier, holdCredit(who), [
        () => approve(requestId),
        report,
      ]);

      expect(answered).toBe(200);

      const left = totalPaise - event.amountPaise;
      expect(await readRepayDetail(who, repayId)).toMatchObject({
        paidPaise: event.amountPaise,
        totalPaise: left,
        overpaidPaise: 0,
        borrowStatus: status,
      });
      expect(await countEntries(who, repayId, 'payment')).toBe(1);
      await expectNoProblems();
    },
  );

  test('the expiry of a settlement offer and a payment of its last day: it is kept, and waived once', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

    later(7 + 4);
    await closeThroughYesterday(who, repayId);

    const payBy = addDays(app.deps.today(), 5);
    expect(
      await approve(
        await propose({
          kind: 'settlement_offer',
          repayId,
          detail: { payPaise: rupees(3_000), payBy },
        }),
      ),
    ).toBe(true);
    later(6);

    const { code } = await startFullPayment(who, repayId);
    const event = {
      kind: 'payment',
      eventId: `e${code}`,
      providerRef: `p${code}`,
      code,
      amountPaise: rupees(3_000),
      paidAtMs: instantOfDayStart(payBy) + 43_200_000,
    } as const;
    const expire = () => Promise.all([endPassedOffers(app.deps), endPassedOffers(app.deps)]);

    await atOnce(earlier, holdCredit(who), [expire, () => sendWebhook(app, event)]);
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      totalPaise: 0,
      paidPaise: rupees(3_000),
    });
    expect(await countEntries(who, repayId, 'waiver')).toBe(1);

    const offers = app.deps.db
      .selectFrom('settlement_offers')
      .select('state')
      .where('userId', '=', who.userId);
    expect(await offers.execute()).toEqual([{ state: 'kept' }]);
  });

  test('a return within the cooling-off days and the payout that the bank sends back: the money goes back once', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    successData(await who.client.send(CALLS.returnLoan, { body: { repayId } }));

    const { code } = await aStartedPayment(who, { repayId, kind: 'return' });
    const { event, report } = await paid(code);
    const back = await reverseNewestPayout(app, who);

    await atOnce(earlier, holdCredit(who), [report, () => sendWebhook(app, back)]);
    for (let round = 0; round < 2; round += 1) await runJobs(app, { delayed: true });
    expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);
    expect(await sumSandboxRefunds(app, event.providerRef)).toBe(event.amountPaise);
    await expectNoProblems();
  });

  test('a failed refund tried again and paid by payout: one of the two', async () => {
    const bank = openSandboxBank(app);
    await bank.setBehaviour('refunds', 'fail');

    const { who, refs } = await aPaidLoan(app, rupees(500));
    await runJobs(app);
    await bank.setBehaviour('refunds', 'succeed');

    const [failed] = await readRefunds(who);
    const detail = { refundRef: failed!.refundRef };
    const requests = [
      await propose({ kind: 'refund_retry', detail }),
      await propose({ kind: 'refund_payout', detail }),
    ];
    const approvals = [() => approve(requests[0]!), () => approve(requests[1]!, 'Meera')] as const;
    const done = await atOnce(earlier, holdCredit(who), [...approvals]);

    expect(done).toEqual(earlier === 'the first' ? [true, false] : [false, true]);
    await runJobs(app, { delayed: true });
    expect((await sumSandboxRefunds(app, refs[1]!)) + (await sumPaidOut(who))).toBe(rupees(500));
    await expectNoProblems();
  });

  test('money in suspense claimed and sent back: one of the two', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const { providerRef } = await aBankTransfer(app, aUtr(), rupees(500));
    const day = app.deps.today();

    later(1);
    await reconcileDay(app.deps, day);

    const detail = { provider: 'sandbox', providerRef };
    const requests = [
      await propose({ kind: 'unclaimed_payment_claim', repayId, detail }),
      await propose({ kind: 'unclaimed_payment_return', detail }),
    ];
    const approvals = [() => approve(requests[0]!), () => approve(requests[1]!, 'Meera')] as const;
    const done = await atOnce(earlier, (tx) => lockPayment(tx, detail), [...approvals]);

    expect(done).toEqual(earlier === 'the first' ? [true, false] : [false, true]);
    await runJobs(app, { delayed: true });

    const { paidPaise } = await readRepayDetail(who, repayId);
    expect([paidPaise, await sumSandboxRefunds(app, providerRef)].toSorted()).toEqual([
      0,
      rupees(500),
    ]);
    await expectNoProblems();
  });

  test('a waiver of all that is owed and a full payment: what was paid too much goes back', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    later(2);

    const { totalPaise } = await readRepayDetail(who, repayId);
    const requestId = await propose({
      kind: 'waiver',
      repayId,
      detail: { amountPaise: totalPaise },
    });
    const { code } = await startFullPayment(who, repayId);
    const { event, report } = await paid(code);
    const [isWaived] = await atOnce(earlier, holdCredit(who), [() => approve(requestId), report]);

    expect(isWaived).toBe(earlier === 'the first');
    await runJobs(app, { delayed: true });
    expect(await readRepayDetail(who, repayId)).toMatchObject({ totalPaise: 0, overpaidPaise: 0 });
    expect(await sumSandboxRefunds(app, event.providerRef)).toBe(isWaived ? totalPaise : 0);
    await expectNoProblems();
  });
});

test('a payout sent back waits for the decision about a proof of its payment before it locks the order', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const event = await openSandboxBank(app).payIntent(code, rupees(4_000), { utr: aUtr() });

  await sendWebhook(app, event!);

  const { userId } = who;
  const { orderId } = (await findOrder(app.deps.db, userId, repayId))!;
  const [payment] = await listPaymentsOfOrder(app.deps.db, { userId, orderId });
  const back = await reverseNewestPayout(app, who);
  const reported = await app.deps.db.transaction().execute(async (tx) => {
    await lockPayment(tx, { provider: BY_UTR, providerRef: payment!.utrHash! });
    await sql`set local lock_timeout = '300ms'`.execute(tx);

    const answer = sendWebhook(app, back);
    await expect.poll(() => countWaiting(app.deps.db)).toBe(1);
    await lockCredit(tx, userId);
    await sql`select 1`.execute(tx);

    return { answer };
  });

  expect((await reported.answer).status).toBe(200);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);
  await expectNoProblems();
});

async function closeThroughYesterday({ userId }: SignedInUser, repayId: string): Promise<void> {
  const { deps } = app;
  const found = await findOrder(deps.db, userId, repayId);
  await deps.db.transaction().execute(async (tx) => {
    const open = await lockOrderForPosting(tx, deps, userId, found!.orderId);
    await closeOrderThrough(tx, deps, open, addDays(deps.today(), -1));
  });
}
