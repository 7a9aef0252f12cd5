import { expect, test } from 'vitest';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { aBankAccount, saveAccount, setNameMatch } from '../../testing/bank-accounts.ts';
import {
  decideBankNameReview,
  decideIdentityReview,
  decideScoreReview,
} from '../../testing/decisions.ts';
import { markIdentity } from '../../testing/identity-documents.ts';
import { readCredit, runJobs } from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { approve, refuse, useReviewDecisions } from '../../testing/review-decisions.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';
import { readIdentity } from './store.ts';

const { app, inReview, readPending, readAudit } = await useReviewDecisions();

test('of two operators deciding concurrently one succeeds', async () => {
  const who = await inReview();
  const outcomes = await Promise.all([
    decideIdentityReview(app.deps, approve(who)),
    decideIdentityReview(app.deps, { ...refuse(who, 'documents_differ'), operator: 'Binod' }),
    decideIdentityReview(app.deps, { ...approve(who), operator: 'Chitra' }),
  ]);

  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await readAudit(who)).toHaveLength(1);
  expect(await decideIdentityReview(app.deps, approve(who))).toBe(false);
});

test('a decision made while the evaluation ends in a review reopens the evaluation', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  const { db } = app.deps;

  await markIdentity(app, who, 'review');

  let hasEnded = false;
  let decided: Promise<boolean> | undefined;

  // As an evaluation that read the identity before the operator's decision.
  await db.transaction().execute(async (tx) => {
    await lockCredit(tx, who.userId);
    await tx
      .updateTable('credit_limits')
      .set({ state: 'review' })
      .where('userId', '=', who.userId)
      .execute();
    decided = decideIdentityReview(app.deps, approve(who)).finally(() => {
      hasEnded = true;
    });
    await expect.poll(async () => hasEnded || (await countWaiting(db)) > 0).toBe(true);
  });
  expect(await decided).toBe(true);
  expect((await readCredit(who)).state).toBe('evaluating');
});

test('a decision without a pending review has no effect', async () => {
  const who = await aSignedInUser(app);
  for (const decide of [decideIdentityReview, decideBankNameReview, decideScoreReview])
    expect(await decide(app.deps, approve(who))).toBe(false);
  expect(await readAudit(who)).toEqual([]);
});

test('a name that the bank gives after approval waits for a person too', async () => {
  const who = await aSignedInUser(app);
  await setNameMatch(app, who, 'partial');
  expect(await readPending(who)).toEqual([['bank_name', ['name_differs']]]);
  expect(await decideBankNameReview(app.deps, approve(who))).toBe(true);
  expect(await readPending(who)).toEqual([]);
});

test('a refused account name no longer counts once another account is saved', async () => {
  const who = await inReview();
  await setNameMatch(app, who, 'mismatch');
  expect(await decideBankNameReview(app.deps, refuse(who, 'name_differs'))).toBe(true);

  const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
  successData(await saveAccount(who.client, aBankAccount(identity?.name ?? '')));
  await runJobs(app);
  expect((await readCredit(who)).reasons.map(({ id }) => id)).toEqual(['identity-in-review']);
});
