import { expect, type Page } from '@playwright/test';
import { confirmPayment, jump, payPayment } from '../support/sandbox.ts';
import { sayIn } from '../support/texts.ts';
import { inspect, passesAxe, pressAgain, test } from '../support/watch.ts';

const say = sayIn('en');

const codeOf = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('code') ?? '';
const chooseWay = (page: Page, note: 'pay.by_upi_note' | 'pay.by_bank_transfer_note') =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: say(note) })
    .click();

test('a part is paid by bank transfer and every figure reflects it; the rest is seen by the bank, then paid', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { repayId } = await jump(context, url, 'overdue');
  await page.goto(`/#/repay/${repayId}`);
  await page.getByRole('button', { name: say('repay.part') }).click();
  const part = page.getByRole('dialog', { name: say('repay.part') });
  await part.getByLabel(say('repay.part_amount')).fill('1000');
  await expect(part.getByText(say('repay.part_to_interest'))).toBeVisible();
  await passesAxe(page);
  await part.getByRole('button', { name: say('repay.pay', { amount: '₹1,000.00' }) }).click();
  await chooseWay(page, 'pay.by_bank_transfer_note');
  await expect(page.getByText(say('pay.va_number'))).toBeVisible();
  await inspect(page, say('pay.title_va'));
  await payPayment(url, codeOf(page), { channel: 'bank_transfer' });
  await page.getByRole('link', { name: say('pay.see_left') }).click();
  await page.getByRole('button', { name: new RegExp(`^${say('repay.paid')}`) }).click();
  const explained = page.getByRole('dialog', { name: say('repay.explain_paid') });
  await expect(explained.getByText('+₹1,000.00')).toBeVisible();
  await explained.getByRole('button', { name: say('ui.close') }).click();

  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await chooseWay(page, 'pay.by_upi_note');
  await expect(page.getByRole('img')).toBeVisible();
  const code = codeOf(page);
  await payPayment(url, code, { seen: 'yes' });
  await expect(page.getByText(say('pay.checking_text'))).toBeVisible();
  await confirmPayment(url, code);
  await expect(page.getByRole('region', { name: say('pay.receipt') })).toBeVisible();
  await page.getByRole('link', { name: say('pay.see_order') }).click();
  await expect(page.getByRole('dialog').getByText(say('orders.status_settled')).first()).toBeVisible();
});

test('an extension is priced, agreed to, and paid by another person through the link', async ({
  page,
  context,
  baseURL,
  browser,
}) => {
  const url = baseURL ?? '';
  const { repayId } = await jump(context, url, 'due-tomorrow');
  await page.goto(`/#/repay/${repayId}`);
  await page.getByRole('button', { name: say('extension.title') }).click();
  await page
    .getByRole('region', { name: say('extension.by') })
    .getByRole('button')
    .first()
    .click();
  const addendum = page.getByRole('dialog', { name: say('extension.addendum') });
  await expect(addendum.getByText(say('extension.principal_stays'), { exact: true })).toBeVisible();
  await passesAxe(page);
  const accept = addendum.getByRole('button', { name: /^Accept and pay/ });
  await accept.click();
  await expect(addendum.getByText(say('kfs.tick_first'))).toBeVisible();
  await addendum.getByRole('checkbox').check();
  const ways = page.getByRole('dialog', { name: /^How would you like to pay/ });
  await pressAgain(accept, ways);
  await chooseWay(page, 'pay.by_upi_note');
  await expect(page.getByRole('img')).toBeVisible();

  const stranger = await browser.newContext({ baseURL: url });
  const helper = await stranger.newPage();
  await helper.goto(`/#/repay-code?code=${codeOf(page)}`);
  await expect(helper.getByText(/^You pay .* for someone else$/)).toBeVisible();
  await passesAxe(helper);
  await payPayment(url, codeOf(page));
  await expect(helper.getByText(say('pay.may_close'))).toBeVisible();
  await stranger.close();

  await page.getByRole('link', { name: say('pay.see_left') }).click();
  await expect(page.getByRole('region', { name: say('repay.details') })).toContainText(say('repay.fees'));
  await expect(page.getByText(say('repay.extended_due')).locator('..')).not.toContainText(say('repay.none'));
});
