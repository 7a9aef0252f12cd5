import { expect, type Page } from '@playwright/test';
import { confirmPayment, jump, payPayment } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { inspect, passesAxe, pressAgain, test } from '../support/watch.ts';

const textOf = textsIn('en');

const readCode = (page: Page) =>
  new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('code') ?? '';
const chooseWay = (page: Page, note: 'pay.by_bank_transfer_note' | 'pay.by_payment_link_note') =>
  page.getByRole('button', { name: textOf(note) }).click();

test('a part is paid by bank transfer and every figure reflects it; the rest is seen by the bank, then paid', {
  tag: '@main',
}, async ({ page, context, baseURL }) => {
  const url = baseURL ?? '';
  const { repayId } = await jump(context, url, 'overdue');

  await page.goto(`/#/repay/${repayId}`);
  await page.getByRole('radio', { name: textOf('repay.part') }).click();
  await page.getByRole('button', { name: textOf('repay.part_choose_amount') }).click();

  const part = page.getByRole('dialog', { name: textOf('repay.part') });
  await part.getByLabel(textOf('repay.part_amount')).fill('1000');
  await expect(part.getByText(textOf('repay.part_to_interest'))).toBeVisible();
  await passesAxe(page);
  await part.getByRole('button', { name: textOf('repay.pay', { amount: '₹1,000.00' }) }).click();
  await page.getByRole('link', { name: textOf('pay.other_ways') }).click();
  await chooseWay(page, 'pay.by_bank_transfer_note');
  await expect(page.getByText(textOf('pay.va_number'))).toBeVisible();
  await inspect(page, textOf('pay.title_va'));
  await payPayment(url, readCode(page), { channel: 'bank_transfer' });
  await page.getByRole('link', { name: textOf('pay.see_left') }).click();
  await page.getByRole('button', { name: new RegExp(`^${textOf('repay.paid')}`) }).click();

  const explained = page.getByRole('dialog', { name: textOf('repay.explain_paid') });
  await expect(explained.getByText('+₹1,000.00')).toBeVisible();
  await explained.getByRole('button', { name: textOf('ui.close') }).click();

  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page.getByRole('img')).toBeVisible();

  const code = readCode(page);
  await payPayment(url, code, { seen: 'yes' });
  await expect(page.getByText(textOf('pay.checking_text'))).toBeVisible();
  await confirmPayment(url, code);
  await expect(page.getByRole('region', { name: textOf('pay.receipt') })).toBeVisible();
  await page.getByRole('link', { name: textOf('pay.see_order') }).click();
  await expect(
    page.getByRole('dialog').getByText(textOf('orders.status_settled')).first(),
  ).toBeVisible();
});

test('an extension is priced, agreed to, and paid by another person through the link', {
  tag: '@main',
}, async ({ page, context, baseURL, browser }) => {
  const url = baseURL ?? '';
  const { repayId } = await jump(context, url, 'due-tomorrow');

  await page.goto(`/#/repay/${repayId}`);
  await page.getByRole('radio', { name: 'Move the due date by 7 days' }).click();
  await page.getByRole('button', { name: textOf('extension.see') }).click();

  const addendum = page.getByRole('dialog', { name: textOf('extension.addendum') });
  await expect(
    addendum.getByText(textOf('extension.principal_stays'), { exact: true }),
  ).toBeVisible();
  await passesAxe(page);

  const accept = addendum.getByRole('button', { name: /^Accept and pay/ });
  await accept.click();
  await expect(addendum.getByText(textOf('kfs.tick_first'))).toBeVisible();
  await addendum.getByRole('checkbox').check();
  await pressAgain(accept, page.getByRole('img'));

  const stranger = await browser.newContext({ baseURL: url });
  const helper = await stranger.newPage();

  await helper.goto(`/#/repay-code?code=${readCode(page)}`);
  await expect(helper.getByText(/^You pay .* for someone else$/)).toBeVisible();
  await passesAxe(helper);
  await payPayment(url, readCode(page));
  await expect(helper.getByText(textOf('pay.may_close'))).toBeVisible();
  await stranger.close();

  await page.getByRole('link', { name: textOf('pay.see_left') }).click();
  await expect(page.getByRole('region', { name: textOf('repay.details') })).toContainText(
    textOf('repay.fees'),
  );
  await expect(page.getByText(textOf('repay.extended_due')).locator('..')).not.toContainText(
    textOf('repay.none'),
  );
});

test('a payment link opens a page of the sandbox, where a payment is declined, tried again and made', async ({
  page,
  context,
  baseURL,
}) => {
  const { repayId } = await jump(context, baseURL ?? '', 'due-tomorrow');
  await page.goto(`/#/repay/${repayId}`);
  await page.getByRole('button', { name: textOf('pay.other_ways') }).click();
  await chooseWay(page, 'pay.by_payment_link_note');

  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: textOf('pay.open_link') }).click();

  const bank = await opening;

  await expect(bank.getByRole('heading', { name: 'Pay by the sandbox bank' })).toBeVisible();
  await passesAxe(bank);
  await bank.getByRole('button', { name: 'Decline' }).click();
  await expect(bank.getByRole('alert').getByText('The bank declined.')).toBeVisible();
  await bank.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(bank.getByRole('heading', { name: 'This payment is made' })).toBeVisible();
  await passesAxe(bank);

  await expect(page.getByRole('region', { name: textOf('pay.receipt') })).toBeVisible();
});
