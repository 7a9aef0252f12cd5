import { LANGUAGE_CODES } from '@noren/contract/languages';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openMagicLink } from '../support/magic-link.ts';
import { inventPerson, jump, makeLink, readCode, samplePicture } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';
import { fits, settle, test } from '../support/watch.ts';

// Conditions of phones and networks. Working without a network is tested in offline.test.ts.

const textOf = textsIn('en');
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).first();

/** Signs a new person in by a code, up to the questionnaire. */
async function signIn(page: Page, url: string): Promise<void> {
  const { phone } = await inventPerson(url);
  await page.goto('/#/login');
  await page.getByLabel(textOf('login.phone_label')).fill(phone);
  await page.getByRole('button', { name: textOf('login.send_code') }).click();
  await expect(heading(page, textOf('login.code_title'))).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByLabel(textOf('login.code_label')).fill(await readCode(url, phone));
  await expect.poll(() => new URL(page.url()).hash).toMatch(/identity-auth/);
}

test('a network with 3 s latency: the screen shows that it loads, then the data', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'active');
  await page.goto('/#/customer-service');
  await settle(page);

  const network = await context.newCDPSession(page);
  await network.send('Network.enable');

  const slow = { offline: false, latency: 3_000, downloadThroughput: -1, uploadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', slow);

  // A starved machine may look only after the three seconds: the list also waits until it has.
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/user/borrow/bill?*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    location.hash = '#/order';
  });
  await expect(page.locator('[aria-busy=true], [role=status]').first()).toBeVisible();
  gate.resolve();
  await expect(page.getByRole('region', { name: 'Noren 7' })).toBeVisible();
});

test('storage refused: changing the language, signing in and filling in a form still work', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('refused', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
    indexedDB.open = refuse;
  });
  await page.goto('/#/login');

  const language = page.getByLabel(textOf('ui.language'), { exact: true });
  await language.selectOption('hi');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.locator('select').first().selectOption('en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await signIn(page, baseURL ?? '');
  await page.goto('/#/feedback');
  await page.getByLabel(textOf('feedback.text')).fill('The picture of my card was refused twice.');
  await page.getByRole('button', { name: textOf('feedback.send') }).click();
  await expect(page.getByRole('region', { name: 'One thing needs your attention' })).toBeVisible();
});

test('with cookies refused, the user is warned before a code is sent', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }),
  );

  const { phone } = await inventPerson(baseURL ?? '');
  await page.goto('/#/login');
  await page.getByLabel(textOf('login.phone_label')).fill(phone);
  await page.getByRole('button', { name: textOf('login.send_code') }).click();
  await expect(page.getByText(textOf('login.cookies_refused'))).toBeVisible();
});

test('cookies refused: a magic link is not spent by a session that cannot be stored', async ({
  page,
  baseURL,
  browser,
}) => {
  const url = baseURL ?? '';
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }),
  );

  const elsewhere = await browser.newContext({ baseURL: url });
  const { phone } = await jump(elsewhere, url, 'personal');
  const link = await makeLink(url, phone);

  await elsewhere.clearCookies();
  await page.goto(link);
  await expect(page.getByText(textOf('login.cookies_refused'))).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/login?link=cookies');

  const phonePage = await elsewhere.newPage();
  await openMagicLink(phonePage, link, textOf);
  await expect.poll(() => new URL(phonePage.url()).hash).toBe('#/facial-auth/step-two');
  await elsewhere.close();
});

for (const days of [-1, 1])
  test(`a clock wrong by ${days} day: signing in works`, async ({ page, baseURL, watch }) => {
    // The first request is refused with the right time in its answer.
    watch.allow(/status of 400/);
    await page.addInitScript((ms) => {
      const real = Date.now;
      Date.now = () => real() + ms;
    }, days * 86_400_000);
    await signIn(page, baseURL ?? '');
  });

