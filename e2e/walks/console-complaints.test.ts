import { expect, type Page } from '@playwright/test';
import { DESK, passesAxe, signInAs } from '../support/desk.ts';
import { newTest as test } from '../support/installation.ts';
import { openPhone, writeComplaint } from '../support/phone.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';

const textOf = textsIn('en');
test.use(DESK);

test('a grievance officer answers complaints by due date and passes one on, and the ageing report agrees', async ({
  page,
  browser,
  installation,
  watch,
}) => {
  watch.allow(/status of (401|403)/);

  const { app: borrower } = await openPhone(browser, installation.url, 'active');
  await writeComplaint(borrower, 'I paid twice.');
  await writeComplaint(borrower, 'A fee that nobody named.');
  await signInAs(page, 'Grievance officer');

  const queue = page.getByRole('grid', { name: 'Items waiting' });
  await expect(queue.getByRole('row')).toHaveCount(3);

  await test.step('the one that is due first is opened from Work, and answered with a ready reply', async () => {
    await page.getByRole('button', { name: 'Take next' }).click();
    await expect(page.getByText(/^Yours until/)).toBeVisible();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await expect(page.getByText('I paid twice.')).toBeVisible();
    await expect(page.getByText('Anita Bose').first()).toBeVisible();

    await page
      .getByRole('combobox', { name: 'Template' })
      .selectOption({ label: 'We are looking into it' });

    const preview = page.getByRole('region', { name: 'What the borrower receives' });
    await expect(preview.getByText(/are looking into it\. You get our answer by/)).toBeVisible();
    await expect(preview.getByText('Your feedback has an answer')).toBeVisible();
    await passesAxe(page);

    await page
      .getByRole('textbox', { name: 'Internal note' })
      .fill('Asked the bank for both transfers.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(toastOf(page, 'The note was saved.')).toBeVisible();

    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(toastOf(page, 'The reply was sent.')).toBeVisible();
    await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  });

  await test.step('the borrower reads the reply, and not the note', () => readsReply(borrower));

  await test.step('the other is passed on, and from then on waits for the grievance officer', async () => {
    await page.getByRole('link', { name: 'Complaints', exact: true }).first().click();

    const list = page.getByRole('grid', { name: 'Tickets' });
    await expect(list.getByRole('row')).toHaveCount(2);
    await passesAxe(page);

    await list.getByRole('link').click();
    await expect(page.getByText('A fee that nobody named.')).toBeVisible();
    await page.getByRole('button', { name: 'Escalate to the grievance officer' }).click();

    const dialog = page.getByRole('dialog', { name: 'Escalate to the grievance officer' });
    await dialog.getByRole('textbox').fill('The fee was not in the key facts.');
    await dialog.getByRole('button', { name: 'Escalate to the grievance officer' }).click();
    await expect(toastOf(page, 'The ticket was escalated.')).toBeVisible();

    await page.goto('/complaints?level=escalated');
    await expect(list.getByRole('row')).toHaveCount(2);
    await page.goto('/work?tab=complaints');
    await expect(queue.getByText('Escalated complaint')).toBeVisible();
  });

  await test.step('the ageing report counts what the list shows', () => reportAgrees(page));

  await test.step('the last reply closes it', () => closeByLastReply(page));
  await borrower.context().close();
});

async function reportAgrees(page: Page): Promise<void> {
  await page.goto('/complaints?tab=ageing');

  const report = page.getByRole('grid', { name: 'Ageing report' });
  await expect(report.getByRole('row')).toHaveCount(5);
  await passesAxe(page);

  const week = report.getByRole('row').nth(1);
  await expect(week.getByRole('gridcell')).toHaveText([
    'Up to 7 days',
    '0',
    '1',
    '0',
    '0',
    '1',
    '1',
  ]);
  await week.getByRole('link').click();
  await expect(page.getByRole('grid', { name: 'Tickets' }).getByRole('row')).toHaveCount(2);
}

/** From the list with one ticket to an empty queue. */
async function closeByLastReply(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Tickets' }).getByRole('link').click();
  await page
    .getByRole('textbox', { name: /^Reply, in English/ })
    .fill('The fee is waived. We are sorry.');
  await page.getByRole('checkbox', { name: /^Final reply/ }).check();
  await page.getByRole('button', { name: 'Send reply and close' }).click();
  await expect(page.getByText('This ticket is closed.')).toBeVisible();
  await page.goto('/work');
  await expect(page.getByText('Nothing is waiting', { exact: true })).toBeVisible();
}

async function readsReply(borrower: Page): Promise<void> {
  await borrower.goto('/#/feedback');
  await borrower.reload();
  await expect(borrower.getByText(/are looking into it\. You get our answer by/)).toBeVisible();
  await expect(borrower.getByText(textOf('feedback.answered')).first()).toBeVisible();
  await expect(borrower.getByText('Asked the bank')).toHaveCount(0);
}
