import { expect } from '@playwright/test';
import { Colleague } from '../support/colleague.ts';
import { Authenticators, DESK, enrolInvited, passesAxe, signInAs } from '../support/desk.ts';
import { test } from '../support/installation.ts';
import { jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';

const textOf = textsIn('en');

test.use(DESK);

test('a person is found by phone and by order in the palette, and each search is in the audit by its kind', async ({
  page,
  context,
  installation,
  watch,
}) => {
  watch.allow(/status of 401/);

  const { phone, repayId, userId } = await jump(context, installation.url, 'active');
  await signInAs(page, 'Support', '/people');
  await passesAxe(page);

  for (const [key, kind] of [
    [phone, 'phone'],
    [repayId ?? '', 'order number'],
  ]) {
    await page.goto('/people');
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill(String(key));
    await expect(page.getByRole('option', { name: new RegExp(`Find by.*${kind}`) })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/people/${userId}`);
  }

  await page.goto('/people');
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await page.getByRole('searchbox').fill('98765');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Enter a full phone number/).first()).toBeVisible();
  await page.getByRole('searchbox').fill('9000000001');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No one found')).toBeVisible();

  const auditor = await Colleague.signIn(installation.consoleUrl, 'auditor');
  const { rows: acts } = await auditor.call('auditList', { query: { action: 'person_searched' } });

  expect(acts.slice(0, 3).map(({ detail }) => detail['found'])).toEqual([0, 1, 1]);
  expect(JSON.stringify(acts)).not.toContain(phone);
});

test('every part of a person’s page passes axe, and a note and a sign-out are done there', async ({
  page,
  context,
  installation,
  watch,
}) => {
  watch.allow(/status of 401/);

  const { userId } = await jump(context, installation.url, 'active');
  await signInAs(page, 'Support', '/people');
  await page.goto(`/people/${userId}`);
  await expect(page.getByRole('region', { name: 'Personal details' })).toBeVisible();

  const readBox = (name: string) => page.getByRole('button', { name }).boundingBox();
  const [above, below] = [await readBox('Send a link'), await readBox('Decide an erasure request')];

  // The kit's spacing holds in the built console too, where its sheet comes before the reset's.
  expect(below!.y - above!.y - above!.height).toBeGreaterThanOrEqual(8);
  await passesAxe(page);

  for (const part of ['Orders', 'Timeline', 'Devices', 'Documents', 'Tickets', 'Notes']) {
    await page
      .getByRole('navigation', { name: 'Parts of this person' })
      .getByRole('link', { name: part })
      .click();
    await passesAxe(page);
  }

  await page.getByRole('textbox', { name: 'Note' }).fill('Asked when the loan is due.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Asked when the loan is due.')).toBeVisible();
  await page.getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The phone was stolen today.');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(toastOf(page, 'One device was signed out.')).toBeVisible();
  await page.getByRole('link', { name: 'Timeline' }).click();
  await expect(
    page.getByRole('row', { name: /Borrower signed out.*The phone was stolen today/ }),
  ).toBeVisible();
});

test('a PAN is revealed with a reason and a passkey, and an auditor sees who looked at it and why', {
  tag: '@main',
}, async ({ page, context, installation, watch }) => {
  watch.allow(/status of 40[13]/);

  const { userId } = await jump(context, installation.url, 'active');
  const person = { name: 'Devika Menon', roles: ['reviewer'] } as const;
  const { authenticators, passkey } = await enrolInvited(page, installation, person);

  await page.goto(`/people/${userId}`);

  const known = page.getByRole('region', { name: 'Personal details' });
  await expect(known.getByText(/^•••••\d{4}[A-Z]$/)).toBeVisible();
  await known.getByRole('button', { name: 'Reveal PAN' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Compares it with the card.');
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(known.getByText(/^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/)).toBeVisible();
  await expect(known.getByText(/^•••••\d{4}[A-Z]$/)).toBeHidden();

  await test.step('without the passkey nothing is revealed', async () => {
    await authenticators.setPresent(passkey, false);
    await known.getByRole('button', { name: 'Reveal Name' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Only wants to know it.');
    await page.getByRole('button', { name: 'Reveal', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Reveal', exact: true })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await page.reload();
  });

  const auditor = await Colleague.signIn(installation.consoleUrl, 'auditor');
  const { rows: acts } = await auditor.call('auditList', {
    query: { userId, action: 'field_revealed' },
  });

  expect(acts).toMatchObject([
    { staffName: 'Devika Menon', subject: 'pan', detail: { reason: 'Compares it with the card.' } },
  ]);
  expect((await auditor.call('verifyAudit')).broken).toBeNull();
});

test('the passkey of a lost phone is removed with a reason and a passkey of staff, and the borrower is told', async ({
  page,
  browser,
  installation,
  watch,
}) => {
  watch.allow(/status of 40[13]/);

  const borrower = await browser.newContext();
  const phone = await borrower.newPage();
  // Passkeys need a name, not an address.
  const url = installation.url.replace('127.0.0.1', 'localhost');

  await (await Authenticators.of(phone)).add('internal');

  const { userId } = await jump(borrower, url, 'limit');
  await phone.goto(`${url}/#/passkeys`);
  await phone.getByRole('button', { name: textOf('passkeys.add') }).click();
  await expect(phone.getByRole('listitem')).toContainText(textOf('passkeys.unused'));
  // A page makes a passkey only while no other has the focus.
  await phone.close();

  const reviewer = { name: 'Farah Khan', roles: ['reviewer'] } as const;
  const { authenticators, passkey } = await enrolInvited(page, installation, reviewer);

  await page.goto(`/people/${userId}?tab=sessions`);

  const table = page.getByRole('region', { name: 'Passkeys' });
  await expect(table.getByRole('row')).toContainText(['Passkey', 'Never']);
  await passesAxe(page);
  await authenticators.setVerified(passkey, false);
  await table.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The phone was lost in a train.');
  await passesAxe(page);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await authenticators.setVerified(passkey, true);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toastOf(page, 'The passkey was removed.')).toBeVisible();
  await expect(table.getByText('None: the borrower confirms by code')).toBeVisible();
  await page.getByRole('link', { name: 'Timeline' }).click();
  await expect(
    page.getByRole('row', { name: /Borrower passkey removed.*lost in a train/ }),
  ).toBeVisible();

  const inbox = await borrower.newPage();
  await inbox.goto(`${url}/#/messages`);
  await expect(inbox.getByText('A passkey was removed', { exact: true })).toBeVisible();
  await borrower.close();
});
