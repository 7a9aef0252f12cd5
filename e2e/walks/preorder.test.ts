import { expect, type Page } from '@playwright/test';
import { jump } from '../support/sandbox.ts';
import { sayIn } from '../support/texts.ts';
import { inspect, passesAxe, pressAgain, test } from '../support/watch.ts';

const say = sayIn('en');

test('a borrower who repaid on time requests a larger limit, withdraws one offer and is paid the other', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'regular');
  await page.goto('/#/home');
  await test.step('requests the larger limit', () => requestMore(page));
  await test.step('withdraws one offer and accepts the other', () => acceptOne(page));
});

/** Home opens the loan guide; cancelling it asks once for confirmation; the guide leads to the larger limit. */
async function requestMore(page: Page): Promise<void> {
  const guide = page.getByRole('dialog', { name: say('guide.title') });
  await expect(guide.getByText('₹25,000', { exact: true })).toBeVisible();
  await passesAxe(page);
  await guide.getByRole('button', { name: say('guide.cancel') }).click();
  const retain = page.getByRole('dialog', { name: say('guide.retain_title') });
  await expect(retain.getByText(say('guide.tip_tenure'))).toBeVisible();
  await passesAxe(page);
  const done = page.getByRole('dialog', { name: say('guide.done') });
  await pressAgain(retain.getByRole('button', { name: say('guide.apply'), exact: true }), done);
  await expect(done.getByText(say('guide.done_offered'))).toBeVisible();
  await passesAxe(page);
  await done.getByRole('button', { name: say('guide.see_orders') }).click();
}

/** One of the two offers is withdrawn, the other read, accepted and paid out. */
async function acceptOne(page: Page): Promise<void> {
  const [larger, smaller] = ['Noren 30', 'Noren 15'].map((name) => page.getByRole('region', { name })) as [
    ReturnType<typeof page.getByRole>,
    ReturnType<typeof page.getByRole>,
  ];
  await expect(smaller.getByText(say('orders.status_acceptance'))).toBeVisible();
  await inspect(page, say('ui.tab_order'));
  await larger.getByRole('button', { name: say('orders.withdraw') }).click();
  const question = page.getByRole('dialog', { name: say('orders.withdraw_title') });
  await passesAxe(page);
  await question.getByRole('button', { name: say('orders.withdraw_yes') }).click();
  await expect(larger).toBeHidden();
  await smaller.getByRole('link', { name: say('orders.review') }).click();
  // 3 % of 9,000 is 270, and 48.60 GST; 135 interest for 15 days.
  await expect(page.getByText('₹8,681.40')).toBeVisible();
  await inspect(page, 'Noren 15');
  await page.getByRole('button', { name: new RegExp(`^${say('loans.purpose')}`) }).click();
  await page.getByRole('option', { name: 'Household', exact: true }).click();
  await page.getByRole('button', { name: say('loans.see_key_facts') }).click();
  const facts = page.getByRole('dialog', { name: say('kfs.title') });
  await expect(facts.getByText('₹9,135.00').first()).toBeVisible();
  await passesAxe(page);
  await facts.getByRole('checkbox').check();
  const applied = page.getByRole('dialog', { name: say('loans.applied') });
  await pressAgain(facts.getByRole('button', { name: say('kfs.accept', { amount: '₹8,681.40' }) }), applied);
  await applied.getByRole('button', { name: say('loans.see_order') }).click();
  await expect(smaller.getByText(say('orders.status_active'))).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: say('ui.tab_home') }).click();
  await inspect(page, say('home.recommended'));
}
