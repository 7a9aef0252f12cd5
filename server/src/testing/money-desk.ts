import { beforeEach } from 'vitest';
import { anActiveLoan } from './loans.ts';
import { type StaffClient, useConsole } from './staff.ts';
import { useMoneyApp } from './use-app.ts';
import { aSignedInUser } from './users.ts';

/** Two people who look after payments. */
export async function useMoneyDesk() {
  const app = await useMoneyApp();
  const desk = await useConsole(app);
  let officer: StaffClient;
  let second: StaffClient;

  beforeEach(async () => {
    officer = await desk.as('payments');
    second = await desk.as('payments', 'second');
  });

  async function aLoan() {
    const who = await aSignedInUser(app);
    return { who, repayId: await anActiveLoan(app, who) };
  }

  async function approved(proposal: Record<string, unknown>): Promise<void> {
    const { requestId } = await officer.data('propose', {
      body: { proposal, reason: 'the payer wrote to us' },
    });
    const { effectNow: seen } = await second.data('approval', { params: { requestId } });
    await second.data('approve', { body: { requestId, seen } });
  }

  return {
    app,
    desk,
    get officer() {
      return officer;
    },
    get second() {
      return second;
    },
    aLoan,
    approved,
  };
}
