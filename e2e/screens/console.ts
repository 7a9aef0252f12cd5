import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium, fontEnvironment } from '../../tools/chromium.mjs';
import { listClippedText } from '../support/clipped-text.ts';
import { makeScenes, type View } from './console-scenes.ts';

/**
 * Writes a picture of every screen of the lender's console into `screens`: each tab, the first case
 * of each list, and the views of `console-scenes.ts`, for the first role that opens each:
 * `npm run screens -- --console [--dark] [--width 768]`. `--only reviewer` takes the screens of one
 * role; `--all` takes light and dark at 1280 and at 768. `--docs` writes the pictures of
 * `docs/console.md` and `docs/console-roles.md` instead.
 */
const { values: options } = parseArgs({
  options: {
    console: { type: 'boolean' },
    dark: { type: 'boolean', default: false },
    width: { type: 'string', default: '1280' },
    docs: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const app = process.env.NOREN_URL ?? 'http://localhost:3000';
const desk = process.env.NOREN_CONSOLE_URL ?? 'http://localhost:3001';
const to = new URL('../../screens/', import.meta.url).pathname;
const HEIGHT = 800;
const SETTLED_MS = 400;

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

const chosen: Look = { colorScheme: options.dark ? 'dark' : 'light', width: Number(options.width) };

const looks: readonly Look[] = options.all
  ? [1280, 768].flatMap((width) => [
      { colorScheme: 'light', width },
      { colorScheme: 'dark', width },
    ])
  : [chosen];

await takeAll();

async function takeAll(): Promise<void> {
  mkdirSync(to, { recursive: true });

  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    env: { ...process.env, ...fontEnvironment() },
  });
  try {
    const views = await makeScenes(browser, { app, desk });
    if (options.docs) return await takeHandbook(browser, views);

    const shot = new Set<string>();
    const context = await newContext(browser);
    const page = await context.newPage();

    await open(page, '/');
    await shootOnce(page, '/sign-in', shot);
    await context.close();
    for (const { role, name } of await listRoles())
      if (role.includes(options.only)) await shootRole(browser, { role, name, views }, shot);
    console.log(`${shot.size} screens of the console are in the folder screens.`);
  } finally {
    await browser.close();
  }
}

/** The pictures of the console's pages in `docs`, as WebP at three quarters of their size. */
async function takeHandbook(browser: Browser, views: readonly View[]): Promise<void> {
  const folder = new URL('../../docs/pictures/console/', import.meta.url);
  mkdirSync(folder, { recursive: true });

  const roles = await listRoles();
  for (const { role, path, act, picture } of views) {
    if (picture === undefined) continue;

    const context = await newContext(browser);
    const page = await context.newPage();

    await signIn(page, roles.find((one) => one.role === role)?.name ?? role);
    await open(page, path);
    await act?.(page);
    await settle(page);

    const session = await context.newCDPSession(page);
    const clip = { x: 0, y: 0, width: chosen.width, height: HEIGHT, scale: 0.75 };
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 70,
      clip,
    });

    writeFileSync(new URL(`${picture}.webp`, folder), Buffer.from(data, 'base64'));
    await context.close();
  }

  console.log('The pictures for docs are in docs/pictures/console.');
}

async function signIn(page: Page, name: string): Promise<void> {
  await open(page, '/');
  await page.getByRole('button', { name: new RegExp(name) }).click();
  await page.getByRole('navigation').first().waitFor();
  await settle(page);
}

async function listRoles(): Promise<readonly { role: string; name: string }[]> {
  const response = await fetch(`${desk}/staff/sandbox/people`);
  const answer = (await response.json()) as { data: { people: { role: string; name: string }[] } };
  return answer.data.people;
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: desk,
    viewport: { width: chosen.width, height: HEIGHT },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    colorScheme: chosen.colorScheme,
    reducedMotion: 'reduce',
  });
}

async function shootRole(
  browser: Browser,
  { role, name, views }: { role: string; name: string; views: readonly View[] },
  shot: Set<string>,
): Promise<void> {
  const context = await newContext(browser);
  const page = await context.newPage();

  await signIn(page, name);

  const links = await page
    .getByRole('navigation')
    .first()
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  await shootOnce(page, `/work-${role}`, shot);

  for (const path of new Set(links)) {
    if (shot.has(path)) continue;

    await open(page, path);
    await shootOnce(page, path, shot);
    // The tabs of Work are filters of one list.
    if (path !== '/work') await shootTabs(page, path, shot);
    await shootFirstCase(page, path, shot);
  }

  for (const view of views.filter((one) => one.role === role)) await shootView(page, view, shot);
  await context.close();
}

/** Tabs are links to the same screen. */
async function shootTabs(page: Page, name: string, shot: Set<string>): Promise<void> {
  const tabs = page.getByRole('main').getByRole('navigation').locator('a[href^="?"]');
  for (let index = 1; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click();
    await settle(page);
    await shootOnce(page, `${name}-tab-${index + 1}`, shot);
  }
}

/** What the first row of a list opens, by its link or by Enter. */
async function shootFirstCase(page: Page, path: string, shot: Set<string>): Promise<void> {
  await open(page, path);

  const main = page.getByRole('main');
  const link = main.locator(`a[href^="${path}/"]`).first();
  const row = main.locator('[role=row][tabindex="0"], tr[tabindex="0"]').first();

  if (await link.count()) await open(page, (await link.getAttribute('href')) ?? path);
  else if (await row.count()) await row.press('Enter');
  await settle(page);

  if (new URL(page.url()).pathname === path) return;

  await shootOnce(page, `${path}-one`, shot);
  await shootTabs(page, `${path}-one`, shot);
}

async function shootView(page: Page, { name, path, act }: View, shot: Set<string>): Promise<void> {
  await open(page, path);

  try {
    await act?.(page);
  } catch (error) {
    console.log(`${name}: ${(error as Error).message.split('\n')[0]}`);
  }

  await settle(page);
  await shootOnce(page, `/view-${name}`, shot);
  if (!act) await shootTabs(page, `/view-${name}`, shot);
}

async function shootOnce(page: Page, name: string, shot: Set<string>): Promise<void> {
  if (shot.has(name)) return;
  shot.add(name);
  for (const look of looks) await shoot(page, `console${name.replaceAll('/', '-')}`, look);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${desk}${path}`);
  await page.getByRole('heading').first().waitFor();
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLED_MS);
}

async function shoot(page: Page, name: string, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: HEIGHT });

  const ending = [colorScheme === 'dark' && '-dark', width !== 1280 && `-${width}`]
    .filter(Boolean)
    .join('');
  for (const fault of await listClippedText(page)) console.log(`${name}${ending}: ${fault}`);

  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (excess > 0) console.log(`${name}${ending}: ${excess} pixels wider than the window`);
  await page.screenshot({ path: `${to}${name}${ending}.png`, fullPage: true });
  await page.setViewportSize({ width: chosen.width, height: HEIGHT });
}
