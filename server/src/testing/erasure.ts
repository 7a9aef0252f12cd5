import { CALLS } from '@noren/contract/index';
import { purgeExpired } from '../processes/retention/purge-expired.ts';
import { runSelfChecks } from '../processes/self-checks/self-checks.ts';
import { anActiveLoan, runJobs } from './loans.ts';
import { USER_TEXTS } from './personal-data-traces.ts';
import { startAndPay } from './repayments.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser, signIn, successData } from './users.ts';

export const WEEK_MS = 7 * 86_400_000;
export const requestErasure = (who: SignedInUser) =>
  who.client.send(CALLS.requestErasure, { body: {} });
export const view = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.viewErasure, {}));

/** An app whose users have data everywhere, and how a test erases them. */
export async function useErasure() {
  const app = await useApp();

  const runJobsAfter = async (ms: number) => {
    app.advance(ms);
    await purgeExpired(app.deps);
    await runJobs(app);
  };

  /** A user with data in every table a user can write to. */
  async function userWithAllData(hasLoan: boolean): Promise<SignedInUser> {
    const phone = `98${String(++lastPhone).padStart(8, '0')}`;
    const who = await signIn(app, phone);
    const certified = await aSignedInUser(app, { phone });
    const { client } = certified;

    successData(
      await client.send(CALLS.saveFeedback, {
        body: { type: 'problem', text: USER_TEXTS.feedback },
      }),
    );
    successData(
      await client.send(CALLS.saveNominee, {
        body: { relationship: 'spouse', name: USER_TEXTS.nominee, phone: USER_TEXTS.nomineePhone },
      }),
    );

    successData(
      await client.send(CALLS.correctData, {
        body: { field: 'companyName', value: USER_TEXTS.company },
      }),
    );
    successData(await client.send(CALLS.requestExport, { body: {} }));
    await runJobs(app);

    if (hasLoan) {
      const repayId = await anActiveLoan(app, certified);
      await startAndPay(app, certified, { repayId, kind: 'full' });
      await runJobs(app);
    }

    return { ...certified, phone: who.phone };
  }

  let lastPhone = 0;

  const selfCheckProblems = async () =>
    (await runSelfChecks(app.deps.db, { today: app.deps.today(), now: app.deps.now() })).flatMap(
      ({ name, problems }) =>
        name === 'business days are closed' || name === 'provider reconciliation balances'
          ? []
          : problems,
    );

  return { app, userWithAllData, runJobsAfter, selfCheckProblems };
}
