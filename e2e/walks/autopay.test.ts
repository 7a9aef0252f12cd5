import { expect, type Page } from '@playwright/test';
import { test } from '../support/new-app.ts';
import { actOnMandate, jump, moveDay, setBank, settleJobs } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { passesAxe, pressAgain } from '../support/watch.ts';

const textOf = textsIn('en');

/** Accepts a loan: AutoPay is offered then. */
async function borrow(page: Page): Promise<void> {
  await page.goto('/#/loan?product=N07');
  await page.getByLabel(textOf('loans.you_ask_for')).fill('5000');
  await page.getByRole('button', { name: textOf('loans.see_key_facts') }).click();

  const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
  await facts.getByRole('checkbox').check();
  const applied = page.getByRole('dialog', { name: textOf('loans.applied') });
  await pressAgain(facts.getByRole('button', { name: /^Accept/ }), applied);
}

/** Sets AutoPay up, and allows it in the UPI app. */
async function allow(page: Page, url: string): Promise<void> {
  await expect(page.getByText(textOf('autopay.your_choice'))).toBeVisible();
  await passesAxe(page);
  await page.getByRole('button', { name: textOf('autopay.start') }).click();

  const opener = page.getByRole('link', { name: textOf('autopay.open_app') });
  const address = new URL((await opener.getAttribute('href')) ?? '');
  await actOnMandate(url, address.searchParams.get('tr') ?? '', 'approve');
  await expect(page.getByText(textOf('autopay.state_confirmed'), { exact: true })).toBeVisible();
  await settleJobs(url);
}

/** Moves to the day before a week's loan is due: at any hour its debit is announced by then. */
async function reachAnnouncement(url: string): Promise<void> {
  await moveDay(url, 5);
  await settleJobs(url);
  await moveDay(url);
  await settleJobs(url);
}

/** Moves to the due date, then to the day after: debits are presented from 09:00. */
async function passDueDate(url: string): Promise<void> {
  for (const _day of ['due', 'after']) {
    await moveDay(url);
    await settleJobs(url);
  }
}

test('AutoPay is set up for an order, announced, and repays it', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));

  await jump(context, url, 'regular');
  await borrow(page);
  await page.getByRole('button', { name: textOf('loans.see_order') }).click();
  await page.getByRole('link', { name: textOf('orders.repay') }).click();
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible();

  await page.goto(`/#/order?id=${page.url().split('/').at(-1)}`);
  const offer = page.getByRole('link', { name: textOf('autopay.offer') });
  await expect(offer).toBeVisible();
  expect(calls.filter((path) => /^\/api\/.*autopay/.test(path))).toEqual([]);

  await offer.click();
  await allow(page, url);
  await reachAnnouncement(url);

  await page.goto('/#/order');
  await page.getByRole('link', { name: textOf('orders.repay') }).click();
  await expect(page.getByText(/^₹5,034.00 will be debited on/)).toBeVisible();
  await expect(page.getByText(textOf('autopay.coming_text'))).toBeVisible();
  await passesAxe(page);

  await page.getByRole('link', { name: textOf('autopay.pause_or_end') }).click();
  // An answer of the last seconds is not asked for again, and the walk is fast.
  await page.reload();
  await expect(page.getByText(/^₹5,034.00 will be debited on/)).toBeVisible();
  await expect(page.getByRole('button', { name: textOf('autopay.pause') })).toBeVisible();

  await passDueDate(url);

  await page.goto('/#/order');
  await page.getByRole('tab', { name: textOf('orders.completed') }).click();
  const order = page.getByRole('region', { name: 'Noren 7' }).first();
  await expect(order.getByText(textOf('orders.status_settled'))).toBeVisible();

  await page.goto('/#/documents');
  await expect(page.getByText(textOf('docs.kind_receipt')).first()).toBeVisible();
});

test('a debit that fails says why, and the loan is repaid by hand', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';

  await jump(context, url, 'regular');
  await borrow(page);
  await page.getByRole('link', { name: textOf('autopay.offer') }).click();
  await allow(page, url);
  await reachAnnouncement(url);

  await setBank(url, 'debits', 'no_money');
  await passDueDate(url);

  await page.goto('/#/order');
  await page
    .getByRole('link', { name: textOf('orders.repay') })
    .first()
    .click();
  await expect(page.getByText(textOf('autopay.because_no_money'))).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible();

  await page.goto('/#/autopay');
  await page.reload();
  await expect(page.getByText(textOf('autopay.because_no_money'))).toBeVisible();
  await expect(page.getByText(textOf('autopay.too_late'))).toBeVisible();
  await passesAxe(page);
});
