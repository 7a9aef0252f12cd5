import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openMagicLink } from '../support/magic-link.ts';
import { jump, makeLink } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';
import { inspect, settle, test } from '../support/watch.ts';

const textOf = textsIn('en');
const SAVE = '/api/metric/info/save';

/** Gives the optional consents, as the end of the personal form does. */
async function agree(context: BrowserContext, url: string, token: string): Promise<void> {
  for (const purpose of ['usage', 'device_mark']) await agreeTo(purpose, context, url, token);
}

async function agreeTo(
  purpose: string,
  context: BrowserContext,
  url: string,
  token: string,
): Promise<void> {
  const headers = {
    'x-app-code': 'noren',
    'x-app-version': '216',
    'x-device-id': randomUUID(),
    'x-encrypted': '0',
    'x-time': String(Date.now()),
    authentication: token,
  };

  const agree = async (textVersion: string) => {
    const data = { purpose, textVersion, given: true };
    const request = { headers: { ...headers, 'x-request-id': randomUUID() }, data };
    const answer = await context.request.post(`${url}/api/user/user/consents`, request);
    return (await answer.json()) as { code: number; data: { textVersion: string } };
  };

  // An unknown version is answered with the current one.
  const refused = await agree('none');
  expect(refused.code).toBe(409);
  expect((await agree(refused.data.textVersion)).code).toBe(200);
}

/** Number of recorded events that the tab has not sent yet. */
const countUnsent = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('noren.tracking') ?? '{}') as {
      batch?: { value: unknown[] } | null;
      waiting?: unknown[];
    };
    return (stored.batch?.value.length ?? 0) + (stored.waiting?.length ?? 0);
  });

async function visit(page: Page, times: number): Promise<void> {
  const text = page.getByLabel(textOf('feedback.text'));
  for (let at = 0; at < times; at++) {
    await text.focus();
    await text.blur();
  }
}

test('field visits are sent at twenty, when the page is hidden and after a reload; the ad-click parameter is removed from the address', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  const url = baseURL ?? '';
  watch.allow(/ERR_FAILED|Failed to load resource/);

  const { token } = await jump(context, url, 'new');
  await agree(context, url, token);

  const configured = page.waitForResponse((response) =>
    response.url().endsWith('/api/metric/config/info'),
  );
  await page.goto('/?gclid=CjRawClick#/feedback');
  expect(page.url()).not.toContain('CjRawClick');
  await expect.poll(() => page.url()).toMatch(/\?trackId=[0-9a-f]{32}#\/feedback$/);
  await configured;
  await settle(page);
  // The device mark was computed here, without a third party, and the server has stored it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('noren.marked'))).toBe('yes');
  await expect
    .poll(async () => {
      await visit(page, 1);
      return countUnsent(page);
    })
    .toBeGreaterThan(0);

  const full = page.waitForResponse((response) => response.url().endsWith(SAVE));
  await visit(page, 20 - (await countUnsent(page)));
  expect((await full).ok()).toBe(true);
  await expect.poll(() => countUnsent(page)).toBe(0);

  await visit(page, 3);

  const hidden = page.waitForResponse((response) => response.url().endsWith(SAVE));
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect((await hidden).ok()).toBe(true);
  await expect.poll(() => countUnsent(page)).toBe(0);

  // Without a network while the page is left: the events are sent once it is back.
  await page.reload();
  await expect
    .poll(async () => {
      await visit(page, 1);
      return countUnsent(page);
    })
    .toBeGreaterThan(0);
  await page.route(`**${SAVE}`, (route) => route.abort());

  const count = await countUnsent(page);
  await page.reload();
  expect(await countUnsent(page)).toBe(count);

  const after = page.waitForResponse((response) => response.url().endsWith(SAVE));
  await page.unroute(`**${SAVE}`);
  await page.reload();
  expect((await after).ok()).toBe(true);
  await expect.poll(() => countUnsent(page)).toBe(0);
});

test('a session on another phone is ended from the profile', async ({
  page,
  context,
  baseURL,
  browser,
}) => {
  const url = baseURL ?? '';
  const { phone } = await jump(context, url, 'identity');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  // Its background requests are done: from here on it sends nothing until the test acts.
  const registered = other.waitForResponse((response) =>
    response.url().includes('/deviceInformation'),
  );

  await openMagicLink(other, `${url}${await makeLink(url, phone)}`, textOf);
  await expect.poll(() => new URL(other.url()).hash).toBe('#/facial-auth/step-one');
  await registered;

  await page.goto('/#/user');
  await page.getByRole('link', { name: textOf('sessions.title') }).click();
  await inspect(page, textOf('sessions.title'));
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('listitem').first()).toContainText(textOf('sessions.this_one'));
  await page.getByRole('listitem').last().getByRole('button').click();
  await expect(toastOf(page, textOf('sessions.signed_out'))).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(1);

  await other.goto(`${url}/#/user`);
  await expect.poll(() => new URL(other.url()).hash).toBe('#/login');
  await page.goto('/#/messages');
  await expect(page.getByText('Other phones were signed out')).toBeVisible();
  await elsewhere.close();
});

test('maps of the built files are not served', async ({ page, request }) => {
  await page.goto('/');

  const script = await page.locator('link[rel=modulepreload]').first().getAttribute('href');
  const name = script?.split('/').at(-1);

  expect(name).toMatch(/\.js$/);
  for (const path of [`${script}.map`, `/.vite/maps/${name}.map`, '/.vite/manifest.json'])
    expect((await request.get(path)).status(), path).toBe(404);
  expect(await (await request.get(script ?? '')).text()).not.toContain('sourceMappingURL');
});

test('the licences of what is bundled are served', async ({ page, request }) => {
  await page.goto('/');

  const path = await page.locator('link[rel=license]').getAttribute('href');
  const licences = await (await request.get(path ?? '')).text();

  for (const name of ['react', 'react-dom', '@tanstack/react-query'])
    expect(licences).toMatch(new RegExp(`^## ${name} - \\d`, 'm'));
});
