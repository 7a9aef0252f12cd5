import { expect } from '@playwright/test';
import { test } from '../support/new-app.ts';
import { inventPerson } from '../support/sandbox.ts';
import {
  answerSurvey,
  fillContacts,
  fillPersonalInfo,
  registerAndSignIn,
} from '../support/scenario.ts';
import { openLocker, proveIdentity, useDigiLocker } from '../support/scenario-identity.ts';
import { fillBankAccount, waitForLimit } from '../support/scenario-lending.ts';
import { textsIn } from '../support/texts.ts';

const textOf = textsIn('en');

test('a person certifies with DigiLocker, after refusing there once', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const actor = { page, url, person: await inventPerson(url) };

  await registerAndSignIn(actor);
  await answerSurvey(actor);
  await proveIdentity(actor, async () => {
    await page.getByRole('link', { name: textOf('certification.locker_instead') }).click();
    await openLocker(actor);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByText(textOf('certification.locker_denied'))).toBeVisible();

    await useDigiLocker(actor);
  });
  // What came from there is gone.
  await fillPersonalInfo(actor, { isGenderKnown: false });
  await fillContacts(actor);
  await fillBankAccount(actor);
  await waitForLimit(actor);

  await page.goto('/#/user');
  await expect(page.getByText(new RegExp(`^${textOf('level.source_checked')}`))).toBeVisible();
});
