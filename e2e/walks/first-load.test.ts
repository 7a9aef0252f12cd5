import { expect, type Page } from '@playwright/test';
import { inventPerson, jump, readCode } from '../support/sandbox.ts';
import { sayIn } from '../support/texts.ts';
import { test } from '../support/watch.ts';

const say = sayIn('en');

/** Holds the app back until it is let go. */
async function holdApp(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/react-*.js', async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** Whether what is on the screen came with the page, and the app is still on its way. */
const isWritten = (page: Page) => page.locator('#app[data-shell]');

test('what is typed and sent before the app is there is kept and sent by it', async ({ page, baseURL }) => {
  const { phone } = await inventPerson(baseURL ?? '');
  const letGo = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: say('noren.start') }).tap();
  const field = page.getByLabel(say('login.phone_label'));
  await field.tap();
  await field.pressSequentially(phone.slice(0, 6));
  await expect(isWritten(page)).toHaveCount(1);
  const element = await field.elementHandle();
  letGo();
  await expect(isWritten(page)).toHaveCount(0);
  // The very field: the keyboard stays, and so does the place of the cursor.
  expect(await field.evaluate((now, before) => now === before && document.activeElement === now, element)).toBe(true);
  await page.keyboard.type(phone.slice(6));
  await expect(field).toHaveValue(phone);
  await page.getByRole('button', { name: say('login.send_code') }).tap();
  await expect(page.getByRole('heading', { name: say('login.code_title') })).toBeVisible();
  expect(await readCode(baseURL ?? '', phone)).toMatch(/^\d{4}$/);
});

test('a number sent before the app is there is sent once it is; another language comes with what was typed', async ({
  page,
  baseURL,
}) => {
  const { phone } = await inventPerson(baseURL ?? '');
  const letGo = await holdApp(page);
  await page.goto('/#/login', { waitUntil: 'commit' });
  await page.getByLabel(say('login.phone_label')).pressSequentially(phone.slice(0, 6));
  await page.getByLabel(say('ui.language')).selectOption('hi');
  const hindi = sayIn('hi');
  const field = page.getByLabel(hindi('login.phone_label'));
  await expect(field).toHaveValue(phone.slice(0, 6));
  await field.press('End');
  await field.pressSequentially(phone.slice(6));
  await expect(isWritten(page)).toHaveCount(1);
  await page.getByRole('button', { name: hindi('login.send_code') }).tap();
  letGo();
  await expect(page.getByRole('heading', { name: hindi('login.code_title') })).toBeVisible();
});

test('a button tapped before the app is there does its work once it is, and what is sent is seen to be on its way', async ({
  page,
  baseURL,
}) => {
  const { phone } = await inventPerson(baseURL ?? '');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const letGo = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: say('noren.start') }).tap();
  const send = page.getByRole('button', { name: say('login.send_code') });
  await page.getByLabel(say('login.phone_label')).fill(phone);
  await send.tap();
  expect(await send.evaluate((button) => getComputedStyle(button, '::before').width)).not.toBe('auto');
  // Whoever goes back sends nothing any more.
  await page.getByRole('button', { name: say('ui.back') }).tap();
  await expect(isWritten(page)).toHaveCount(1);
  letGo();
  await expect(page.getByRole('link', { name: say('noren.start') })).toBeVisible();
  await expect(isWritten(page)).toHaveCount(0);
  await expect(page.locator('[data-sent]')).toHaveCount(0);
  await page.getByRole('link', { name: say('noren.start') }).tap();
  await expect(page.getByRole('button', { name: say('login.send_code') })).toBeVisible();
  // The parts that come once the phone rests have come: what was to be sent would have been.
  await expect.poll(() => asked.some((url) => url.includes('/service-worker-start-'))).toBe(true);
  expect(asked.filter((url) => url.endsWith('/login/otp'))).toEqual([]);
});

test('the app takes the written screens over as they stand, in every language', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  for (const language of ['en', 'hi', 'es', 'id', 'vi', 'th'])
    for (const path of ['/noren', '/login']) {
      await page.goto('/#/test');
      // Led elsewhere while it is taken over, a screen is not the one that was written.
      await expect(isWritten(page)).toHaveCount(0);
      await page.evaluate((chosen) => {
        localStorage.setItem('noren.language', chosen);
        // biome-ignore lint/suspicious/noDocumentCookie: as the app does it
        document.cookie = `noren_language=${chosen}; Path=/`;
      }, language);
      const letGo = await holdApp(page);
      await page.goto(`/#${path}`, { waitUntil: 'commit' });
      await page.reload({ waitUntil: 'commit' });
      await expect(isWritten(page)).toHaveCount(1);
      const words = await page.locator('main').innerText();
      letGo();
      await expect(isWritten(page)).toHaveCount(0);
      expect(await page.locator('main').innerText()).toBe(words);
      await page.unrouteAll();
    }
  expect(said.filter((text) => text.includes('not taken over'))).toEqual([]);
});

test('a file of the app that the line lost is asked for again, and what was typed stays', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|Failed to load resource/);
  let isLost = true;
  await page.route('**/assets/shell-*.js', (route) => (isLost ? route.abort() : route.continue()));
  await page.goto('/#/login');
  const field = page.getByLabel(say('login.phone_label'));
  await field.fill('98765');
  await expect(isWritten(page)).toHaveCount(1);
  isLost = false;
  await expect(isWritten(page)).toHaveCount(0);
  await expect(field).toHaveValue('98765');
});

for (const { place, path, first } of [
  { place: 'regular', path: '/home', first: ['user/status', 'credit/creditInfo', 'borrow/bill', 'productList'] },
  { place: 'regular', path: '/', first: ['user/status', 'credit/creditInfo', 'borrow/bill', 'productList'] },
  { place: 'active', path: '/order', first: ['user/status', 'bill?borrowType=0', 'bill?borrowType=1'] },
] as const)
  test(`${path} has its calls on their way before the app is there, and asks none of them again`, async ({
    page,
    context,
    baseURL,
  }) => {
    await jump(context, baseURL ?? '', place);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname + search);
    });
    const letGo = await holdApp(page);
    await page.goto(`/#${path}`, { waitUntil: 'commit' });
    for (const part of first) await expect.poll(() => asked.some((url) => url.includes(part)), part).toBe(true);
    const early = asked.length;
    // Meanwhile it is said that something comes; nobody who is signed in sees the front page flash by.
    await expect(isWritten(page).getByRole('status').first()).toHaveText(say('ui.loading'));
    await page.evaluate((start) => {
      const look = () => document.body.innerText.includes(start) && document.body.toggleAttribute('data-flash', true);
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    }, say('noren.borrow_up_to'));
    letGo();
    await expect.poll(() => new URL(page.url()).hash).toBe(path === '/' ? '#/home' : `#${path}`);
    await expect(page.getByRole('link', { name: /./ }).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const late = asked.slice(early);
    await expect(page.locator('[data-flash]')).toHaveCount(0);
    expect(said.filter((text) => text.includes('not taken over'))).toEqual([]);
    for (const part of first.slice(0, 2)) expect(late.filter((url) => url.includes(part))).toEqual([]);
  });
