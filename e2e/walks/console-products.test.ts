import { type Browser, expect, type Page } from '@playwright/test';
import type { RunningApp } from '../../tools/app.mjs';
import { DESK, enrolInvited, openDesk, passesAxe, signInAs } from '../support/desk.ts';
import { newTest, test } from '../support/installation.ts';
import { openPhone } from '../support/phone.ts';
import { inventPerson, moveDay } from '../support/sandbox.ts';
import { registerAndSignIn } from '../support/scenario.ts';

test.use(DESK);
newTest.use(DESK);

const REASON = 'The board decided it on Monday';

/** Another product manager, who has a passkey. */
async function openChecker(browser: Browser, installation: RunningApp): Promise<Page> {
  const page = await openDesk(browser, installation);
  await enrolInvited(page, installation, { name: 'Ritu Shah', roles: ['product_manager'] });
  return page;
}

/** Opens the waiting request with the reason and approves it. */
async function approve(checker: Page, about: string | RegExp): Promise<void> {
  await checker.goto('/products');
  await checker.getByRole('link', { name: REASON }).click();
  await expect(checker.getByText(about).first()).toBeVisible();
  await passesAxe(checker);
  await checker.getByRole('button', { name: 'Approve' }).click();

  const confirm = checker.getByRole('region', { name: 'Approve this request' });
  await confirm.getByRole('button', { name: 'Approve' }).click();
  await expect(checker.getByText('Approved', { exact: true })).toBeVisible();
}

/** Terms that the law forbids are refused beside their fields; then they are mended. */
async function refuseIllegal(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'Products', exact: true })
    .click();
  await expect(page.getByRole('grid', { name: 'Versions by day' }).getByRole('row')).toHaveCount(4);
  await passesAxe(page);
  await page.getByRole('link', { name: 'New version of N07' }).click();
  await page.getByRole('textbox', { name: 'Cooling-off period in days' }).fill('0');
  await page.getByRole('textbox', { name: 'Penal charge a day' }).fill('20');
  await page.getByRole('button', { name: 'Check and propose' }).click();

  const alert = page.getByRole('alert');
  await expect(alert.getByText('Fix 2 fields')).toBeVisible();
  await expect(alert.getByText(/at least 1 day, not 0 \(RBI/)).toBeVisible();
  await expect(alert.getByText(/at most 0.2 % a day, not 20 %/)).toBeVisible();
  await expect(page.getByText('These terms cannot be priced yet.')).toBeVisible();
  await passesAxe(page);
  await page.getByRole('textbox', { name: 'Cooling-off period in days' }).fill('3');
  await page.getByRole('textbox', { name: 'Penal charge a day' }).fill('0.1');
}

/** The borrower's products and the landing page before and after the day; the order made before. */
async function checkOffered(
  browser: Browser,
  installation: RunningApp,
  borrower: Page,
): Promise<void> {
  const visitor = await browser.newPage({ baseURL: installation.url });
  await visitor.goto('/');
  await expect(visitor.getByText('for 7 to 30 days, from 0.08% a day')).toBeVisible();
  await borrower.goto('/#/home');
  await expect(borrower.getByText('Noren 7', { exact: true }).first()).toBeVisible();
  await expect(borrower.getByText('Noren 7 Plus')).toHaveCount(0);
  await moveDay(installation.url);
  await borrower.reload();
  await expect(borrower.getByText('Noren 7 Plus').first()).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('for 7 to 30 days, from 0.05% a day')).toBeVisible();
  await borrower.goto('/#/order');
  await expect(borrower.getByRole('region', { name: 'Noren 7', exact: true })).toBeVisible();
  await expect(borrower.getByText('Noren 7 Plus')).toHaveCount(0);
  await visitor.close();
}

