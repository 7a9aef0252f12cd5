import { beforeEach } from 'vitest';
import { aBorrowerWithLoan } from './loans.ts';
import { approveAsSeen, type StaffClient, useConsole } from './staff.ts';
import { useMoneyApp } from './use-app.ts';

/** Two people who look after payments. */
export async function useMoneyDesk() {
  const app = await useMoneyApp();
  const desk = await useConsole(app);
  const people = {} as { officer: StaffClient; second: StaffClient };

  beforeEach(async () => {
    people.officer = await desk.as('payments');
    people.second = await desk.as('payments', 'second');
  });

  const aLoan = () => aBorrowerWithLoan(app);

  /** One of the two proposes it, the other approves it. */
  async function decide(proposal: Record<string, unknown>): Promise<void> {
    const { requestId } = await people.officer.data('propose', {
      body: { proposal, reason: 'the payer wrote to us' },
    });
    await approveAsSeen(people.second, requestId);
  }

  return Object.assign(people, { app, desk, aLoan, decide });
}
