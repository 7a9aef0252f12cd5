import { expect } from '@playwright/test';
import { jump, makePaymentLink, payPayment } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { passesAxe, test } from '../support/watch.ts';

const textOf = textsIn('en');

test('somebody who only has the link pays the loan, and the link ends', {
  tag: '@main',
}, async ({ page, context, baseURL, browser }) => {
  const url = baseURL ?? '';
  const { phone, repayId } = await jump(context, url, 'overdue');
  const link = await makePaymentLink(url, phone);

  const stranger = await browser.newContext({ baseURL: url });
  const helper = await stranger.newPage();
  // What a scanner of links or a preview asks for starts nothing.
  for (const method of ['GET', 'HEAD'])
    expect((await stranger.request.fetch(link, { method })).ok()).toBe(true);

  await helper.goto(link);
  await expect(helper.getByText(/^Anybody may pay with this link/)).toBeVisible();
  await expect(helper.getByText(phone)).toBeHidden();
  await passesAxe(helper);

  await helper.getByRole('button', { name: textOf('pay.other_ways') }).click();
  await expect(helper.getByRole('dialog').getByRole('heading')).toBeFocused();
  await passesAxe(helper);
  await helper.goBack();
  await expect(helper.getByRole('dialog')).toBeHidden();

  await helper.getByRole('button', { name: /^Pay ₹.* by UPI$/ }).click();
  await expect(helper.getByRole('img')).toBeVisible();
  const code = new URLSearchParams(new URL(helper.url()).hash.split('?')[1]).get('code') ?? '';
  await payPayment(url, code);
  await expect(helper.getByText(textOf('pay.may_close'))).toBeVisible();

  await helper.goto(link);
  await expect(helper.getByText(textOf('pay.link_paid'))).toBeVisible();
  await stranger.close();

  await page.goto(`/#/repay/${repayId}`);
  await expect(page.getByText(textOf('repay.settled'))).toBeVisible();
});
