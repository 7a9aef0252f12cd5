import { rupees } from '@noren/core/money/money';
import { beforeEach, expect } from 'vitest';
import { closeMissedDays } from '../processes/close-of-day/close-of-day.ts';
import { aBorrowerWithLoan, openSandboxBank, runJobs } from './loans.ts';
import { aPaidLoan } from './repayments.ts';
import { type StaffClient, type TestConsole, useConsole } from './staff.ts';
import type { TestApp } from './start-app.ts';
import { useMoneyApp } from './use-app.ts';
import type { SignedInUser } from './users.ts';
import { listProblems } from './verify-ledger.ts';
import { expectExpires, expectOneWins, expectProposed, expectShownAgain } from './whole-life.ts';

type Proposal = { kind: string } & Record<string, unknown>;
const reason = 'the payer wrote to us';

/** Takes it as one that the contract declares, though its fields are those of any kind. */
const toLife = (proposal: Proposal) => ({ proposal: async () => proposal as never });

/** The loans that the requests are about. */
function makeLoans(app: TestApp) {
  const aLoan = () => aBorrowerWithLoan(app);

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

  return { aLoan, readRefunds, aFailedRefund };
}

interface People {
  maker: StaffClient;
  checker: StaffClient;
  third: StaffClient;
}

/** What the three do with a request. */
function makeDecisions(desk: TestConsole, people: People) {
  const propose = (proposal: Proposal, by = people.maker) =>
    by.data('propose', { body: { proposal, reason } });
  const read = (requestId: string, by = people.checker) =>
    by.data('approval', { params: { requestId } });

  /** Approves as the checker sees it now. */
  async function approve(requestId: string, by = people.checker) {
    const { effectNow, problem } = await read(requestId, by);
    expect(problem).toBeNull();
    return by.send('approve', { body: { requestId, seen: effectNow } });
  }

  /**
   * Asks for it, and checks what holds of every request before it is decided.
   * @returns the id of the open request
   */
  async function proposeGuarded(proposal: Proposal): Promise<string> {
    const requestId = await expectProposed(desk, people, toLife(proposal));
    await expectShownAgain(people, {}, requestId);

    return requestId;
  }

  const approveAtOnce = (requestId: string) =>
    expectOneWins(people.checker, people.third, requestId);

  const preview = (proposal: Proposal) =>
    people.maker.send('previewApproval', { body: { proposal } });

  return { propose, read, approve, proposeGuarded, approveAtOnce, preview };
}

/** Loans, and three people of the payments desk: one asks for a change, the others decide. */
export async function useMoneyProposals() {
  const app = await useMoneyApp();
  const desk = await useConsole(app);
  const people = {} as People;

  beforeEach(async () => {
    people.maker = await desk.as('payments');
    people.checker = await desk.as('payments', 'second');
    people.third = await desk
      .enrolled('Third One', ['payments'])
      .catch(() => desk.as('payments', 'second'));
  });

  const expectNoProblems = async () => expect(await listProblems(app.deps)).toEqual([]);

  async function expectMoneyKindExpires(proposal: Proposal): Promise<void> {
    await expectExpires(app, desk, {
      maker: 'payments',
      checker: 'payments',
      ...toLife(proposal),
    });
    await closeMissedDays(app.deps);
  }

  return Object.assign(people, {
    ...makeLoans(app),
    ...makeDecisions(desk, people),
    app,
    desk,
    expectNoProblems,
    expectMoneyKindExpires,
  });
}
