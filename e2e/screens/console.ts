import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium, fontEnvironment } from '../../tools/chromium.mjs';
import { listClippedText } from '../support/clipped-text.ts';
import { type JourneyPoint, jump, transferMoney } from '../support/sandbox.ts';

/**
 * Writes a picture of every screen of the lender's console into `screens`, each tab and the first case of each list, for
 * the first role that opens it: `npm run screens -- --console [--dark] [--width 768]`.
 */
const { values: options } = parseArgs({
  options: {
    console: { type: 'boolean' },
    dark: { type: 'boolean', default: false },
    width: { type: 'string', default: '1280' },
    only: { type: 'string' },
  },
});

const app = process.env.NOREN_URL ?? 'http://localhost:3000';
const desk = process.env.NOREN_CONSOLE_URL ?? 'http://localhost:3001';
const to = new URL('../../screens/', import.meta.url).pathname;
const ending = [options.dark && 'dark', options.width !== '1280' && options.width]
  .filter(Boolean)
  .map((word) => `-${word}`);

/** Borrowers whose cases and loans the screens show. */
const PEOPLE: readonly JourneyPoint[] = [
  'review',
  'review',
  'active',
  'due-tomorrow',
  'overdue',
  'overdue',
  'payout-failed',
  'disbursing',
  'settled',
  'declined',
];
const SETTLED_MS = 400;

await takeAll();

async function takeAll(): Promise<void> {
  mkdirSync(to, { recursive: true });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    env: { ...process.env, ...fontEnvironment() },
  });
  try {
    await makePeople(browser);
    await shootSignIn(browser);
    const shot = new Set<string>();
    for (const { role, name } of await listRoles()) {
      if (options.only && !role.includes(options.only)) continue;
      await shootRole(browser, { role, name }, shot);
    }
    console.log(`${shot.size} screens of the console are in the folder screens.`);
  } finally {
    await browser.close();
  }
}

async function makePeople(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  for (const point of PEOPLE) await jump(context, app, point);
  await transferMoney(app, 1_250);
  await context.close();
}

async function listRoles(): Promise<readonly { role: string; name: string }[]> {
  const response = await fetch(`${desk}/staff/sandbox/people`);
  const answer = (await response.json()) as { data: { people: { role: string; name: string }[] } };
  return answer.data.people;
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: desk,
    viewport: { width: Number(options.width), height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
}

async function shootSignIn(browser: Browser): Promise<void> {
  const context = await newContext(browser);
  const page = await context.newPage();
  await open(page, '/');
  await shoot(page, 'console-sign-in');
  await context.close();
}

async function shootRole(
  browser: Browser,
  { role, name }: { role: string; name: string },
  shot: Set<string>,
): Promise<void> {
  const context = await newContext(browser);
  const page = await context.newPage();
  await open(page, '/');
  await page.getByRole('button', { name: new RegExp(name) }).click();
  await page.getByRole('navigation').first().waitFor();
  await settle(page);
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
    await shootTabs(page, path, shot);
    await shootFirstCase(page, path, shot);
  }
  await context.close();
}

async function shootTabs(page: Page, path: string, shot: Set<string>): Promise<void> {
  const tabs = page.getByRole('main').getByRole('tab');
  for (let index = 1; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click();
    await settle(page);
    await shootOnce(page, `${path}-tab-${index + 1}`, shot);
  }
}

/** The first link from a list to something below it. */
async function shootFirstCase(page: Page, path: string, shot: Set<string>): Promise<void> {
  await open(page, path);
  const link = page.getByRole('main').locator(`a[href^="${path}/"]`).first();
  if ((await link.count()) === 0) return;
  await open(page, (await link.getAttribute('href')) ?? path);
  await shootOnce(page, `${path}-one`, shot);
  await shootTabs(page, `${path}-one`, shot);
}

async function shootOnce(page: Page, name: string, shot: Set<string>): Promise<void> {
  if (shot.has(name)) return;
  shot.add(name);
  await shoot(page, `console${name.replaceAll('/', '-')}`);
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

async function shoot(page: Page, name: string): Promise<void> {
  for (const fault of await listClippedText(page)) console.log(`${name}: ${fault}`);
  await page.screenshot({ path: `${to}${name}${ending.join('')}.png` });
}
