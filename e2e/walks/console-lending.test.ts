import { expect } from '@playwright/test';
import { Colleague } from '../support/colleague.ts';
import { DESK, passesAxe, screensPassAxe, signInAs } from '../support/desk.ts';
import { test } from '../support/installation.ts';
import { openPhone } from '../support/phone.ts';
import { jump } from '../support/sandbox.ts';
import { toastOf } from '../support/toasts.ts';

test.use(DESK);

test('one person stops lending, borrowers read why at their next look, and two start it again', async ({
  page,
  browser,
  installation,
  watch,
}) => {
  watch.allow(/status of 40[19]/);

  const { app } = await openPhone(browser, installation.url, 'limit');
  await app.goto('/#/home');
  await expect(app.getByRole('link', { name: 'Noren 15' })).toBeVisible();

  await signInAs(page, 'Credit officer', '/people');
  await page.getByRole('button', { name: 'Stop new lending' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await passesAxe(page);
  await page.getByRole('textbox', { name: 'Reason' }).fill('The payout provider fails.');
  await page.getByRole('button', { name: 'Stop lending now' }).click();
  await expect(page.getByRole('alert').getByText('New lending is stopped')).toBeVisible();
  await app.reload();
  await expect(app.getByText('We are not giving new loans at the moment.').first()).toBeVisible();
  await passesAxe(page);

  await page.getByRole('button', { name: 'Restart lending' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The provider works again.');
  await page.getByRole('button', { name: 'Propose restart' }).click();
  await expect(toastOf(page, 'Sent for approval.')).toBeVisible();
  await app.reload();
  await expect(app.getByText('We are not giving new loans at the moment.').first()).toBeVisible();

  const accountant = await Colleague.signIn(installation.consoleUrl, 'accountant');
  const { rows: approvals } = await accountant.call('approvalList', {
    query: { list: 'to_decide' },
  });
  const request = approvals.find(({ kind }) => kind === 'lending_start');

  await accountant.approve(request?.requestId ?? '');
  await app.reload();
  await expect(app.getByRole('link', { name: 'Noren 15' })).toBeVisible();
  await expect(app.getByText('We are not giving new loans at the moment.')).toBeHidden();
  // On a starved machine nobody was at the desk for minutes: then it rests until somebody is.
  await page.mouse.move(20, 20);
  await expect(page.getByText('New lending is stopped', { exact: true })).toBeHidden();
  await app.context().close();
});

test('a person is frozen by two, with what it does shown before', async ({
  page,
  context,
  installation,
  watch,
}) => {
  watch.allow(/status of 40[19]/);

  const { userId } = await jump(context, installation.url, 'limit');
  await signInAs(page, 'Credit officer', '/people');
  await page.goto(`/people/${userId}`);
  await page.getByRole('button', { name: 'Freeze new lending' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'New lending to this person' })).toBeVisible();
  await passesAxe(page);
  await page.getByRole('textbox', { name: 'Reason' }).fill('The account may be taken over.');
  await page.getByRole('button', { name: 'Propose' }).click();

  const waiting = page.getByRole('link', { name: /lending freeze/i });
  await expect(waiting).toBeVisible();

  const second = await Colleague.signIn(installation.consoleUrl, 'credit_officer', 'second');
  const { openRequests } = await second.call('borrower', { params: { userId } });

  await second.approve(openRequests[0]?.requestId ?? '');
  await page.reload();
  await expect(page.getByText('New lending frozen')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unfreeze lending' })).toBeVisible();
});

test('a sign-in link is sent from a person’s page and listed', async ({
  page,
  context,
  installation,
  watch,
}) => {
  watch.allow(/status of 401/);

  const { userId } = await jump(context, installation.url, 'active');
  await signInAs(page, 'Support', '/people');
  await page.goto(`/people/${userId}`);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await page.getByRole('radio', { name: /^Payment/ }).check();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Wants to repay today.');
  await passesAxe(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(toastOf(page, 'The link is on its way.')).toBeVisible();
  await page.goto('/links');
  await expect(page.getByRole('row', { name: /Payment.*Wants to repay today/ })).toBeVisible();
  await screensPassAxe(page, ['/links', '/links?tab=segments']);
});
