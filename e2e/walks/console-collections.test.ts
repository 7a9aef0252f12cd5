import { expect, type Page } from '@playwright/test';
import { DESK, openSecondDesk, passesAxe, signInAs } from '../support/desk.ts';
import { newTest as test } from '../support/installation.ts';
import { type Borrower, openPhone } from '../support/phone.ts';
import { messagesTo, moveDay, settleJobs } from '../support/sandbox.ts';
import { toastOf } from '../support/toasts.ts';
import { pressAgain } from '../support/watch.ts';

/** The installation's clock shows noon in India, so that borrowers may be contacted. */
const minutesOfDay = Math.floor((Date.now() / 60_000 + 330) % 1_440);
const settings = { NOREN_SANDBOX_MINUTES_AHEAD: String((720 - minutesOfDay + 1_440) % 1_440) };
test.use({ ...DESK, settings });

const REMINDERS: ReadonlySet<string> = new Set(['overdue', 'penal_charged']);

/** Opens the dialog of an act on the case, and sends what was filled in. */
async function act(
  page: Page,
  name: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>,
) {
  await page.getByRole('button', { name, exact: true }).click();

  const dialog = page.getByRole('dialog', { name });
  await fill(dialog);
  await dialog.getByRole('button', { name, exact: true }).click();

  return dialog;
}

/** Contacts as far as the rules allow, and a promise. */
async function contactAndPromise(page: Page, repayId: string): Promise<void> {
  await test.step('a contact is refused before an officer is assigned; then the borrower is sent the name', async () => {
    const refused = await act(page, 'Log a contact', (dialog) =>
      dialog.getByRole('radio', { name: 'Reached' }).check(),
    );
    await expect(refused.getByRole('alert')).toContainText('No officer is assigned.');
    await passesAxe(page);
    await page.keyboard.press('Escape');
    await act(page, 'Assign an officer', (dialog) =>
      dialog.getByRole('combobox').selectOption({ label: 'Rohit Desai' }),
    );
    await expect(
      toastOf(page, 'Assigned. We are sending the borrower the officer’s name.'),
    ).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/Can be contacted now. 2 contacts left today/)).toBeVisible({
        timeout: 10_000,
      });
    }).toPass();
    await expect(page.getByText('Who may call you about your loan')).toBeVisible();
  });

  await test.step('two contacts are logged, the third of the day is refused with the time it is possible again', async () => {
    for (const note of ['Did not pick up.', 'Asks for time.']) {
      await act(page, 'Log a contact', async (dialog) => {
        await dialog.getByRole('radio', { name: 'Reached' }).check();
        await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
      });
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText(note)).toBeVisible();
    }

    const refused = await act(page, 'Log a contact', (dialog) =>
      dialog.getByRole('radio', { name: 'Reached' }).check(),
    );
    await expect(refused.getByRole('alert')).toContainText(
      /Daily limit of 2 contacts reached\. Possible again from 8:00 on /,
    );
    await page.keyboard.press('Escape');
  });

  await test.step('a promise is recorded, and the loan leaves the worklist', async () => {
    await act(page, 'Record a promise', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
      const latest = await dialog.locator('input[type=date]').getAttribute('max');
      await dialog.getByRole('textbox', { name: 'Pays by' }).fill(latest ?? '');
    });
    await expect(
      toastOf(page, 'Promise recorded. Reminders pause until the day after it is due.'),
    ).toBeVisible();
    await expect(page.getByText(/^Open · Rohit Desai/)).toBeVisible();
    await page.goto('/collections');
    await expect(page.getByText('No one to contact here')).toBeVisible();
    await page.goto(`/collections/${repayId}`);
  });
}

test('a collections officer works a bucket, contacts by the rules, records a promise, and a hold by two ends reminders', async ({
  page,
  browser,
  installation,
  watch,
}) => {
  watch.allow(/status of (400|401|403|409)/);

  const { repayId } = await openPhone(browser, installation.url, 'overdue');
  await signInAs(page, 'Collections', '/collections');

  await test.step('a bucket leads to its loans, and each row says what comes next and why', async () => {
    const buckets = page.getByRole('list', { name: 'Days past due' });
    await expect(buckets.getByRole('listitem')).toHaveCount(5);

    const list = page.getByRole('grid', { name: 'Overdue loans' });
    await expect(list.getByText('Assign an officer')).toBeVisible();
    await passesAxe(page);
    await list.getByRole('link', { name: repayId ?? '' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: / owed$/ })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: repayId ?? '' })).toBeVisible();
    await expect(page.getByText(/No officer is assigned/)).toBeVisible();
    await passesAxe(page);
  });

  await contactAndPromise(page, repayId ?? '');

  const held = await openPhone(browser, installation.url, 'overdue');
  const free = await openPhone(browser, installation.url, 'overdue');
  const other = await openSecondDesk(browser, installation, 'collections');

  await test.step('a hold is proposed by one and approved by another', async () => {
    await page.goto(`/collections/${held.repayId}`);
    await act(page, 'Propose a contact hold', async (dialog) => {
      await dialog.getByRole('combobox').selectOption('Hardship');

      const latest = await dialog.locator('input[type=date]').last().getAttribute('max');
      await dialog.getByRole('textbox', { name: 'Until' }).fill(latest ?? '');
      await dialog
        .getByRole('textbox', { name: 'Reason, for the approver' })
        .fill('He lost his job.');
    });
    await expect(page.getByText(/Rohit Desai proposed a contact hold/)).toBeVisible();
    await other.goto('/approvals');

    const proposal = other
      .getByRole('grid')
      .getByRole('row')
      .filter({ hasText: 'He lost his job.' });
    await proposal.getByRole('link').click();

    // A job of the night may change what is owed meanwhile: the new effect is shown and approved by
    // another press.
    const approve = other.getByRole('button', { name: /^Approve/ });
    await pressAgain(approve, toastOf(other, 'Approved and done.'));
    await page.reload();
    await expect(page.getByText(/On contact hold until/)).toBeVisible();
    await expect(page.getByText('Active')).toBeVisible();
    await passesAxe(page);
  });

  await test.step('the next day’s reminders go to a borrower without a hold, and to the held one none', async () => {
    const remindersTo = async ({ phone }: Borrower): Promise<number> => {
      const messages = await messagesTo(installation.url, phone);
      return messages.filter(({ template }) => REMINDERS.has(template)).length;
    };

    await settleJobs(installation.url);

    const [before, heldBefore] = [await remindersTo(free), await remindersTo(held)];
    await moveDay(installation.url);
    await expect.poll(() => remindersTo(free)).toBeGreaterThan(before);
    await settleJobs(installation.url);
    expect(await remindersTo(held)).toBe(heldBefore);
  });
  await other.context().close();
});
