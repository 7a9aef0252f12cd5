import type { StaffReason } from '@noren/contract/staff/refusals';
import { beforeEach } from 'vitest';
import { aBorrowerWithLoan } from './loans.ts';
import { type StaffClient, useConsole } from './staff.ts';
import { useApp } from './use-app.ts';
import type { SignedInUser } from './users.ts';

/** How many requests wait for this member of staff to answer a comment. */
export const countToAnswer = async (by: StaffClient) => (await by.data('workCounts')).toAnswer;

export const refusedWith = (code: string, reason?: StaffReason) => ({
  error: { code, ...(reason && { refusal: { reason } }) },
});

/** Proposes what concerns no borrower. */
export const proposeInvitation = (by: StaffClient) =>
  by.data('propose', {
    body: {
      proposal: {
        kind: 'staff_invitation',
        name: 'Some Body',
        email: 'some@lender.example',
        roles: ['support'],
      },
      reason: 'joins the desk',
    },
  });

interface CommentedRequest {
  who: SignedInUser;
  maker: StaffClient;
  checker: StaffClient;
  requestId: string;
}

/** Before each test, a request for a waiver, with a maker and a checker who can comment on it. */
export async function useCommentedRequest() {
  const app = await useApp();
  const desk = await useConsole(app);
  const asked = {} as CommentedRequest;

  beforeEach(async () => {
    const { who, repayId } = await aBorrowerWithLoan(app);
    asked.who = who;
    asked.maker = await desk.as('collections');
    asked.checker = await desk.as('credit_officer');

    const proposal = { kind: 'waiver', repayId, amountPaise: 500 };
    const sent = { body: { proposal, reason: 'as was promised' } };
    asked.requestId = (await asked.maker.data('propose', sent)).requestId;
  });

  const write = (by: StaffClient, text: string, more: { requestId?: string } = {}) =>
    by.send('commentRequest', { body: { requestId: asked.requestId, text }, ...more });
  const read = (by: StaffClient) => by.data('approval', { params: { requestId: asked.requestId } });

  return Object.assign(asked, { app, desk, write, read });
}
