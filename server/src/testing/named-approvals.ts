import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect } from 'vitest';
import { readScoreInputs } from '../borrower/loans/evaluate-credit.ts';
import { approveByName, type ProposalDetails, proposeDetails } from './decisions.ts';
import { aBorrowerWithLoan, aPaymentEvent, sendWebhook, startFullPayment } from './loans.ts';
import type { TestApp } from './start-app.ts';
import { useNewLedgerApp } from './use-app.ts';
import { type SignedInUser, successData } from './users.ts';

interface ActiveLoan {
  app: TestApp;
  who: SignedInUser;
  repayId: string;
}

/** A new app and an active loan for each test; Asha proposes, and Ravi approves. */
export async function useNamedApprovals() {
  const lent = {} as ActiveLoan;

  useNewLedgerApp(async (app) => {
    Object.assign(lent, { app, ...(await aBorrowerWithLoan(app)) });
  });

  const propose = (input: ProposalDetails, maker?: string) =>
    proposeDetails(lent.app.deps, input, maker);
  const approve = (requestId: string, checker?: string) =>
    approveByName(lent.app.deps, requestId, checker);
  const waive = (amountPaise: number, more: { bucket?: 'interest' | 'penal' } = {}) =>
    propose({ kind: 'waiver', repayId: lent.repayId, detail: { amountPaise, ...more } });

  /** Pays everything owed, on a business day that many days after today. */
  async function payAfter(days: number): Promise<void> {
    const { code, amountPaise } = await startFullPayment(lent.who, lent.repayId);
    await sendWebhook(
      lent.app,
      aPaymentEvent(lent.app, code, amountPaise, {
        paidAtMs: lent.app.deps.now() + days * 86_400_000,
      }),
    );
  }

  /**
   * The loan settled, but it counts as no repaid loan: not for the status, nor for the next
   * decision.
   */
  async function expectNotRegular(): Promise<void> {
    expect(successData(await lent.who.client.send(CALLS.userStatus, {})).bizStatus).toBe(
      UserStatus.certified,
    );
    expect(
      (await readScoreInputs(lent.app.deps.db, lent.app.deps, lent.who.userId))?.inputs
        .settledLoans,
    ).toBe(0);
  }

  return Object.assign(lent, { payAfter, propose, approve, waive, expectNotRegular });
}