test('Back returns to each screen in turn, and asks before chosen pictures are lost', async ({
  page,
  context,
  baseURL,
}) => {
  const { repayId } = await jump(context, baseURL ?? '', 'active');
  const paths = [
    '/home',
    '/order',
    `/repay/${repayId}`,
    '/user',
    '/documents',
    '/messages',
    '/customer-service',
  ];

  await page.goto(`/#${paths[0]}`);

  for (const path of [...paths.slice(1), '/feedback'])
    await page.evaluate((to) => {
      location.hash = `#${to}`;
    }, path);

  await expect(heading(page, textOf('feedback.title'))).toBeVisible();

  const buffer = await samplePicture(baseURL ?? '', 'selfie');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.locator('main img')).toHaveCount(1);
  await page.goBack();

  const question = page.getByRole('dialog', { name: textOf('leave.title') });
  await question.getByRole('button', { name: textOf('leave.stay') }).click();
  await expect(question).toBeHidden();
  await page.goBack();
  await question.getByRole('button', { name: textOf('leave.leave') }).click();

  for (const path of paths.toReversed()) {
    await expect.poll(() => new URL(page.url()).hash).toBe(`#${path}`);
    await expect(page.locator('main')).toBeVisible();
    if (path !== paths[0]) await page.goBack();
  }
});

test('two tabs: a magic link signs both in; after signing out in one the other leads to sign-in', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { phone } = await jump(context, url, 'limit');

  await context.clearCookies();
  await page.goto('/#/noren');
  await expect(page.locator('main')).toBeVisible();

  const link = new URL(await makeLink(url, phone), url);
  await page.evaluate((token) => {
    location.hash = `#/noren?openToken=${token}`;
  }, link.searchParams.get('openToken'));
  await expect.poll(() => new URL(page.url()).hash).toBe('#/home');
  expect(page.url()).not.toContain('openToken');

  const other = await openTab(context, '/#/user');
  await other.getByRole('button', { name: textOf('account.log_out') }).click();
  await expect.poll(() => new URL(other.url()).hash).toMatch(/login|noren/);
  // A background request of this tab may have led it there already.
  await page.evaluate(() => {
    location.hash = '#/order';
  });
  await expect.poll(() => new URL(page.url()).hash).toMatch(/login|noren/);
});

async function openTab(context: BrowserContext, at: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(at);
  return tab;
}

// WCAG 1.3.4: the installed app may be rotated like the page in a browser.
test('the installed app rotates with the phone', async ({ request }) => {
  for (const language of LANGUAGE_CODES) {
    const manifest = await (await request.get(`/manifest.${language}.webmanifest`)).json();
    expect(manifest).toMatchObject({ display: 'standalone', lang: language });
    expect(manifest).not.toHaveProperty('orientation');
  }
});

test('rotating the phone keeps the typed text and clips nothing', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'limit');
  await page.goto('/#/feedback');

  const words = page.getByLabel(textOf('feedback.text'));
  await words.fill('My bank says that it was paid.');
  await page.setViewportSize({ width: 800, height: 360 });
  await fits(page);
  await expect(words).toHaveValue('My bank says that it was paid.');
  await page.getByRole('button', { name: textOf('feedback.send') }).click();
  await expect(
    page.getByRole('region', { name: 'One thing needs your attention' }),
  ).toBeInViewport();
});

test('a language whose texts fail to load is reported, and applied once they load', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  await page.route(/assets\/hi-[^/]*\.js/, (route) => route.abort());
  await page.goto('/#/noren');
  // Before the app has started, choosing a language loads a page in that language instead.
  await expect(page.locator('#app[data-shell]')).toHaveCount(0);
  await page.getByLabel(textOf('ui.language')).first().selectOption('hi');
  await expect(toastOf(page, textOf('ui.language_failed', { language: 'हिन्दी' }))).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.unroute(/assets\/hi-[^/]*\.js/);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
});
