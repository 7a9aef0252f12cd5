import { rupees } from '@noren/core/money/money';
import type { Scope } from '../processes/self-checks/check-scope-store.ts';
import { type CheckTime, runSelfChecks } from '../processes/self-checks/self-checks.ts';
import { trialBalance } from './balances.ts';
import { approveByName, type ProposalDetails, proposeDetails } from './decisions.ts';
import { reconcileDay } from './reconcile-day.ts';
import { aBankTransfer, aUtr } from './repayments.ts';
import type { TestApp } from './start-app.ts';

/** What tests of money in suspense do with an app: reports, decisions of two people, checks. */
export function makeSuspense(app: () => TestApp) {
  const reconcile = () => reconcileDay(app().deps, app().deps.today());
  return {
    reconcile,
    /**
     * A transfer of ₹500 without a code, posted to suspense from the provider's statement.
     * @returns its references
     */
    async unclaimed(utr = aUtr()) {
      const { providerRef } = await aBankTransfer(app(), utr, rupees(500));
      await reconcile();
      return { provider: 'sandbox', providerRef, utr };
    },
    async balances(): Promise<Record<string, number>> {
      const { accounts } = await trialBalance(app().deps.db);
      const shown = ['unclaimed_funds', 'settlement_in'];
      return Object.fromEntries(Object.entries(accounts).filter(([name]) => shown.includes(name)));
    },

    async runChecks() {
      const at: CheckTime = { today: app().deps.today(), now: app().deps.now() };

      const run = async (scope: Scope) => {
        const checks = await runSelfChecks(app().deps.db, { ...at, scope });
        const of = checks.find(({ name }) => name === 'unclaimed funds are in suspense');
        return { problems: checks.flatMap(({ problems }) => problems), listed: of?.listed };
      };

      const whole = await run('all');
      // A night that covers everything that ever happened finds no more.
      const nightly = await run({ since: { beforeXact: 0, at: 0 } });

      return whole.problems.length > 0 ? { ...whole, nightly: nightly.problems } : nightly;
    },
    propose: (input: ProposalDetails) => proposeDetails(app().deps, input),
    approve: (requestId: string, checker?: string) => approveByName(app().deps, requestId, checker),
  };
}
