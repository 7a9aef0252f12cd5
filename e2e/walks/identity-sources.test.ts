import { expect } from '@playwright/test';
import { test } from '../support/new-app.ts';
import { inventPerson } from '../support/sandbox.ts';
import {
  type Actor,
  answerSurvey,
  fillContacts,
  fillPersonalInfo,
  registerAndSignIn,
} from '../support/scenario.ts';
import {
  openLocker,
  proveIdentity,
  sendBackAndFile,
  useDigiLocker,
} from '../support/scenario-identity.ts';
import { fillBankAccount, waitForLimit } from '../support/scenario-lending.ts';
import { textsIn } from '../support/texts.ts';

const textOf = textsIn('en');

const SOURCES = {
  'an offline e-KYC file, with a card that has no code': sendBackAndFile,
  'DigiLocker, after refusing there once': refuseAndUseDigiLocker,
};

for (const [source, show] of Object.entries(SOURCES))
  test(`a person certifies with ${source}`, async ({ page, baseURL }) => {
    const url = baseURL ?? '';
    const actor = { page, url, person: await inventPerson(url) };

    await registerAndSignIn(actor);
    await answerSurvey(actor);
    await proveIdentity(actor, show);
    // No picture shows the gender, and what the source said is deleted.
    await fillPersonalInfo(actor, { isGenderKnown: false });
    await fillContacts(actor);
    await fillBankAccount(actor);
    await waitForLimit(actor);

    await page.goto('/#/user');
    await expect(page.getByText(new RegExp(`^${textOf('level.source_checked')}`))).toBeVisible();
  });

async function refuseAndUseDigiLocker(actor: Actor): Promise<void> {
  const { page } = actor;
  await page.getByRole('link', { name: textOf('certification.locker_instead') }).click();
  await openLocker(actor);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText(textOf('certification.locker_denied'))).toBeVisible();

  await useDigiLocker(actor);
}