newTest(
  'a product manager makes a version, another approves it by passkey, and it is offered from its day',
  async ({ page, browser, installation, watch }) => {
    watch.allow(/status of 401/);

    const { app: borrower } = await openPhone(browser, installation.url, 'active');
    await signInAs(page, 'Product manager', '/products');

    await test.step('illegal terms are refused in words at their fields', () =>
      refuseIllegal(page));

    await test.step('key facts at five amounts follow the terms, and the change is proposed', async () => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Noren 7 Plus');
      await page.getByRole('textbox', { name: 'Interest a day' }).fill('0.05');

      const facts = page.getByRole('table', { name: 'Key facts at five amounts' });
      await expect(facts.getByRole('row')).toHaveCount(6);
      // 1,000 for 7 days at 0.05 % a day; 3 % fee and its GST.
      await expect(facts.getByRole('row').nth(1)).toHaveText(
        /1,000\.00.*30\.00.*5\.40.*964\.60.*3\.50.*1,003\.50/,
      );
      await page.getByRole('button', { name: 'Check and propose' }).click();

      const confirm = page.getByRole('region', { name: 'What will change' });
      await expect(
        confirm.getByRole('row', { name: /Interest a day 0.1% 0.05% Differs/ }),
      ).toBeVisible();
      await passesAxe(page);
      await confirm.getByRole('textbox', { name: 'Reason' }).fill(REASON);
      await confirm.getByRole('button', { name: 'Propose' }).click();
      await expect(
        page.getByText('You proposed this. Someone else must approve it.'),
      ).toBeVisible();
      await passesAxe(page);
    });

    const checker = await openChecker(browser, installation);
    await test.step('another one approves it with a passkey', () =>
      approve(checker, 'Noren 7 Plus'));

    await test.step('from its day it is offered and on the landing page; the old order keeps its terms', () =>
      checkOffered(browser, installation, borrower));

    await test.step('the two versions are compared', async () => {
      await page.goto('/products');
      await page.getByLabel('This version').selectOption('N07.1');
      await page.getByLabel('With this one').selectOption('N07.2');

      const compared = page.getByRole('table', { name: 'Compare two versions' });
      await expect(compared.getByText('Differs')).toHaveCount(2);
      await expect(
        page.getByRole('row', { name: /N07 · Noren 7 Plus 2 .* Offered/ }),
      ).toBeVisible();
      await passesAxe(page);
    });
    await borrower.context().close();
    await checker.context().close();
  },
);

newTest(
  'a new card is back-tested, approved by another, and decides from its day',
  async ({ page, browser, installation, watch }) => {
    watch.allow(/status of 401/);

    // The application that the back-test decides again.
    const { app: borrower } = await openPhone(browser, installation.url, 'limit');
    await signInAs(page, 'Product manager', '/products');
    await page.goto('/products?tab=scorecard');
    await expect(page.getByText('In force', { exact: true })).toBeVisible();
    await passesAxe(page);
    await page.getByRole('link', { name: 'New version' }).click();

    await test.step('a card that cannot be is refused at its place', async () => {
      await page.getByRole('textbox', { name: 'Review by a person below, in points' }).fill('20');
      await page.getByRole('button', { name: 'Check and propose' }).click();
      await expect(page.getByRole('alert').getByText(/Review must begin/)).toBeVisible();
      await passesAxe(page);
    });

    await test.step('the back-test says who would be decided otherwise', async () => {
      await page.getByRole('textbox', { name: 'Review by a person below, in points' }).fill('190');
      await page.getByRole('textbox', { name: 'Decline below, in points' }).fill('190');
      await expect(async () => {
        await page.getByRole('button', { name: 'Run the back-test' }).click();
        await expect(page.getByText('Approved → Declined')).toBeVisible({ timeout: 10_000 });
      }).toPass();
      await expect(
        page.getByRole('grid', { name: 'Decided differently' }).getByRole('row').nth(1),
      ).toContainText('Declined');
      await passesAxe(page);
      await page.getByRole('button', { name: 'Check and propose' }).click();

      const confirm = page.getByRole('region', { name: 'What will change' });
      await expect(
        confirm.getByRole('row', { name: /Decline below, in points 30 190/ }),
      ).toBeVisible();
      await confirm.getByRole('textbox', { name: 'Reason' }).fill(REASON);
      await confirm.getByRole('button', { name: 'Propose' }).click();
      await expect(
        page.getByText('You proposed this. Someone else must approve it.'),
      ).toBeVisible();
    });

    await test.step('from its day it decides', async () => {
      const checker = await openChecker(browser, installation);
      await approve(checker, 'Decline below, in points');
      await moveDay(installation.url);
      await page.goto('/products?tab=scorecard');
      await expect(page.getByRole('combobox', { name: 'Version' })).toHaveValue(/\/2$/);
      await expect(page.getByText('In force', { exact: true })).toBeVisible();
      await expect(page.getByRole('row', { name: /Decline below, in points 190/ })).toBeVisible();
      await checker.context().close();
    });
    await borrower.context().close();
  },
);

