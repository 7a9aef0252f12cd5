import { expect } from '@playwright/test';
import { test } from '../support/new-app.ts';
import { inventPerson } from '../support/sandbox.ts';
import {
  answerSurvey,
  fillContacts,
  fillPersonalInfo,
  registerAndSignIn,
} from '../support/scenario.ts';
import { proveIdentity, sendBackAndFile } from '../support/scenario-identity.ts';
import { fillBankAccount, waitForLimit } from '../support/scenario-lending.ts';
import { textsIn } from '../support/texts.ts';

const textOf = textsIn('en');

test('a person whose card has no code certifies with an offline e-KYC file', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const actor = { page, url, person: await inventPerson(url) };

  await registerAndSignIn(actor);
  await answerSurvey(actor);
  await proveIdentity(actor, sendBackAndFile);
  // A back prints no gender, and what the file said is gone.
  await fillPersonalInfo(actor, { isGenderKnown: false });
  await fillContacts(actor);
  await fillBankAccount(actor);
  await waitForLimit(actor);

  await page.goto('/#/user');
  await expect(page.getByText(new RegExp(`^${textOf('level.source_checked')}`))).toBeVisible();
});
