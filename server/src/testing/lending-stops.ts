import { beforeEach } from 'vitest';
import { approveAsSeen, type StaffClient, useConsole } from './staff.ts';
import { useMoneyApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';

export const reason = 'the payout provider is failing';

interface People {
  officer: StaffClient;
  accountant: StaffClient;
  auditor: StaffClient;
  who: SignedInUser;
}

/** A borrower, and the staff who stop lending and start it again. */
export async function useLendingStops() {
  const app = await useMoneyApp();
  const desk = await useConsole(app);
  const people = {} as People;

  beforeEach(async () => {
    people.officer = await desk.as('credit_officer');
    people.accountant = await desk.as('accountant');
    people.auditor = await desk.as('auditor');
    people.who = await aSignedInUser(app);
  });

  const stop = (by = people.officer) => by.send('stopLending', { body: { reason } });

  async function propose(proposal: object, by = people.officer): Promise<string> {
    return (await by.data('propose', { body: { proposal, reason } })).requestId;
  }

  const approve = (requestId: string, by: StaffClient) => approveAsSeen(by, requestId);

  const start = async () => approve(await propose({ kind: 'lending_start' }), people.accountant);

  const freeze = (isFrozen: boolean, by = people.officer) =>
    propose({ kind: 'lending_freeze', userId: people.who.userId, isFrozen }, by);

  const override = (limitPaise: number) => ({
    kind: 'limit_override',
    userId: people.who.userId,
    limitPaise,
  });

  return Object.assign(people, { app, desk, approve, stop, propose, start, freeze, override });
}
