import { beforeEach } from 'vitest';
import { anActiveLoan } from './loans.ts';
import { type StaffClient, useConsole } from './staff.ts';
import { useMoneyApp } from './use-app.ts';
import { aSignedInUser } from './users.ts';

/** Two people who look after payments. */
export async function useMoneyDesk() {
  const app = await useMoneyApp();
  const desk = await useConsole(app);
  const people = {} as { officer: StaffClient; second: StaffClient };

  beforeEach(async () => {
    people.officer = await desk.as('payments');
    people.second = await desk.as('payments', 'second');
  });

  async function aLoan() {
    const who = await aSignedInUser(app);
    return { who, repayId: await anActiveLoan(app, who) };
  }

  /** One of the two proposes it, the other approves it. */
  async function decide(proposal: Record<string, unknown>): Promise<void> {
    const { requestId } = await people.officer.data('propose', {
      body: { proposal, reason: 'the payer wrote to us' },
    });
    const { effectNow: seen } = await people.second.data('approval', { params: { requestId } });
    await people.second.data('approve', { body: { requestId, seen } });
  }

  return Object.assign(people, { app, desk, aLoan, decide });
}
