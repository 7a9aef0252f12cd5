import { expect, type Page } from '@playwright/test';
import { refuseFirstView } from '../support/first-view.ts';
import { type JourneyPoint, jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { settle, test } from '../support/watch.ts';

const textOf = textsIn('en');

const CLOSED = [
  '/home',
  '/loan',
  '/order',
  '/repay/ABCDEFGHIJ',
  '/upload-voucher',
  '/va',
  '/store',
  '/documents',
  '/user',
  '/identity-auth',
  '/survey',
  '/customer-service',
  '/feedback',
  '/messages',
];

const CLOSED_STEPS = ['one', 'two', 'three', 'four'].map((step) => `/facial-auth/step-${step}`);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`);
}

async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).hash.split('?')[0]).toBe(`#${path}`);
}

test('without a token only the open list is reachable', { tag: '@main' }, async ({ page }) => {
  await open(page, '/');
  await expectPath(page, '/noren');

  const openList = [
    ['/noren', 'Noren'],
    ['/login', textOf('login.title')],
    ['/privacy-policy', textOf('privacy.title')],
    ['/grievance', textOf('grievance.title')],
    ['/rate-card', textOf('rates.title')],
    ['/fair-practice', textOf('fair.title')],
    ['/test', textOf('test.title')],
    ['/sky-scan', textOf('pay.title')],
    ['/sky-code', textOf('pay.title_code')],
    ['/sky-offline', textOf('pay.title_cash_counter')],
    ['/sky-eleven', textOf('pay.title_convenience_store')],
    ['/pembayaran', textOf('pay.title_choose')],
    ['/repay-code', textOf('pay.title_helper')],
  ] as const;
  for (const [path, heading] of openList) {
    await open(page, path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeAttached();
    await expectPath(page, path);
  }

  for (const path of [
    ...CLOSED,
    ...CLOSED_STEPS,
    '/api-phone-check',
    '/no-such-page',
    '/facial-auth',
    '/facial-auth/nowhere',
  ]) {
    await open(page, path);
    await expectPath(page, '/noren');
  }
});

/**
 * Where each status is redirected from steps one, two and three. Source: specification §2, step
 * guard.
 */
const LADDER: [JourneyPoint, [string, string, string]][] = [
  ['new', ['/identity-auth', '/identity-auth', '/identity-auth']],
  ['identity', ['/facial-auth/step-one', '/facial-auth/step-one', '/facial-auth/step-one']],
  ['personal', ['/facial-auth/step-one', '/facial-auth/step-two', '/facial-auth/step-two']],
  ['contacts', ['/facial-auth/step-one', '/facial-auth/step-two', '/facial-auth/step-three']],
  ['bank', ['/facial-auth/step-one', '/facial-auth/step-two', '/facial-auth/step-three']],
  ['limit', ['/home', '/home', '/home']],
];

for (const [point, ends] of LADDER) {
  test(`the step guard for a user at "${point}"`, async ({ page, context, baseURL }) => {
    await jump(context, baseURL ?? '', point);

    for (const [step, end] of [
      ['one', ends[0]],
      ['two', ends[1]],
      ['three', ends[2]],
    ] as const) {
      await open(page, `/user`);
      await expect(page.getByRole('heading', { name: textOf('ui.tab_user') })).toBeVisible();
      await open(page, `/facial-auth/step-${step}`);
      await expect(page.getByRole('heading', { name: textOf('ui.tab_user') })).toBeHidden();
      await expectPath(page, end);
      await settle(page);
      await expectPath(page, end);
    }

    await open(page, '/facial-auth/step-four');
    await expect(page.getByRole('heading', { name: textOf('bank.title'), level: 1 })).toBeVisible();
    await expectPath(page, '/facial-auth/step-four');
    await open(page, '/home');
    await expectPath(page, point === 'limit' ? '/home' : '/noren');
  });
}

test('the tab bar waits for the status, then links by it', async ({ page, context, baseURL }) => {
  await jump(context, baseURL ?? '', 'personal');

  const gate = Promise.withResolvers<void>();
  await refuseFirstView(page);
  await page.route('**/api/user/user/status', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await open(page, '/order');
  await expect(page.getByRole('tab', { name: textOf('orders.processing') })).toBeVisible();

  const bar = page.getByRole('navigation', { name: textOf('ui.main_parts') });
  await expect(bar).toBeHidden();
  gate.resolve();
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('link', { name: textOf('ui.tab_home') })).toHaveAttribute(
    'href',
    '#/noren',
  );

  await expect(bar.getByRole('link', { name: textOf('ui.tab_order') })).toHaveAttribute(
    'href',
    '#/order',
  );

  await expect(bar.getByRole('link', { name: textOf('ui.tab_user') })).toHaveAttribute(
    'href',
    '#/user',
  );
  await jump(context, baseURL ?? '', 'limit');
  await page.reload();
  await expect(bar.getByRole('link', { name: textOf('ui.tab_home') })).toHaveAttribute(
    'href',
    '#/home',
  );
});

test('each screen opens scrolled to its top', async ({ page, context, baseURL }) => {
  await jump(context, baseURL ?? '', 'limit');
  await page.setViewportSize({ width: 360, height: 480 });
  await open(page, '/home');

  const link = page.getByRole('link', { name: 'Noren 15' });
  // What is above it may still be loading.
  await expect(async () => {
    await link.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  }).toPass();
  await link.click();
  await expectPath(page, '/loan');
  await expect(page.getByRole('heading', { name: 'Noren 15', level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('opening the app leads to the screen of the onboarding status', async ({
  page,
  context,
  baseURL,
}) => {
  const ends: [JourneyPoint, string][] = [
    ['contacts', '/facial-auth/step-three'],
    ['limit', '/home'],
  ];
  for (const [point, end] of ends) {
    await jump(context, baseURL ?? '', point);
    for (const entrance of [
      '/',
      '/#/noren',
      '/#/login',
      '/#/no-such-page',
      '/#/facial-auth/nowhere',
    ]) {
      await page.goto('/sandbox');
      await page.goto(entrance);
      await expectPath(page, end);
      await settle(page);
      await expectPath(page, end);
    }
  }
});

test('a certified user reads what needs no sign-in, and goes from the login home', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'limit');

  for (const path of ['/privacy-policy', '/test', '/sky-scan', '/pembayaran', '/repay-code']) {
    await page.goto('/sandbox');
    await open(page, path);
    await settle(page);
    await expectPath(page, path);
  }

  await open(page, '/home');
  await expectPath(page, '/home');
  await open(page, '/login');
  await expectPath(page, '/home');
});

test('logging out deletes the token and locks the screens that need it', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'limit');
  await open(page, '/user');
  await page.getByRole('button', { name: textOf('account.log_out') }).click();
  await expectPath(page, '/noren');
  await expect(page.getByRole('link', { name: textOf('noren.start') })).toBeVisible();

  const names = (await context.cookies())
    .filter(({ value }) => value !== '')
    .map(({ name }) => name);
  expect(names).not.toContain('noren_token');
  expect(names).not.toContain('noren_user');
  await open(page, '/home');
  await expectPath(page, '/noren');
});

test('an unknown token leads to sign-in', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'noren_token', value: 'A'.repeat(43), url: baseURL ?? '' }]);
  await open(page, '/order');
  await expectPath(page, '/login');
  await expect(page.getByRole('heading', { name: textOf('login.title') })).toBeVisible();
});

for (const [answer, end] of [
  [{ code: 403, msg: 'token is expired', data: null }, '/login'],
  [{ code: 420, msg: 'Complete your certification first', data: null }, '/noren'],
] as const) {
  test(`an answer of ${answer.code} leads to ${end}`, async ({ page, context, baseURL }) => {
    await jump(context, baseURL ?? '', 'limit');
    await refuseFirstView(page);
    await page.route('**/api/user/borrow/bill?*', (route) => route.fulfill({ json: answer }));
    await open(page, '/order');
    await expectPath(page, end);
  });
}
