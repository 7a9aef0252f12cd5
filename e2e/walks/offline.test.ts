import { type BrowserContext, expect } from '@playwright/test';
import { openWithServiceWorker, releaseVersion, test } from '../support/offline-app.ts';
import { readPhoneStorage, readSealedOrder } from '../support/phone-storage.ts';
import type { AppProxy } from '../support/proxy.ts';
import { inventPerson, jump, readCode } from '../support/sandbox.ts';
import { agree, registerAndSignIn } from '../support/scenario.ts';
import { textsIn } from '../support/texts.ts';
import { inspect, pressAgain, settle } from '../support/watch.ts';

const textOf = textsIn('en');
const LOST =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource/;

test.use({ serviceWorkers: 'allow' });

async function goOffline(context: BrowserContext, appProxy: AppProxy): Promise<void> {
  appProxy.disconnect();
  await context.setOffline(true);
}

async function goOnline(context: BrowserContext, appProxy: AppProxy): Promise<void> {
  appProxy.reconnect();
  await context.setOffline(false);
}

test('without a network the app opens with the last order, and log-out deletes it from the phone', async ({
  page,
  context,
  appProxy,
  watch,
}) => {
  watch.allow(LOST);

  const { phone, token, repayId } = await jump(context, appProxy.url, 'active');
  await openWithServiceWorker(page, '/order');

  const owed = await page
    .getByText(textOf('orders.to_pay_today'))
    .locator('..')
    .getByText('₹')
    .textContent();
  await expect
    .poll(() => readSealedOrder(page))
    .toEqual({ fields: ['iv', 'sealed', 'userId'], isKeyOut: false });

  const { caches, databases, addresses } = await readPhoneStorage(page);
  expect(databases).toEqual(['noren-kept']);
  expect(addresses.filter((address) => !/\/(assets\/.+)?$/.test(address))).toEqual([]);
  for (const theirs of [phone, token, repayId ?? '']) expect(caches).not.toContain(theirs);

  await goOffline(context, appProxy);
  await page.goto('about:blank');
  await page.goto('/');
  await expect(page.getByText(textOf('ui.offline'), { exact: true })).toBeVisible();

  const last = page.getByRole('region', { name: textOf('offline.last_order') });
  await expect(last.getByText(owed ?? '')).toBeVisible();
  await expect(last.getByText(textOf('orders.due'))).toBeVisible();
  await expect(page.getByText(/^Seen on \d\d\/\d\d\/\d{4}, \d\d:\d\d\./)).toBeVisible();
  await inspect(page, textOf('offline.last_order'));
  await page.getByRole('link', { name: textOf('ui.tab_home') }).click();
  await expect(
    page.getByRole('heading', { name: textOf('offline.title'), level: 1 }),
  ).toBeVisible();
  await expect(last.getByText(owed ?? '')).toBeVisible();
  await inspect(page, textOf('offline.title'));

  await page.getByRole('link', { name: textOf('ui.tab_order') }).click();
  await expect(last).toBeVisible();
  await goOnline(context, appProxy);
  await expect(page.getByRole('region', { name: 'Noren 7' })).toBeVisible();
  await expect(last).toBeHidden();

  await page.goto('/#/user');
  await settle(page);
  await goOffline(context, appProxy);
  await page.getByRole('button', { name: textOf('account.log_out') }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/noren');
  await expect.poll(async () => (await readPhoneStorage(page)).databases).toEqual([]);

  const after = await readPhoneStorage(page);
  for (const theirs of [phone, token, repayId ?? ''])
    expect(JSON.stringify(after)).not.toContain(theirs);
});

test('without a network Repay shows the last order, and a screen never opened before opens once it is back', async ({
  page,
  context,
  appProxy,
  watch,
}) => {
  watch.allow(LOST);
  watch.allow(/Unable to preload|Failed to fetch dynamically/);

  const { repayId } = await jump(context, appProxy.url, 'active');
  await openWithServiceWorker(page, '/order');

  const owed = await page
    .getByText(textOf('orders.to_pay_today'))
    .locator('..')
    .getByText('₹')
    .textContent();
  await expect.poll(() => readSealedOrder(page)).not.toBeNull();
  await goOffline(context, appProxy);
  await page.goto('about:blank');
  await page.goto('/');

  const last = page.getByRole('region', { name: textOf('offline.last_order') });
  await expect(last).toBeVisible();
  await page.evaluate((path) => location.assign(path), `#/repay/${repayId}`);
  await expect(page.getByRole('heading', { name: textOf('repay.title'), level: 1 })).toBeVisible();
  await expect(last.getByText(owed ?? '')).toBeVisible();
  await inspect(page, textOf('repay.title'));

  await page.evaluate(() => location.assign('#/feedback'));
  await expect(
    page.getByRole('heading', { name: textOf('ui.failed_title') }).first(),
  ).toBeVisible();
  await goOnline(context, appProxy);
  const text = page.getByLabel(textOf('feedback.text'));
  // The page may hear of the network before its worker has it, and reload too soon: then it hears
  // again.
  await expect(text)
    .toBeEditable({ timeout: 20_000 })
    .catch(() => page.evaluate(() => dispatchEvent(new Event('online'))));
  await expect(text).toBeEditable();
});

test('a form that loses the network keeps its text and does not claim to be sent', async ({
  page,
  context,
  appProxy,
  watch,
}) => {
  watch.allow(LOST);
  await jump(context, appProxy.url, 'personal');
  await openWithServiceWorker(page, '/facial-auth/step-two');
  await agree(page, 'personal_information');

  const email = page.getByLabel(textOf('certification.email'));
  await email.fill('someone@example.in');
  // Encrypted, with a key that the first letter requests.
  await expect
    .poll(() => page.evaluate(() => 'noren.encrypted-draft.personal' in sessionStorage))
    .toBe(true);
  await goOffline(context, appProxy);
  await expect(page.getByText(textOf('ui.offline'), { exact: true })).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('heading', { name: textOf('offline.title'), level: 1 }),
  ).toBeVisible();
  // The app retries by itself.
  await goOnline(context, appProxy);
  await expect(email).toHaveValue('someone@example.in');
});

