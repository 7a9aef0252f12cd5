import { rupees } from '@noren/core/money/money';
import { beforeEach, expect } from 'vitest';
import {
  anActiveLoan,
  aPaymentEvent,
  openSandboxBank,
  readEntries,
  runJobs,
  sendWebhook,
  startFullPayment,
} from './loans.ts';
import { aPaidLoan } from './repayments.ts';
import { type StaffClient, useConsole } from './staff.ts';
import type { TestApp } from './start-app.ts';
import { useMoneyApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';
import { listProblems } from './verify-ledger.ts';

export type Proposal = { kind: string } & Record<string, unknown>;
const reason = 'the payer wrote to us';

/** Loans whose money went wrong, or could. */
function makeLoans(app: TestApp) {
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

  return { paidLoan, aRightOrder, readRefunds, aFailedRefund };
}

/** Three people who decide about money, and what each request of theirs meets. */
export async function useMoneyProposals() {
  const app = await useMoneyApp();
  const desk = await useConsole(app);
  let maker: StaffClient;
  let checker: StaffClient;
  let third: StaffClient;

  beforeEach(async () => {
    maker = await desk.as('payments');
    checker = await desk.as('payments', 'second');
    third = await desk
      .enrolled('Third One', ['payments'])
      .catch(() => desk.as('payments', 'second'));
  });

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

  /** Previews a proposal. */
  async function approveOpen(proposal: Proposal) {
    return maker.send('previewApproval', { body: { proposal } });
  }

  return {
    ...makeLoans(app),
    app,
    desk,
    get maker() {
      return maker;
    },
    get checker() {
      return checker;
    },
    approve,
    expectWholeLife,
    approveAtOnce,
    propose,
    read,
    expectNoProblems,
    approveOpen,
  };
}
