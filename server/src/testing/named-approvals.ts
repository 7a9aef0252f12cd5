import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect } from 'vitest';
import { readScoreInputs } from '../borrower/loans/evaluate-credit.ts';
import {
  decideByName,
  type NamedProposal,
  type ProposalDetails,
  proposeByName,
} from './decisions.ts';
import { anActiveLoan, aPaymentEvent, sendWebhook, startFullPayment } from './loans.ts';
import type { TestApp } from './start-app.ts';
import { useNewLedgerApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

/** An active loan, and two operators who decide about it. */
export async function useNamedApprovals() {
  let app: TestApp;
  let who: SignedInUser;
  let repayId: string;

  useNewLedgerApp(async (started) => {
    app = started;
    who = await aSignedInUser(app);
    repayId = await anActiveLoan(app, who);
  });

  const propose = (input: ProposalDetails, maker = 'Asha') =>
    proposeByName(app.deps, {
      ...input,
      maker,
      reason: 'as the borrower was promised',
    } as NamedProposal);

  const approve = (requestId: string, checker = 'Ravi') =>
    decideByName(app.deps, { requestId, checker, decision: 'approve' });
  const waive = (amountPaise: number, more: { bucket?: 'interest' | 'penal' } = {}) =>
    propose({ kind: 'waiver', repayId, detail: { amountPaise, ...more } });

  /** Pays everything owed, on a business day that many days after today. */
  async function payAfter(days: number): Promise<void> {
    const { code, amountPaise } = await startFullPayment(who, repayId);
    await sendWebhook(
      app,
      aPaymentEvent(app, code, amountPaise, { paidAtMs: app.deps.now() + days * 86_400_000 }),
    );
  }

  /**
   * The loan settled, but it counts as no repaid loan: not for the status, nor for the next
   * decision.
   */
  async function expectNotRegular(): Promise<void> {
    expect(successData(await who.client.send(CALLS.userStatus, {})).bizStatus).toBe(
      UserStatus.certified,
    );
    expect((await readScoreInputs(app.deps.db, app.deps, who.userId))?.inputs.settledLoans).toBe(0);
  }

  return {
    get app() {
      return app;
    },
    get who() {
      return who;
    },
    get repayId() {
      return repayId;
    },
    payAfter,
    propose,
    approve,
    waive,
    expectNotRegular,
  };
}
