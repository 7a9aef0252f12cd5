import { LANGUAGES } from '@noren/contract/languages';
import { expect, type Page, type Route } from '@playwright/test';
import { holdApp, isWritten } from '../support/first-view.ts';
import { countLetters } from '../support/letter-sizes.ts';
import { inventPerson, jump, readCode } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { fits, settle, test } from '../support/watch.ts';

const textOf = textsIn('en');

const FAULT = { code: 500, msg: 'Something went wrong.', data: null };

test('text typed before the app has started is kept, and submitted by the app', async ({
  page,
  baseURL,
}) => {
  const { phone } = await inventPerson(baseURL ?? '');
  const startApp = await holdApp(page);

  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: textOf('noren.start') }).tap();

  const field = page.getByLabel(textOf('login.phone_label'));
  await field.tap();
  await field.pressSequentially(phone.slice(0, 6));
  await expect(isWritten(page)).toHaveCount(1);

  const element = await field.elementHandle();
  startApp();
  await expect(isWritten(page)).toHaveCount(0);
  // The same element, so the keyboard stays open and the cursor where it was.
  expect(
    await field.evaluate(
      (now, before) => now === before && document.activeElement === now,
      element,
    ),
  ).toBe(true);
  await page.keyboard.type(phone.slice(6));
  await expect(field).toHaveValue(phone);
  await page.getByRole('button', { name: textOf('login.send_code') }).tap();
  await expect(page.getByRole('heading', { name: textOf('login.code_title') })).toBeVisible();
  expect(await readCode(baseURL ?? '', phone)).toMatch(/^\d{4}$/);
});

test('a phone number submitted before the app has started is sent afterwards; changing the language keeps it', async ({
  page,
  baseURL,
}) => {
  const { phone } = await inventPerson(baseURL ?? '');
  const startApp = await holdApp(page);

  await page.goto('/#/login', { waitUntil: 'commit' });
  await page.getByLabel(textOf('login.phone_label')).pressSequentially(phone.slice(0, 6));
  await page.getByLabel(textOf('ui.language')).selectOption('hi');

  const hindi = textsIn('hi');
  const field = page.getByLabel(hindi('login.phone_label'));

  await expect(field).toHaveValue(phone.slice(0, 6));
  await field.press('End');
  await field.pressSequentially(phone.slice(6));
  await expect(isWritten(page)).toHaveCount(1);
  await page.getByRole('button', { name: hindi('login.send_code') }).tap();
  startApp();
  await expect(page.getByRole('heading', { name: hindi('login.code_title') })).toBeVisible();
});

test('a button tapped before the app has started works afterwards and shows that it is busy', async ({
  page,
  baseURL,
}) => {
  const { phone } = await inventPerson(baseURL ?? '');
  const requested: string[] = [];

  page.on('request', (request) => requested.push(request.url()));

  const startApp = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: textOf('noren.start') }).tap();

  const send = page.getByRole('button', { name: textOf('login.send_code') });
  await page.getByLabel(textOf('login.phone_label')).fill(phone);
  await send.tap();
  expect(await send.evaluate((button) => getComputedStyle(button, '::before').width)).not.toBe(
    'auto',
  );
  // Going back cancels the submission.
  await page.getByRole('button', { name: textOf('ui.back') }).tap();
  await expect(isWritten(page)).toHaveCount(1);
  startApp();
  await expect(page.getByRole('link', { name: textOf('noren.start') })).toBeVisible();
  await expect(isWritten(page)).toHaveCount(0);
  await expect(page.locator('[data-sent]')).toHaveCount(0);
  await page.getByRole('link', { name: textOf('noren.start') }).tap();
  await expect(page.getByRole('button', { name: textOf('login.send_code') })).toBeVisible();
  // The parts loaded when idle are here, so a pending submission would have been sent by now.
  await expect
    .poll(() => requested.some((url) => url.includes('/service-worker-start-')))
    .toBe(true);
  expect(requested.filter((url) => url.endsWith('/login/otp'))).toEqual([]);
});

test('leaving a screen while the app takes it over leads to the other screen', async ({ page }) => {
  // React is given its turns by messages: before each of them, until it has taken over, the address
  // changes.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...given: [unknown]) {
      if (document.querySelector('#app[data-shell]')) {
        history.replaceState(null, '', location.hash === '#/login' ? '#/noren' : '#/login');
        dispatchEvent(new HashChangeEvent('hashchange'));
      }

      return postMessage.apply(this, given);
    } as typeof postMessage;
  });
  await page.goto('/#/noren');
  await expect(isWritten(page)).toHaveCount(0);

  for (const [path, words] of [
    ['/login', textOf('login.title')],
    ['/noren', textOf('noren.start')],
    ['/login', textOf('login.title')],
  ] as const) {
    await page.goto(`/#${path}`);
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  }
});

