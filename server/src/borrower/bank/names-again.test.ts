import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import {
  aBankAccount,
  aVerifiedUser,
  checkAccount,
  saveAccount,
  setNameMatch,
} from '../../testing/bank-accounts.ts';
import { refused } from '../../testing/bank-calls.ts';
import { correctName } from '../../testing/correct-name.ts';
import { decideBankNameReview } from '../../testing/decisions.ts';
import { applyNow, openSandboxBank, readCredit, runJobs } from '../../testing/loans.ts';
import { approve, refuse, useReviewDecisions } from '../../testing/review-decisions.ts';
import { aSignedInUser, newestCode, type SignedInUser, successData } from '../../testing/users.ts';
import { evaluateCredit } from '../loans/evaluate-credit.ts';

const { app, readPending } = await useReviewDecisions();

const waiting = [['bank_name', ['name_differs']]];

/** Another name is confirmed, and what follows from it has run. */
async function confirmName(who: SignedInUser, value: string): Promise<void> {
  await correctName(app, who, value);
  await runJobs(app);
}

/** A borrower whose account names another holder, while the bank does not answer. */
async function anAccountOfAnother(): Promise<SignedInUser> {
  const who = await aVerifiedUser(app);
  await openSandboxBank(app).setBehaviour('accounts', 'down');
  successData(await saveAccount(who.client, aBankAccount('Zubeida Other')));
  await runJobs(app);
  return who;
}

test('once another name is confirmed, a reviewer agrees before the account is paid', async () => {
  const who = await aSignedInUser(app);
  await confirmName(who, 'Zubeida Other');

  expect(await applyNow(who)).toMatchObject(refused('account'));
  expect(await readPending(who)).toEqual(waiting);
  expect(await decideBankNameReview(app.deps, approve(who))).toBe(true);
  expect((await applyNow(who)).code).toBe(200);
});

test('who corrects the name, as the app asks, is lent to at once', async () => {
  const who = await anAccountOfAnother();
  expect((await readCredit(who)).reasons.map(({ id }) => id)).toEqual(['names-differ']);

  await confirmName(who, 'Zubeida Other');
  expect(await readCredit(who)).toMatchObject({ state: 'approved' });
  expect(await readPending(who)).toEqual([]);
});

test('a refused name is compared again once the confirmed one was corrected', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  await setNameMatch(app, who, 'mismatch');
  await evaluateCredit(app.deps, who);
  await decideBankNameReview(app.deps, refuse(who, 'name_differs'));
  await runJobs(app);

  await confirmName(who, 'Zubeida Other');
  expect(await readPending(who)).toEqual(waiting);
});

test('a reviewer decides again when the bank names another holder later', async () => {
  const who = await anAccountOfAnother();
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

test('a bank that is silent now takes nothing back: another holder stays another one', async () => {
  const who = await aVerifiedUser(app);
  const account = aBankAccount(who.name);
  await openSandboxBank(app).setBehaviour('accounts', 'other_name');
  successData(await saveAccount(who.client, account));
  await runJobs(app);

  app.advance(25 * 3_600_000);
  await openSandboxBank(app).setBehaviour('accounts', 'down');
  successData(await who.client.send(CALLS.sendFirstConfirmation, {}));
  const otpCode = await newestCode(app, who.phone);
  successData(await who.client.send(CALLS.checkFirstConfirmation, { body: { otpCode } }));
  expect(successData(await checkAccount(who.client, account)).checked).toBe(false);

  await confirmName(who, `${who.name} Devi`);
  expect(await readPending(who)).toEqual(waiting);
  expect((await readCredit(who)).state).toBe('review');
});
