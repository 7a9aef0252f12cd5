import { expect } from '@playwright/test';
import { DESK, openSecondDesk, passesAxe, pressBoth, signInAs } from '../support/desk.ts';
import { newTest as test } from '../support/installation.ts';
import { openPhone, writeComplaint } from '../support/phone.ts';
import { toastOf } from '../support/toasts.ts';

test.use(DESK);

test('a person takes the next case from Work, and claims are seen by another', async ({
  page,
  browser,
  installation,
  watch,
}) => {
  watch.allow(/status of (401|403|409)/);
  for (const _ of [1, 2]) await openPhone(browser, installation.url, 'review');
  await signInAs(page, 'Reviewer');

  const queue = page.getByRole('grid', { name: 'Items waiting' });
  await expect(queue.getByRole('row')).toHaveCount(3);
  await passesAxe(page);

  await test.step('take next claims the one that is due first', async () => {
    await page.getByRole('button', { name: 'Take next' }).click();
    await expect(page.getByText(/^Yours until/)).toBeVisible();
    await expect(queue.getByText('You', { exact: true })).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Me 1' })).toBeVisible();
  });

  const other = await openSecondDesk(browser, installation, 'reviewer');
  await test.step('another person sees who has it, gets the other case, and nothing after that', async () => {
    await other.goto('/work');

    const theirs = other.getByRole('grid', { name: 'Items waiting' });
    await expect(theirs.getByText('Devika Rao')).toHaveCount(1);
    await other.getByRole('button', { name: 'Take next' }).click();
    await expect(theirs.getByText('You', { exact: true })).toHaveCount(1);
    await other.getByRole('button', { name: 'Take next' }).click();
    await expect(
      toastOf(other, 'Everything is claimed. There is nothing left to take.'),
    ).toBeVisible();
  });

  await test.step('what is released can be claimed by the other; filters stay in the address', async () => {
    await page.keyboard.press('u');
    await expect(toastOf(page, 'Released.')).toBeVisible();
    await other.getByRole('link', { name: /^Unassigned/ }).click();
    await expect.poll(() => new URL(other.url()).searchParams.get('who')).toBe('nobody');
    await other.reload();
    expect(new URL(other.url()).searchParams.get('who')).toBe('nobody');

    const free = other.getByRole('grid', { name: 'Items waiting' });
    await expect(free.getByRole('row')).toHaveCount(2);
    await other.keyboard.press('c');
    await expect(other.getByText('Nothing matches these filters.')).toBeVisible();
    await page.reload();
    await expect(queue.getByText('Imran Qureshi')).toHaveCount(2);
  });

  await test.step('a part that the roles do not open says so, and how many wait there', async () => {
    const borrower = await openPhone(browser, installation.url, 'active');
    await writeComplaint(borrower.app, 'My payment is missing.');
    await page.reload();
    await expect(page.getByText(/for other roles: Complaint 1 \(Support/)).toBeVisible();
    await page.getByRole('link', { name: 'Complaints 1' }).click();
    await expect(page.getByText('You do not have access to this')).toBeVisible();
    await expect(page.getByText(/^This needs the permission “see complaints/)).toBeVisible();
    await passesAxe(page);
  });
  await other.context().close();
});

test('from the queue to a case by keyboard only', async ({
  page,
  browser,
  installation,
  watch,
}) => {
  watch.allow(/status of (401|403)/);

  const { app: borrower } = await openPhone(browser, installation.url, 'active');
  await writeComplaint(borrower, 'The first one.');
  await writeComplaint(borrower, 'The second one.');
  await signInAs(page, 'Support');

  const rows = page.getByRole('grid', { name: 'Items waiting' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByText(/^Yours until/)).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('link', { name: 'All 2' })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Ticket F/ })).toBeFocused();
  await expect(page.getByText('The second one.')).toBeVisible();
  await pressBoth(page, 'g', 'w');
  await expect(page.getByRole('heading', { level: 1, name: 'Work' })).toBeFocused();
});
