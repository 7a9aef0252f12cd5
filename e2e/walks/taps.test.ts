import { expect, type Page } from '@playwright/test';
import { giveCoupon } from '../support/colleague.ts';
import { countTaps } from '../support/count-taps.ts';
import { inventPerson, jump, payPayment } from '../support/sandbox.ts';
import { agree, pickBirthDay } from '../support/scenario.ts';
import { textsIn } from '../support/texts.ts';
import { inspect, passesAxe, test } from '../support/watch.ts';

const textOf = textsIn('en');
const readCode = (page: Page) =>
  new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('code') ?? '';

// Certification and sign-in are counted in first-loan.test.ts.
test('borrowing with the best coupon takes six taps from Home', { tag: '@main' }, async ({
  page,
  context,
  baseURL,
}) => {
  const taps = await countTaps(page);
  const { userId } = await jump(context, baseURL ?? '', 'limit');

  await giveCoupon(userId);
  await page.goto('/#/home');
  await page.getByRole('link', { name: 'Noren 7' }).click();
  await expect(page.getByText(textOf('loans.fee_discount'))).toBeVisible();
  await page.getByRole('button', { name: textOf('loans.see_key_facts') }).click();

  const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
  await facts.getByRole('checkbox').click();

  const accept = facts.getByRole('button', {
    name: new RegExp(`^${textOf('kfs.accept', { amount: '' })}`),
  });
  await accept.click();

  const applied = page.getByRole('dialog', { name: textOf('loans.applied') });
  await applied.getByRole('button', { name: textOf('loans.see_order') }).click();
  await expect(
    page.getByRole('heading', { name: textOf('ui.tab_order'), exact: true }),
  ).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(6);
});

test('repaying takes two taps to a UPI app', async ({ page, context, baseURL }) => {
  const taps = await countTaps(page);
  const { repayId } = await jump(context, baseURL ?? '', 'active');

  await page.goto(`/#/repay/${repayId}`);
  await page.getByRole('button', { name: /^Pay ₹/ }).click();

  // The second opens the app, which a test's browser does not have.
  const app = page.getByRole('link', { name: textOf('pay.open_app') });
  await expect(app).toHaveAttribute('href', /^upi:\/\/pay\?/);
  expect(taps() + 1).toBeLessThanOrEqual(2);
});

test('moving the due date takes five taps from Home, and the receipt says the new one', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const taps = await countTaps(page);

  await jump(context, url, 'due-tomorrow');
  await page.goto('/#/home');
  await page.getByRole('link', { name: textOf('orders.repay'), exact: true }).click();

  const choice = page.locator('label').filter({ hasText: 'Move the due date by 7 days' });
  const day = /\d\d\/\d\d\/\d{4}/.exec(await choice.innerText())?.[0] ?? 'no day';

  await choice.click();
  await page.getByRole('button', { name: textOf('extension.see') }).click();

  const addendum = page.getByRole('dialog', { name: textOf('extension.addendum') });
  await addendum.getByRole('checkbox').click();
  await addendum.getByRole('button', { name: /^Accept and pay/ }).click();
  await expect(page.getByRole('img')).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(5);
  await payPayment(url, readCode(page));

  const receipt = page.getByRole('region', { name: textOf('pay.receipt') });
  await expect(receipt.getByText(day)).toBeVisible();
  await inspect(page, textOf('pay.title'));
});

test('a birth date is picked in its sheet, and a bank is found by a part of its name', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  await jump(context, url, 'personal');
  await page.goto('/#/facial-auth/step-two');
  await agree(page, 'personal_information');
  await pickBirthDay(page, (await inventPerson(url)).birthDay);
  await passesAxe(page);
  await jump(context, url, 'bank');
  await page.goto('about:blank');
  await page.goto('/#/facial-auth/step-four');
  await agree(page, 'bank_account');
  await page.getByRole('button', { name: new RegExp(`^${textOf('bank.bank')}`) }).click();

  const list = page.getByRole('dialog', { name: textOf('bank.choose') });
  await expect(list.getByRole('option').first()).toHaveText('State Bank of India');

  const { height } = (await list.boundingBox()) ?? { height: 0 };
  await list.getByRole('searchbox').fill('kotak');
  await expect(list.getByRole('option').first()).toHaveText(/^Kotak/);
  expect((await list.boundingBox())?.height, 'the list does not jump').toBe(height);
  await passesAxe(page);
  await list.getByRole('option').first().click();
  await expect(
    page.getByRole('button', { name: new RegExp(`^${textOf('bank.bank')} Kotak`) }),
  ).toBeVisible();
});
