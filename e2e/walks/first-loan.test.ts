import { expect } from '@playwright/test';
import { countTaps } from '../support/count-taps.ts';
import { inventPerson } from '../support/sandbox.ts';
import {
  answerSurvey,
  fillContacts,
  fillPersonalInfo,
  registerAndSignIn,
} from '../support/scenario.ts';
import { proveIdentity } from '../support/scenario-identity.ts';
import * as lending from '../support/scenario-lending.ts';
import { test } from '../support/watch.ts';

test('a person registers, certifies, borrows, is paid, repays and is a regular user', {
  tag: '@main',
}, async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const actor = { page, url, person: await inventPerson(url) };
  const taps = await countTaps(page);

  await test.step('signs in with a code', () => registerAndSignIn(actor));
  // One of them opens the sign-in from the landing page.
  expect(taps(), 'taps to sign in').toBeLessThanOrEqual(3 + 1);
  await test.step('answers the questionnaire', () => answerSurvey(actor));
  await test.step('proves who they are', () => proveIdentity(actor));
  await test.step('fills in the personal information', () => fillPersonalInfo(actor));
  await test.step('names two contacts', () => fillContacts(actor));
  await test.step('gives a bank account', () => lending.fillBankAccount(actor));
  await test.step('waits for the limit', () => lending.waitForLimit(actor));
  expect(taps(), 'taps of the certification').toBeLessThanOrEqual(35);
  await test.step('reads the key facts and applies', () => lending.borrow(actor));
  await test.step('is paid', () => lending.seeOrderPaidOut(actor));
  await test.step('repays by UPI', () => lending.repay(actor));
  await test.step('sees the order settled', () => lending.seeSettled(actor));
});
