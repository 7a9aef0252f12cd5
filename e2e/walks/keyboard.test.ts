import { expect, type Locator, type Page } from '@playwright/test';
import { showsFocus } from '../support/keyboard-reach.ts';
import { inventPerson, jump, readCode } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { test } from '../support/watch.ts';

const textOf = textsIn('en');

test('signing in needs no pointer', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const { phone } = await inventPerson(url);

  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: textOf('noren.start') }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(textOf('login.phone_label'))).toBeFocused();
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(textOf('login.code_label'))).toBeFocused();
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel(textOf('login.code_label')), 'Shift+Tab');
  await page.keyboard.type(await readCode(url, phone));
  await expect(page.getByRole('heading', { name: textOf('certification.title') })).toBeVisible();
});

test('borrowing needs no pointer', async ({ page, context, baseURL }) => {
  await jump(context, baseURL ?? '', 'limit');
  await page.goto('/#/loan?product=N15');

  const purpose = page.getByRole('button', { name: /^What is the loan for/ });
  await tabTo(page, page.getByRole('slider'));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', '₹2,500');
  await tabTo(page, purpose);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeFocused();
  await tabTo(page, page.getByRole('option').first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(purpose).toBeFocused();
  await expect(purpose).not.toContainText(textOf('ui.choose'));
  await tabTo(page, page.getByRole('button', { name: textOf('loans.see_key_facts') }));
  await page.keyboard.press('Enter');

  const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
  await expect(facts.getByRole('heading', { name: textOf('kfs.title') })).toBeFocused();
  await tabTo(page, facts.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, facts.getByRole('button', { name: /^Accept and get/ }));
  await page.keyboard.press('Enter');

  const done = page.getByRole('dialog', { name: textOf('loans.applied') });
  await tabTo(page, done.getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: textOf('ui.tab_order') })).toBeFocused();
});

test('repaying needs no pointer', async ({ page, context, baseURL }) => {
  const { repayId } = await jump(context, baseURL ?? '', 'overdue');
  await page.goto(`/#/repay/${repayId}`);

  const explain = page.getByRole('button', { name: new RegExp(`^${textOf('repay.explain')}`) });
  await tabTo(page, explain);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: textOf('repay.explain') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(explain).toBeFocused();

  const pay = page.getByRole('main').getByRole('button').last();
  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  await tabTo(
    page,
    page.getByRole('dialog').getByRole('button', { name: textOf('pay.by_upi_note') }),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/sky-scan/);
  await tabTo(
    page,
    page.getByRole('button', { name: textOf('ui.back'), exact: true }),
    'Shift+Tab',
  );
});

test('moving the due date needs no pointer', async ({ page, context, baseURL }) => {
  const { repayId } = await jump(context, baseURL ?? '', 'due-tomorrow');
  await page.goto(`/#/repay/${repayId}`);
  await tabTo(page, page.getByRole('radio').first());

  const extend = page.getByRole('radio', { name: 'Move the due date by 7 days' });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(extend).toBeChecked({ timeout: 500 });
  }).toPass();

  const see = page.getByRole('button', { name: textOf('extension.see') });
  await tabTo(page, see);
  await page.keyboard.press('Enter');

  const addendum = page.getByRole('dialog', { name: textOf('extension.addendum') });
  await expect(addendum.getByRole('heading', { name: textOf('extension.addendum') })).toBeFocused();
  await tabTo(page, addendum.getByRole('checkbox'));
  await page.keyboard.press('Escape');
  await expect(see).toBeFocused();
});

test('asking for help needs no pointer', async ({ page, context, baseURL }) => {
  await jump(context, baseURL ?? '', 'limit');
  await page.goto('/#/feedback');

  const help = page.getByRole('button', { name: textOf('service.title') });
  await tabTo(page, help);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('link', { name: textOf('service.email') }));
  await page.keyboard.press('Escape');
  await expect(help).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: textOf('feedback.send') }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /2 things/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^What is it about/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('option').first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel(textOf('feedback.text')));
  await page.keyboard.type('It stays white');
  await tabTo(page, page.getByRole('button', { name: textOf('feedback.send') }));
  // A second press within half a second counts as the same tap, and keys are that fast.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^F\d{6}[0-9A-Z]{6}$/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

/**
 * Presses Tab until the control has the focus, with a limit, and checks that the focus is visible.
 */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();

  for (let steps = 0; steps < 30; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press(key);
  }

  await expect(target).toBeFocused();
  expect(await target.evaluate(showsFocus), 'the focus is seen').toBe(true);
}
