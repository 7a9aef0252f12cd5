import type { StaffReason } from '@noren/contract/staff/refusals';
import { beforeEach } from 'vitest';
import { anActiveLoan } from './loans.ts';
import { type StaffClient, useConsole } from './staff.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';

export const toAnswer = async (by: StaffClient) => (await by.data('workCounts')).toAnswer;

export const refusedWith = (code: string, reason?: StaffReason) => ({
  error: { code, ...(reason && { refusal: { reason } }) },
});

/** A request of two people who write to each other about it. */
export async function useCommentedRequest() {
  const app = await useApp();
  const desk = await useConsole(app);
  let who: SignedInUser;
  let maker: StaffClient;
  let checker: StaffClient;
  let requestId: string;

  beforeEach(async () => {
    who = await aSignedInUser(app);

    const repayId = await anActiveLoan(app, who);
    maker = await desk.as('collections');
    checker = await desk.as('credit_officer');

    const proposal = { kind: 'waiver', repayId, amountPaise: 500 };
    ({ requestId } = await maker.data('propose', {
      body: { proposal, reason: 'as was promised' },
    }));
  });

  const write = (by: StaffClient, text: string, more: { requestId?: string } = {}) =>
    by.send('commentRequest', { body: { requestId, text }, ...more });
  const read = (by: StaffClient) => by.data('approval', { params: { requestId } });

  return {
    app,
    desk,
    get who() {
      return who;
    },
    get maker() {
      return maker;
    },
    set maker(next) {
      maker = next;
    },
    get checker() {
      return checker;
    },
    get requestId() {
      return requestId;
    },
    set requestId(next) {
      requestId = next;
    },
    write,
    read,
  };
}
