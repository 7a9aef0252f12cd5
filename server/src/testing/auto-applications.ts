import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { expect } from 'vitest';
import { applyFor, aQuote } from './loans.ts';
import { useLedgerApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';

export const sendAuto = (who: SignedInUser, proposalNo: string) =>
  who.client.send(CALLS.applyLoanAuto, { body: { proposalNo } });

/** An app whose borrowers accept quotes while their limit is being evaluated. */
export async function useAutoApplications() {
  const app = await useLedgerApp();

  const userInEvaluation = () => aSignedInUser(app, { limitPaise: null });

  const readOrders = (who: SignedInUser) =>
    app.deps.db
      .selectFrom('orders')
      .select('proposalNo')
      .where('userId', '=', who.userId)
      .execute();

  /** Accepts a quote during an evaluation. @returns the number of the held proposal */
  async function acceptDuringEvaluation(
    who: SignedInUser,
    quoteOptions: Parameters<typeof aQuote>[1] = {},
  ) {
    const quoted = await aQuote(who, quoteOptions);
    const answer = await applyFor(who, quoted);
    expect(answer.code).toBe(CODES.limitEvaluating);
    return quoted.kfs.proposalNo;
  }

  return { app, acceptDuringEvaluation, userInEvaluation, readOrders };
}