test('a sign-in started without a network continues once it is back', async ({
  page,
  context,
  appProxy,
  watch,
}) => {
  watch.allow(LOST);

  const { phone } = await inventPerson(appProxy.url);
  await openWithServiceWorker(page, '/login');
  await goOffline(context, appProxy);
  await page.reload();
  await page.getByLabel(textOf('login.phone_label')).fill(phone);

  const send = page.getByRole('button', { name: textOf('login.send_code') });
  await send.click();
  await expect(page.getByText(textOf('api.check_connection'))).toBeVisible();
  await goOnline(context, appProxy);
  await pressAgain(send, page.getByLabel(textOf('login.code_label')));
  expect(await readCode(appProxy.url, phone)).toMatch(/^\d{4}$/);
});

test('a new version is offered where nothing is typed, installed by a tap, and forced on no other tab', async ({
  page,
  context,
  appProxy,
}) => {
  await jump(context, appProxy.url, 'active');
  await openWithServiceWorker(page, '/order');

  const form = await context.newPage();
  await form.goto('/#/feedback');

  const text = form.getByRole('textbox').first();
  await text.fill('Half a sentence');
  // The app checks for new versions from its first idle moment on.
  await expect(form.locator('link[rel="manifest"]')).toBeAttached();
  await releaseVersion(page, appProxy);

  const now = page.getByRole('button', { name: textOf('update.now') });
  await expect(now).toBeVisible();
  await inspect(page, textOf('ui.tab_order'));
  await expect(form.getByText(textOf('update.ready'))).toBeHidden();

  const reloaded = page.waitForEvent('load');
  await now.click();
  await reloaded;
  await expect(page.getByRole('region', { name: 'Noren 7' })).toBeVisible();
  await expect(page.getByText(textOf('update.ready'))).toBeHidden();
  // The other tab is unchanged; it offers the version when its form is left.
  await expect(text).toHaveValue('Half a sentence');
  await form.getByRole('button', { name: textOf('ui.back'), exact: true }).click();
  await expect(form.getByText(textOf('update.ready'))).toBeVisible();
  await form.getByRole('button', { name: textOf('update.later') }).click();
  await expect(form.getByText(textOf('update.ready'))).toBeHidden();
});

test('a start from the cached page shows the current data of the server', async ({
  page,
  appProxy,
}) => {
  await openWithServiceWorker(page, '/noren');
  await expect(page.getByText('₹80,000')).toBeVisible();
  appProxy.change('/', (html) => html.replace('"maxLoanPaise":8000000', '"maxLoanPaise":7000000'));
  await page.reload();
  await expect(page.getByText('₹70,000')).toBeVisible();
});

test('the page and the first files come from the cache without waking the worker', async ({
  page,
  context,
}) => {
  await openWithServiceWorker(page, '/login');

  const session = await context.newCDPSession(page);
  const routed: string[] = [];

  session.on('Network.responseReceived', ({ response }) => {
    if (response.serviceWorkerRouterInfo?.actualSourceType === 'cache')
      routed.push(new URL(response.url).pathname);
  });
  await session.send('Network.enable');
  await page.reload();

  const expected = [/^\/$/, /\/react-/, /\/shell-/];
  await expect
    .poll(() => expected.filter((path) => !routed.some((url) => path.test(url))))
    .toEqual([]);
  // Any other address is handled by the worker.
  await page.goto('/?from=elsewhere#/login');
  await expect(page.getByLabel(textOf('login.phone_label'))).toBeVisible();
  expect(routed.filter((url) => url === '/')).toHaveLength(1);
});

test('where the browser refuses to store anything the app still works with a network', async ({
  page,
  context,
  appProxy,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });
  });
  await jump(context, appProxy.url, 'active');
  await page.goto('/#/order');
  await expect(page.getByRole('region', { name: 'Noren 7' })).toBeVisible();
  await page.goto('/#/user');
  await settle(page);
  await page.getByRole('button', { name: textOf('account.log_out') }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/noren');
  await registerAndSignIn({ page, url: appProxy.url, person: await inventPerson(appProxy.url) });
});
