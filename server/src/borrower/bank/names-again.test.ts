import { expect, test } from 'vitest';
import { aBankAccount, aVerifiedUser, saveAccount } from '../../testing/bank-accounts.ts';
import { refused } from '../../testing/bank-calls.ts';
import { decideBankNameReview } from '../../testing/decisions.ts';
import { applyNow, openSandboxBank, runJobs } from '../../testing/loans.ts';
import { approve, useReviewDecisions } from '../../testing/review-decisions.ts';
import { successData } from '../../testing/users.ts';

const { app, readPending } = await useReviewDecisions();

const waiting = [['bank_name', ['name_differs']]];

test('a reviewer decides again when the bank names another holder after the first decision', async () => {
  const who = await aVerifiedUser(app);
  await openSandboxBank(app).setBehaviour('accounts', 'down');
  successData(await saveAccount(who.client, aBankAccount('Zubeida Other')));
  await runJobs(app);
  expect(await decideBankNameReview(app.deps, approve(who))).toBe(true);
  await runJobs(app);
  expect(await readPending(who)).toEqual([]);

  await openSandboxBank(app).setBehaviour('accounts', 'other_name');
  await runJobs(app, { delayed: true });
  expect(await applyNow(who)).toMatchObject(refused('account'));
  expect(await readPending(who)).toEqual(waiting);
  expect(await decideBankNameReview(app.deps, approve(who))).toBe(true);
  expect((await applyNow(who)).code).toBe(200);
});
