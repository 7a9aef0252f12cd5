import { CALLS } from '@noren/contract/index';
import { addDays } from '@noren/core/money/time';
import { beforeEach, expect, test } from 'vitest';
import { timestamp } from '../../platform/db/db.ts';
import { decideCorrection } from '../../testing/decisions.ts';
import { readCredit, runJobs } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { listPendingCorrections } from '../../testing/waiting-lists.ts';
import { readScoreInputs } from './evaluate-credit.ts';

const app = await useApp();
let who: SignedInUser;

beforeEach(async () => {
  who = await aSignedInUser(app);

  const declined = {
    state: 'declined' as const,
    limitPaise: 0,
    evaluatedAt: timestamp(app.deps.now()),
  };
  await app.deps.db
    .updateTable('credit_limits')
    .set(declined)
    .where('userId', '=', who.userId)
    .execute();
});

const ask = () => who.client.send(CALLS.decideAgain, {});

test('a declined borrower may ask for a new decision once the stated time has passed', async () => {
  const from = addDays(app.deps.today(), 30);
  expect((await readCredit(who)).decideAgain).toEqual({ from, isOpen: false });
  expect(await ask()).toMatchObject({ code: 409, data: { reason: 'too_early', from } });
  app.moveDays(29);
  expect((await ask()).code).toBe(409);
  app.moveDays(1);
  expect((await readCredit(who)).decideAgain).toEqual({ from, isOpen: true });

  const codes = (await Promise.all([ask(), ask(), ask()])).map(({ code }) => code);
  expect(codes.sort()).toEqual([200, 409, 409]);
  expect(await readCredit(who)).toMatchObject({ state: 'evaluating', decideAgain: null });
  await runJobs(app);
  expect((await readCredit(who)).state).not.toBe('evaluating');
  app.moveDays(-30);
});

test('only a declined borrower can request a new decision', async () => {
  const other = await aSignedInUser(app);
  expect((await readCredit(other)).decideAgain).toBeNull();
  const answer = await other.client.send(CALLS.decideAgain, {});
  expect(answer).toMatchObject({ code: 409, data: { reason: 'not_declined' } });
});

test.each([
  ['an approved correction is decided at once, whatever the day', null],
  ['a refused correction leaves the decline as it is', 'not_shown'],
] as const)('%s', async (_title, refusedBecause) => {
  const body = { field: 'workStatus' as const, value: 'retired' };
  successData(await who.client.send(CALLS.correctData, { body }));

  const [{ changeId } = { changeId: '' }] = await listPendingCorrections(app.deps, who.userId);
  await decideCorrection(app.deps, {
    userId: who.userId,
    changeId,
    refusedBecause,
    operator: 'Op',
  });
  expect((await readCredit(who)).state).toBe(refusedBecause === null ? 'evaluating' : 'declined');
  await runJobs(app);
  expect((await readCredit(who)).state).not.toBe('evaluating');
});

test('an earlier refusal in score review does not count in a new decision', async () => {
  const review = {
    userId: who.userId,
    kind: 'score' as const,
    subject: 'an evaluation',
    decision: 'refuse' as const,
  };
  const of = { operator: 'Op', reason: 'means_too_low', at: timestamp(app.deps.now()) };

  await app.deps.db
    .insertInto('review_decisions')
    .values({ ...review, ...of })
    .execute();

  const scoreReview = async () =>
    (await readScoreInputs(app.deps.db, app.deps, who.userId))?.inputs.scoreReview;
  expect(await scoreReview()).toBe('refused');
  app.moveDays(30);
  app.advance(1_000);
  successData(await ask());
  expect(await scoreReview()).toBeUndefined();
  app.moveDays(-30);
});
