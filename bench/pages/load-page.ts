import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, chromium, errors, type Page } from 'playwright-core';
import { QUIET_BROWSER, SMALL_PHONE } from '../phone.ts';
import { type PageRecord, watchPage } from './probe.ts';

/** The floors, what a stranger sees first, and what is shown after a login. */
export type PageGroup = 'floor' | 'first' | 'signed in';

/** A page to load, and the CSS selector of its main control. */
export interface Target {
  readonly name: string;
  readonly group: PageGroup;
  readonly url: string;
  readonly control: string;
  /** Plain HTML, which a tap would leave. */
  readonly isPlain?: boolean;
  /** Cookies of the signed-in person. */
  readonly cookies?: readonly Cookie[];
}

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

const QUIET_MS = 1_000;
const GIVE_UP_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Loads a page twice in a new browser: with an empty cache, then with the cache of the first load.
 */
export async function loadColdAndWarm(program: string, target: Target, cpu: number) {
  // Playwright makes a folder for it, and removes it.
  const context = await chromium.launchPersistentContext('', {
    executablePath: program,
    headless: true,
    args: QUIET_BROWSER,
    ...SMALL_PHONE,
  });

  try {
    if (target.cookies) await context.addCookies([...target.cookies]);
    // One-time prompts would cover the control.
    await context.addInitScript(() => {
      for (const what of ['notifications', 'install', 'outside'])
        localStorage.setItem(`noren.asked.${what}`, 'asked');
    });

    return {
      cold: await load(context, target, cpu, true),
      warm: await load(context, target, cpu, false),
    };
  } finally {
    await context.close();
  }
}

async function load(context: BrowserContext, target: Target, cpu: number, taps: boolean) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const traffic = watchTraffic(page);

  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.addInitScript(watchPage, target.control);
  await page.goto(target.url, { waitUntil: 'load', timeout: GIVE_UP_MS });

  const noted = await settle(session, traffic, target);
  const tapMs = taps ? await tap(page, session, target) : null;
  const requests = await page.evaluate(listRequests);

  // The service worker starts once the phone is idle; the next load is measured with its cache.
  if (target.group !== 'floor')
    await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true), null, {
      timeout: GIVE_UP_MS,
    });
  await page.close();

  return { ...noted, ...sumUp(requests, noted.taken ?? Number.POSITIVE_INFINITY), tapMs };
}

const TAP_SHOWN_MS = 1_500;

/**
 * The time from a tap on the control to the next paint; 16 where it was less than a frame. Null
 * where it was not tapped.
 */
async function tap(page: Page, session: CDPSession, target: Target): Promise<number | null> {
  // The tap leaves the plain page, so nothing can be read there afterwards.
  if (target.isPlain) return null;

  try {
    const control = page.locator(target.control).first();
    await control.tap({ noWaitAfter: true, timeout: TAP_SHOWN_MS });
  } catch {
    // A dialog may cover it by now: then it is not measured.
    return null;
  }

  await pause(TAP_SHOWN_MS);

  const seen = await look(session);
  return seen && Math.max(16, ...seen.noted.taps);
}

/** The requests on their way, and when the last began or ended. */
interface Traffic {
  waiting: number;
  lastAt: number;
}

function watchTraffic(page: Page): Traffic {
  const traffic = { waiting: 0, lastAt: performance.now() };

  const note = (change: 1 | -1) => (): void => {
    traffic.waiting += change;
    traffic.lastAt = performance.now();
  };

  page.on('request', note(1)).on('requestfinished', note(-1)).on('requestfailed', note(-1));

  return traffic;
}

/** Runs in the page. */
function listRequests(): PerformanceResourceTiming[] {
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  return entries.map((entry) => entry.toJSON());
}

/** Sums up all bytes, and what was requested before the app had taken over. */
function sumUp(requests: readonly PerformanceResourceTiming[], takenAt: number) {
  const before = requests.filter(({ startTime }) => startTime < takenAt);
  const sum = (some: typeof requests): number =>
    some.reduce((total, { transferSize }) => total + transferSize, 0);
  const app = before.filter(({ name }) => /\/assets\/shell-/.test(name));
  const appAt = Math.max(0, ...app.map(({ responseEnd }) => responseEnd));

  return {
    bytes: sum(requests),
    scriptBytes: sum(before.filter(({ name }) => /\.js$/.test(name))),
    // None is transferred from a cache.
    requests: before.filter(({ transferSize }) => transferSize > 0).length,
    /** Calls sent only after the app's script was loaded. */
    chained: before.filter(({ name, startTime }) => name.includes('/api/') && startTime > appAt)
      .length,
  };
}

/** Waits until the control is ready and neither network nor processor has been busy for a while. */
async function settle(session: CDPSession, traffic: Traffic, target: Target): Promise<PageRecord> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    await pause(LOOK_EVERY_MS);

    // Looking takes the page's time: not while it loads.
    const isLoading = traffic.waiting > 0 || performance.now() - traffic.lastAt < QUIET_MS;
    const seen = isLoading ? null : await look(session);
    const lastTask = seen?.noted.longTasks.at(-1);
    const isQuiet = !lastTask || (seen?.now ?? 0) - lastTask[0] - lastTask[1] > QUIET_MS;
    if (seen && isQuiet && seen.noted.taken !== null) return seen.noted;
    if (performance.now() > until)
      throw new errors.TimeoutError(`${target.name}: "${target.control}" was never ready`);
  }
}

/**
 * The page's notes; null while it goes from one document to the next. Asked of the browser itself:
 * Playwright's own evaluation first runs 330 KB of script in the page.
 */
async function look(session: CDPSession): Promise<{ noted: PageRecord; now: number } | null> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: '({ noted: window.noted, now: performance.now() })',
    returnByValue: true,
  });

  return result.value?.noted ? result.value : null;
}
