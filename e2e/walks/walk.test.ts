import { inventPerson } from '../support/sandbox.ts';
import { answerSurvey, fillContacts, fillPersonalInfo, registerAndSignIn } from '../support/story.ts';
import { proveIdentity } from '../support/story-identity.ts';
import * as lending from '../support/story-lending.ts';
import { test } from '../support/watch.ts';

test.describe.configure({ timeout: 480_000 });

test('a person registers, certifies, borrows, is paid, repays and is a regular user', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const walker = { page, url, person: await inventPerson(url) };
  await test.step('signs in with a code', () => registerAndSignIn(walker));
  await test.step('answers the questionnaire', () => answerSurvey(walker));
  await test.step('proves who they are', () => proveIdentity(walker));
  await test.step('fills in the personal information', () => fillPersonalInfo(walker));
  await test.step('names two contacts', () => fillContacts(walker));
  await test.step('gives a bank account', () => lending.fillBankAccount(walker));
  await test.step('waits for the limit', () => lending.waitForLimit(walker));
  await test.step('reads the key facts and applies', () => lending.borrow(walker));
  await test.step('is paid', () => lending.seeOrderPaidOut(walker));
  await test.step('repays by UPI', () => lending.repay(walker));
  await test.step('sees the order settled', () => lending.seeSettled(walker));
});
