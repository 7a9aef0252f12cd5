import { beforeEach } from 'vitest';
import { type StaffClient, useConsole } from './staff.ts';
import { useMoneyApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';

export const reason = 'the payout provider is failing';

/** Staff who stop lending, and a borrower. */
export async function useLendingStops() {
  const app = await useMoneyApp();
  const desk = await useConsole(app);
  let officer: StaffClient;
  let accountant: StaffClient;
  let auditor: StaffClient;
  let who: SignedInUser;

  beforeEach(async () => {
    officer = await desk.as('credit_officer');
    accountant = await desk.as('accountant');
    auditor = await desk.as('auditor');
    who = await aSignedInUser(app);
  });

  const stop = (by = officer) => by.send('stopLending', { body: { reason } });

  async function propose(proposal: object, by = officer): Promise<string> {
    return (await by.data('propose', { body: { proposal, reason } })).requestId;
  }

  async function approve(requestId: string, by: StaffClient): Promise<void> {
    const { effectNow } = await by.data('approval', { params: { requestId } });
    await by.data('approve', { body: { requestId, seen: effectNow } });
  }

  const start = async () => approve(await propose({ kind: 'lending_start' }), accountant);

  return {
    app,
    desk,
    get officer() {
      return officer;
    },
    get accountant() {
      return accountant;
    },
    get auditor() {
      return auditor;
    },
    get who() {
      return who;
    },
    approve,
    stop,
    propose,
    start,
  };
}