test('the app hydrates the pre-rendered screens without changing them, in every language', async ({
  page,
}) => {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));

  for (const language of ['en', 'hi', 'es', 'id', 'vi', 'th'])
    for (const path of ['/noren', '/login']) {
      await page.goto('/#/test');
      // A redirect during hydration would replace the pre-rendered screen.
      await expect(isWritten(page)).toHaveCount(0);
      await page.evaluate((chosen) => {
        // biome-ignore lint/suspicious/noDocumentCookie: as the app does it
        document.cookie = `noren_language=${chosen}; Path=/`;
      }, language);

      const startApp = await holdApp(page);
      await page.goto(`/#${path}`, { waitUntil: 'commit' });
      await page.reload({ waitUntil: 'commit' });
      await expect(isWritten(page)).toHaveCount(1);

      const words = await page.locator('main').innerText();
      startApp();
      await expect(isWritten(page)).toHaveCount(0);
      expect(await page.locator('main').innerText()).toBe(words);
      await page.unrouteAll();
    }

  expect(messages.filter((text) => text.includes('was not hydrated'))).toEqual([]);
});

test('the app hydrates the loading screen from which it leads a visitor to the landing page', async ({
  page,
}) => {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));

  for (const [language, path] of [
    ['en', '/order'],
    ['hi', '/order'],
    ['hi', '/home'],
    ['en', '/facial-auth/step-one'],
    ['hi', '/no-such-screen'],
  ] as const) {
    await page.goto(`/?language=${language}#${path}`);
    await page.reload();
    await expect(page.getByRole('link', { name: textsIn(language)('noren.start') })).toBeVisible();
    await expect(isWritten(page)).toHaveCount(0);
  }

  expect(messages.filter((text) => text.includes('was not hydrated'))).toEqual([]);
});

for (const language of ['en', 'hi', 'vi'] as const)
  test(`on a low phone the landing page shows its price and steps whole, in ${language}`, async ({
    page,
  }) => {
    const words = textsIn(language);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/?language=${language}`);
    await expect(isWritten(page)).toHaveCount(0);

    const steps = await page.getByRole('region', { name: words('noren.steps') }).boundingBox();
    const start = await page.getByRole('link', { name: words('noren.start') }).boundingBox();
    const bar = await page.getByRole('navigation', { name: words('ui.main_parts') }).boundingBox();

    expect((steps?.y ?? 0) + (steps?.height ?? 0)).toBeLessThanOrEqual(start?.y ?? 0);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(640);

    const { all, small } = await countLetters(page);
    expect(small, `small letters of ${all}`).toBeLessThan(all / 3);

    // The links are at the end of the page.
    const privacy = page.getByRole('link', { name: words('noren.privacy'), exact: true });
    expect((await privacy.boundingBox())?.y).toBeGreaterThan(
      (steps?.y ?? 0) + (steps?.height ?? 0),
    );
    await privacy.tap();
    await expect(page.getByRole('heading', { name: words('privacy.title') })).toBeVisible();
  });

test('a browser in another language gets English, and one line that offers its own', async ({
  browser,
  baseURL,
}) => {
  const hindi = textsIn('hi');
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'hi-IN' });
  const page = await context.newPage();
  const messages: string[] = [];

  page.on('console', (message) => messages.push(message.text()));

  const line = page.getByRole('button', { name: LANGUAGES.hi.offer });

  for (const path of ['/noren', '/login']) {
    const startApp = await holdApp(page);
    await page.goto('about:blank');
    await page.goto(`/#${path}`, { waitUntil: 'commit' });
    // Before the app runs, so that the line moves nothing later.
    await expect(isWritten(page).getByRole('button', { name: LANGUAGES.hi.offer })).toBeVisible();
    startApp();
    await expect(isWritten(page)).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(line).toBeVisible();
    await page.unrouteAll();
  }

  expect(messages.filter((text) => text.includes('was not hydrated'))).toEqual([]);

  await line.click();
  await expect(page.getByRole('heading', { name: hindi('login.title') })).toBeVisible();
  await expect(line).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: hindi('login.title') })).toBeVisible();
  await context.close();
});

test('a link that names a language opens the app in it', async ({ page }) => {
  const hindi = textsIn('hi');
  await page.goto('/?language=hi#/login');
  await expect(page.getByRole('heading', { name: hindi('login.title') })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: hindi('login.title') })).toBeVisible();
  await expect(page.getByRole('button', { name: LANGUAGES.en.offer })).toBeVisible();
});

test('a file of the app that failed to load is requested again, and typed text stays', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED|Failed to load resource/);

  let isLost = true;
  await page.route('**/assets/shell-*.js', (route) => (isLost ? route.abort() : route.continue()));
  await page.goto('/#/login');

  const field = page.getByLabel(textOf('login.phone_label'));
  await field.fill('98765');
  await expect(isWritten(page)).toHaveCount(1);
  isLost = false;
  await expect(isWritten(page)).toHaveCount(0);
  await expect(field).toHaveValue('98765');
});

