import { expect, type Page } from '@playwright/test';
import { refuseFirstView } from '../support/first-view.ts';
import { inventPerson, jump } from '../support/sandbox.ts';
import { registerAndSignIn } from '../support/scenario.ts';
import { textsIn } from '../support/texts.ts';
import { inspect, pressAgain, settle, test } from '../support/watch.ts';

// A signed-in user reaches their own screens by tapping, at any stage of the certification.

const textOf = textsIn('en');
const bar = (page: Page) => page.getByRole('navigation', { name: textOf('ui.main_parts') });
const expectPath = (page: Page, path: string) =>
  expect.poll(() => new URL(page.url()).hash).toBe(`#${path}`);

async function tapTab(page: Page, tab: 'ui.tab_home' | 'ui.tab_user'): Promise<void> {
  await bar(page)
    .getByRole('link', { name: textOf(tab) })
    .tap();
}

test('a new user reaches consents, sessions, help and log-out by tapping, from the introduction and the landing page', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? '';
  await registerAndSignIn({ page, url, person: await inventPerson(url) });

  await test.step('from the introduction of the certification to a consent given later', async () => {
    await tapTab(page, 'ui.tab_user');
    await inspect(page, textOf('ui.tab_user'));

    for (const group of [
      'account.your_loans',
      'account.messages_and_help',
      'account.security_and_privacy',
    ] as const)
      await expect(page.getByRole('heading', { level: 2, name: textOf(group) })).toBeVisible();

    await page.getByRole('link', { name: textOf('data.title') }).tap();
    await page.getByRole('link', { name: new RegExp(`^${textOf('data.consents')}`) }).tap();
    await inspect(page, textOf('data.consents'));

    const usage = page.getByRole('button', {
      name: new RegExp(`^${textOf('data.purpose_usage')}`),
    });
    await expect(usage).toContainText(textOf('data.state_none'));
    await usage.tap();

    const sheet = page.getByRole('dialog', { name: textOf('data.purpose_usage') });
    await sheet.getByRole('button', { name: textOf('data.agree'), exact: true }).tap();
    await expect(usage).toContainText(textOf('data.withdraw'));
  });

  await test.step('from the landing page, which offers help too', async () => {
    await page.getByRole('button', { name: textOf('ui.back') }).tap();
    await expectPath(page, '/data');
    // A tap on Back within half a second of another is a double tap, also on the next screen.
    await pressAgain(
      page.getByRole('button', { name: textOf('ui.back') }),
      page.getByRole('button', { name: textOf('account.log_out') }),
    );
    await tapTab(page, 'ui.tab_home');
    await expectPath(page, '/noren');
    await inspect(page, 'Noren');
    await page
      .getByRole('button', { name: textOf('service.title') })
      .first()
      .tap();

    const help = page.getByRole('dialog', { name: textOf('service.title') });
    await expect(help).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await tapTab(page, 'ui.tab_user');
    await page.getByRole('link', { name: textOf('sessions.title') }).tap();
    await inspect(page, textOf('sessions.title'));
    await page.getByRole('button', { name: textOf('ui.back') }).tap();
    await page.getByRole('button', { name: textOf('account.log_out') }).tap();
    await expect(page.getByRole('link', { name: textOf('noren.start') })).toBeVisible();
    // A visitor has the bar too: its tabs lead to the landing page and to signing in.
    await expect(bar(page)).toHaveCount(1);
  });
});

test('the landing page reserves space for the tab bar: its button does not move when the bar appears', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'new');

  const gate = Promise.withResolvers<void>();
  await refuseFirstView(page);
  await page.route('**/api/user/user/status', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/#/noren');

  const onward = page.getByRole('link', { name: textOf('noren.continue') });
  await expect(onward).toBeVisible();

  const before = await onward.boundingBox();
  await expect(bar(page)).toHaveCount(0);
  gate.resolve();
  await expect(bar(page)).toBeVisible();
  await settle(page);
  expect(await onward.boundingBox()).toEqual(before);

  const edge = await bar(page).boundingBox();
  expect((before?.y ?? 0) + (before?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
});

test('Back closes a sheet first, then leaves the screen; help stays in the header while the page scrolls', async ({
  page,
  context,
  baseURL,
}) => {
  const { repayId } = await jump(context, baseURL ?? '', 'overdue');
  await page.goto('/#/order');
  await page.getByRole('link', { name: textOf('orders.repay') }).tap();
  await expectPath(page, `/repay/${repayId}`);
  await page.getByRole('button', { name: new RegExp(`^${textOf('repay.explain')}`) }).tap();

  const sheet = page.getByRole('dialog', { name: textOf('repay.explain') });
  await expect(sheet.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expectPath(page, `/repay/${repayId}`);
  // Closed by its button, it leaves nothing in the history either.
  await page.getByRole('radio', { name: textOf('repay.part') }).tap();
  await page.getByRole('button', { name: textOf('repay.part_choose_amount') }).tap();

  const part = page.getByRole('dialog', { name: textOf('repay.part') });
  await part.getByRole('button', { name: textOf('ui.close') }).tap();
  await expect(part).toBeHidden();

  const help = page.getByRole('button', { name: textOf('service.title') });
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect(help).toBeInViewport();

  const header = await page.getByRole('banner').boundingBox();
  const icon = await help.boundingBox();

  expect(
    header && icon && icon.y >= header.y && icon.y + icon.height <= header.y + header.height,
  ).toBe(true);
  await page.goBack();
  await expectPath(page, '/order');
});

test('Home shows a loan on a phone of 640 px without scrolling', async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await jump(context, baseURL ?? '', 'limit');
  await page.goto('/#/home');

  const loan = page.getByRole('link', { name: 'Noren 7' });
  await expect(loan).toBeVisible();

  const box = (await loan.boundingBox()) ?? { y: 0, height: 1e6 };
  const tabs = (await bar(page).boundingBox())?.y ?? 0;

  expect(box.y + box.height).toBeLessThanOrEqual(tabs);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textOf('home.what'));
});
