import { expect, type Page } from '@playwright/test';
import { jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { inspect, passesAxe, pressAgain, test } from '../support/watch.ts';

const textOf = textsIn('en');

test('a borrower who repaid on time requests a larger limit, withdraws one offer and is paid the other', {
  tag: '@main',
}, async ({ page, context, baseURL }) => {
  await jump(context, baseURL ?? '', 'regular');
  await page.goto('/#/home');
  await test.step('requests the larger limit', () => requestMore(page));
  await test.step('withdraws one offer and accepts the other', () => acceptOne(page));
});

/** Home opens the loan guide; cancelling it asks each time; the guide leads to the larger limit. */
async function requestMore(page: Page): Promise<void> {
  const guide = page.getByRole('dialog', { name: textOf('guide.title') });
  const limits = { now: '₹20,000', limit: '₹25,000' };

  await expect(guide.getByText(textOf('guide.from_to', limits))).toBeVisible();
  await passesAxe(page);

  const retain = page.getByRole('dialog', { name: textOf('guide.retain_title') });
  await guide.getByRole('button', { name: textOf('guide.cancel') }).click();
  await expect(retain).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: textOf('guide.see'), exact: true }).click();
  await pressAgain(
    guide.getByRole('button', { name: textOf('guide.cancel') }),
    retain.getByText(textOf('guide.tip_tenure')),
  );
  await expect(retain.getByText(textOf('guide.lose', limits))).toBeVisible();
  await passesAxe(page);

  const done = page.getByRole('dialog', { name: textOf('guide.done') });
  await pressAgain(retain.getByRole('button', { name: textOf('guide.apply'), exact: true }), done);
  await expect(done.getByText(textOf('guide.done_offered'))).toBeVisible();
  await passesAxe(page);
  await done.getByRole('button', { name: textOf('guide.see_orders') }).click();
}

/** One of the two offers is withdrawn, the other read, accepted and paid out. */
async function acceptOne(page: Page): Promise<void> {
  const [larger, smaller] = ['Noren 30', 'Noren 15'].map((name) =>
    page.getByRole('region', { name }),
  ) as [ReturnType<typeof page.getByRole>, ReturnType<typeof page.getByRole>];
  await expect(smaller.getByText(textOf('orders.status_acceptance'))).toBeVisible();
  await inspect(page, textOf('ui.tab_order'));

  const reviews = page.getByRole('link', { name: textOf('orders.review') });
  for (const review of await reviews.all()) await expect(review).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: textOf('orders.withdraw') })).toHaveCount(0);
  await larger.getByRole('button', { name: textOf('orders.details') }).click();
  await page.getByRole('button', { name: textOf('orders.withdraw') }).click();

  const question = page.getByRole('dialog', { name: textOf('orders.withdraw_title') });
  await passesAxe(page);
  await question.getByRole('button', { name: textOf('orders.withdraw_yes') }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: textOf('ui.close') }).click();
  await expect(larger).toBeHidden();
  await smaller.getByRole('link', { name: textOf('orders.review') }).click();
  // 3 % of 9,000 is 270, and 48.60 GST; 135 interest for 15 days.
  await expect(page.getByText('₹8,681.40')).toBeVisible();
  await inspect(page, 'Noren 15');
  await page.getByRole('button', { name: new RegExp(`^${textOf('loans.purpose')}`) }).click();
  await page.getByRole('option', { name: 'Household', exact: true }).click();
  await page.getByRole('button', { name: textOf('loans.see_key_facts') }).click();

  const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
  await expect(facts.getByText('₹9,135.00').first()).toBeVisible();
  await passesAxe(page);
  await facts.getByRole('checkbox').check();

  const applied = page.getByRole('dialog', { name: textOf('loans.applied') });
  await pressAgain(
    facts.getByRole('button', { name: textOf('kfs.accept', { amount: '₹8,681.40' }) }),
    applied,
  );
  await applied.getByRole('button', { name: textOf('loans.see_order') }).click();
  await expect(smaller.getByText(textOf('orders.status_active'))).toBeVisible();
  await page.getByRole('link', { name: textOf('ui.tab_home') }).click();
  await inspect(page, textOf('home.recommended'));
}