test('a campaign and a setting are proposed by one and approved by another', async ({
  page,
  browser,
  installation,
  watch,
}) => {
  watch.allow(/status of 401/);
  await signInAs(page, 'Product manager', '/products');

  const checker = await openChecker(browser, installation);

  await test.step('a campaign with a budget', async () => {
    await page.goto('/products?tab=coupons');
    await expect(page.getByText('No campaigns yet')).toBeVisible();
    await page.getByRole('link', { name: 'New campaign' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('First loans');
    await page.getByRole('textbox', { name: 'Amount off' }).fill('100');
    await page.getByRole('textbox', { name: 'Budget' }).fill('50');
    await page.getByRole('button', { name: 'Check and propose' }).click();
    await expect(
      page.getByRole('alert').getByText('The budget does not pay for one coupon.'),
    ).toBeVisible();
    await passesAxe(page);
    await page.getByRole('textbox', { name: 'Budget' }).fill('1000');
    await expect(page.getByText('It pays for 10 coupons.')).toBeVisible();
    await page.getByRole('button', { name: 'Check and propose' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await page.getByRole('button', { name: 'Propose' }).click();
    await expect(page.getByText('You proposed this. Someone else must approve it.')).toBeVisible();
    await approve(checker, 'First loans');
    await page.goto('/products?tab=coupons');
    await expect(page.getByRole('row', { name: /First loans .* Scheduled/ })).toBeVisible();
    await passesAxe(page);
  });

  await test.step('a card of the carousel', async () => {
    await page.goto('/products?tab=app');
    await passesAxe(page);
    await page.getByRole('link', { name: 'New card' }).click();
    await page.getByRole('textbox', { name: 'Id', exact: true }).fill('diwali_hours');
    await page.getByRole('button', { name: 'Check and propose' }).click();
    await expect(page.getByRole('alert').getByText(/Enter the English title/)).toBeVisible();
    await passesAxe(page);
    await page.getByRole('textbox', { name: 'Title, English' }).fill('Hours at Diwali');
    await page.getByRole('textbox', { name: 'Text, English' }).fill('We answer until 20:00.');
    await page.getByRole('button', { name: 'Check and propose' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await page.getByRole('button', { name: 'Propose' }).click();
    await expect(page.getByText('You proposed this. Someone else must approve it.')).toBeVisible();
    await approve(checker, 'Hours at Diwali');

    const { app: borrower } = await openPhone(browser, installation.url, 'limit');
    await borrower.goto('/#/home');
    await expect(borrower.getByText('Hours at Diwali').first()).toBeAttached();
    await borrower.context().close();
  });
  await checker.context().close();
});

newTest(
  'a sign-up by an advertisement appears under its campaign, on its day',
  async ({ page, browser, installation, watch }) => {
    watch.allow(/status of 40[01]/);

    const { url } = installation;
    const phone = await browser.newPage({ baseURL: url, viewport: { width: 360, height: 800 } });
    const actor = { page: phone, url, person: await inventPerson(url) };

    await registerAndSignIn(actor, '/?utm_campaign=monsoon-2026&gclid=CjRawClick');

    await signInAs(page, 'Product manager', '/sources');

    const campaigns = page.getByRole('grid', { name: 'Advertisements' });
    await expect(
      campaigns.getByRole('row', { name: /^monsoon-2026 1 1 0 \(0%\) 0 \(0%\) 0 \(0%\)$/ }),
    ).toBeVisible();
    await expect(page.getByText('No answers yet')).toBeVisible();
    await passesAxe(page);

    await page.goto('/sources?from=2026-01-01&to=2026-01-31');
    await expect(page.getByText('No one came from an advertisement')).toBeVisible();
    await page.goto('/sources?from=2026-02-01&to=2026-01-31');
    await expect(
      page.getByText('The period ends before it starts. Choose a later last day.'),
    ).toBeVisible();
    await passesAxe(page);
  },
);