/** The calls that the browser sends from now on. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });

  return calls;
}

const FIRST_VIEW = '/api/user/user/firstView';

for (const { point, path, shown, words } of [
  { point: 'limit', path: '/home', shown: '/home', words: 'home.recommended' },
  { point: 'limit', path: '/', shown: '/home', words: 'home.recommended' },
  { point: 'active', path: '/order', shown: '/order', words: 'orders.to_pay_today' },
  { point: 'active', path: '/repay', shown: '/repay', words: 'repay.ways' },
] as const)
  test(`${path} is whole before the app has started, with one call, and is then hydrated`, {
    tag: '@main',
  }, async ({ page, context, baseURL }) => {
    const { repayId } = await jump(context, baseURL ?? '', point);
    const isRepay = path === '/repay';
    const address = `#${shown}${isRepay ? `/${repayId}` : ''}`;
    const messages: string[] = [];

    page.on('console', (message) => messages.push(message.text()));

    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));

    const calls = recordCalls(page);
    const startApp = await holdApp(page);

    await page.goto(isRepay ? `/${address}` : `/#${path}`, { waitUntil: 'commit' });
    await page.evaluate((start) => {
      const look = () =>
        document.body.innerText.includes(start) &&
        document.body.toggleAttribute('data-flash', true);
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    }, textOf('noren.borrow_up_to'));

    await expect(isWritten(page).getByText(textOf(words)).first()).toBeVisible();
    await expect.poll(() => new URL(page.url()).hash).toBe(address);
    expect(calls.map((url) => url.split('?')[0])).toEqual([FIRST_VIEW]);
    await fits(page);

    const written = await page.locator('main').innerText();

    startApp();
    await expect(isWritten(page)).toHaveCount(0);
    expect(await page.locator('main').innerText()).toBe(written);
    await settle(page);

    const again = calls.filter((url) =>
      /user\/status|creditInfo|borrow\/bill|productList|repay\/detail/.test(url),
    );
    expect(again).toEqual([]);

    const sharedFile = paths.findIndex((path) => path.startsWith('/assets/base-'));
    expect(sharedFile).toBeGreaterThan(paths.indexOf(FIRST_VIEW));
    // A signed-in user never sees the landing page flash by.
    await expect(page.locator('[data-flash]')).toHaveCount(0);
    expect(messages.filter((text) => /first view|not hydrated/.test(text))).toEqual([]);
  });

for (const { fault, spoil } of [
  { fault: 'is lost', spoil: (route: Route) => route.abort() },
  { fault: 'is a fault', spoil: (route: Route) => route.fulfill({ status: 500, json: FAULT }) },
  {
    fault: 'is of an older server',
    spoil: (route: Route) => route.fulfill({ status: 404, json: { ...FAULT, code: 404 } }),
  },
] as const)
  test(`where the first view ${fault}, the app loads and shows the screen by itself`, async ({
    page,
    context,
    baseURL,
    watch,
  }) => {
    watch.allow(/Failed to load resource|ERR_FAILED/);
    await jump(context, baseURL ?? '', 'active');
    await page.route(`**${FIRST_VIEW}?*`, spoil);
    await page.goto('/#/order');
    await expect(page.getByText(textOf('orders.to_pay_today')).first()).toBeVisible();
    await expect(isWritten(page)).toHaveCount(0);
  });

test('a first view that comes late is shown by the app, in Hindi too', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'active');
  await page.goto('/#/privacy-policy');
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the app does it
    document.cookie = 'noren_language=hi; Path=/';
  });

  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });

  await page.route(`**${FIRST_VIEW}?*`, async (route) => {
    await held;
    await route.continue();
  });

  await page.goto('about:blank');
  // Only now: the page before may have started late.
  const calls = recordCalls(page);
  await page.goto('/#/order');
  // The app has started, and waits for the answer instead of sending the calls too.
  await expect(isWritten(page)).toHaveCount(0);
  answer();
  await expect(page.getByText(textsIn('hi')('orders.to_pay_today')).first()).toBeVisible();
  await expect(isWritten(page)).toHaveCount(0);
  expect(calls.filter((url) => /user\/status|borrow\/bill/.test(url))).toEqual([]);
});

test('amounts that a phone hides are hidden by the server too', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'regular');
  await page.goto('/#/privacy-policy');
  await page.evaluate(() => localStorage.setItem('noren.hide_amounts', '1'));
  await page.goto('about:blank');

  const startApp = await holdApp(page);
  await page.goto('/#/home', { waitUntil: 'commit' });
  await expect(isWritten(page).getByText('₹••••').first()).toBeVisible();
  startApp();
  await expect(isWritten(page)).toHaveCount(0);
  await expect(page.getByText('₹••••').first()).toBeVisible();
});
