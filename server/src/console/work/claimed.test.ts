import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import { anActiveLoan } from '../../testing/loans.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);

test('a complaint that somebody has claimed is answered by nobody else until the claim ends', async () => {
  const who = await aSignedInUser(app);
  const sent = await who.client.send(CALLS.saveFeedback, {
    body: { type: 'complaint', text: 'It was late.' },
  });
  const { ticketNo } = successData(sent).ticket;
  const one = await desk.as('support');
  const two = await desk.as('support', 'second');

  await one.data('claimWork', { body: { kind: 'complaint', subject: ticketNo } });

  const reply = { body: { ticketNo, text: 'We are looking at it.', isLast: false } };
  expect(await two.send('replyToComplaint', reply)).toMatchObject({ error: { code: 'taken' } });
  await one.data('replyToComplaint', reply);
});

test('a request that somebody has claimed is decided by nobody else until the claim ends', async () => {
  const repayId = await anActiveLoan(app, await aSignedInUser(app));
  const maker = await desk.enrolled('Maker Pay', ['payments']);
  const one = await desk.as('payments');
  const two = await desk.as('payments', 'second');
  const proposal = { kind: 'payout_reversal', repayId };
  const { requestId } = await maker.data('propose', {
    body: { proposal, reason: 'the bank sent it back' },
  });

  await one.data('claimWork', { body: { kind: 'approval', subject: requestId } });

  const { effectNow: seen } = await two.data('approval', { params: { requestId } });
  expect(await two.send('approve', { body: { requestId, seen } })).toMatchObject({
    error: { code: 'taken' },
  });
  await one.data('approve', { body: { requestId, seen } });
});

test('who opened what is known of a borrower is recorded, once while it stays open', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const support = await desk.as('support');

  for (let again = 0; again < 2; again += 1) {
    await support.data('borrower', { params: { userId: who.userId } });
    await support.data('loan', { params: { repayId } });
    await support.data('loanKeyFacts', { params: { repayId } });
  }

  const auditor = await desk.as('auditor');
  const { rows } = await auditor.data('auditList', { query: { borrower: who.userId } });

  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'key_facts_read',
    'loan_opened',
    'person_opened',
  ]);
});

test('loading only a timeline is recorded too; parts of a page loaded together are one opening', async () => {
  const who = await aSignedInUser(app);
  const reviewer = await desk.as('reviewer');
  const timeline = (userId: string) =>
    reviewer.send('borrowerTimeline', { params: { userId }, query: {} });

  for (const answer of await Promise.all([1, 2, 3].map(() => timeline(who.userId))))
    expect(answer.ok).toBe(true);
  expect(await timeline('01890000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });

  const auditor = await desk.as('auditor');
  const { rows } = await auditor.data('auditList', { query: { borrower: who.userId } });

  expect(rows.map(({ action }) => action)).toEqual(['person_opened']);
});
