import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, chromium, errors, type Page } from 'playwright-core';
import { QUIET_BROWSER, SMALL_PHONE } from '../phone.ts';
import { type PageRecord, watchPage } from './probe.ts';

/** A page to load, and the CSS selector of its main control. */
export interface Target {
  readonly name: string;
  readonly url: string;
  readonly control: string;
  /** Plain HTML, which a tap would leave. */
  readonly isPlain?: boolean;
  /** Has a service worker, which keeps the page's files for the next load. */
  readonly hasWorker?: boolean;
  /** Cookies of the signed-in person. */
  readonly cookies?: readonly Cookie[];
}

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/** One load. */
export interface Load extends PageRecord {
  /** All bytes received, headers included. */
  readonly bytes: number;
  /** Bytes of scripts requested before the app had taken over. */
  readonly scriptBytes: number;
  /** Requests before the app had taken over, without those served from the browser's cache. */
  readonly requests: number;
  /** API calls sent only after the app's script was loaded, and before the page was ready. */
  readonly chained: number;
  /**
   * From a tap on the control to the next paint; 16 where it was less than a frame. Null where it
   * was not tapped.
   */
  readonly tapMs: number | null;
}

const QUIET_MS = 1_000;
const GIVE_UP_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Loads a page twice in a new browser: with an empty cache, then with the cache of the first load.
 */
export async function loadColdAndWarm(
  program: string,
  target: Target,
  cpu: number,
): Promise<{ cold: Load; warm: Load }> {
  const folder = mkdtempSync(join(tmpdir(), 'noren-bench-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
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
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function load(
  context: BrowserContext,
  target: Target,
  cpu: number,
  taps: boolean,
): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);

  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });

  const traffic = countTraffic(session);
  await page.addInitScript(watchPage, target.control);
  await page.goto(target.url, { waitUntil: 'load', timeout: GIVE_UP_MS });

  const noted = await settle(page, traffic, target);
  const tapMs = taps ? await tap(page, target) : null;

  // The service worker starts once the phone is idle; the next load is measured with its cache.
  if (target.hasWorker) await page.evaluate(waitForWorker, GIVE_UP_MS);
  await page.close();

  return { ...noted, ...sumUp(traffic, noted.taken ?? Number.POSITIVE_INFINITY), tapMs };
}

/** Runs in the page. */
async function waitForWorker(atMostMs: number): Promise<void> {
  const never = new Promise<never>((_, fail) =>
    setTimeout(() => fail(new Error('the service worker did not start')), atMostMs),
  );
  await Promise.race([navigator.serviceWorker.ready, never]);
}

const TAP_SHOWN_MS = 1_500;

async function tap(page: Page, target: Target): Promise<number | null> {
  // The tap leaves the plain page, so nothing can be read there afterwards.
  if (target.isPlain) return null;

  const isTapped = await page
    .locator(target.control)
    .first()
    .tap({ noWaitAfter: true, timeout: TAP_SHOWN_MS })
    // A dialog may cover it by now: then it is not measured.
    .then(
      () => true,
      () => false,
    );
  if (!isTapped) return null;

  await pause(TAP_SHOWN_MS);

  const seen = await look(page);
  return seen && Math.max(16, ...seen.noted.taps);
}

interface PageRequest {
  readonly url: string;
  isScript: boolean;
  /** In milliseconds from the navigation. */
  readonly at: number;
  doneAt: number;
  bytes: number;
  isKept: boolean;
}

interface Traffic {
  readonly requests: Map<string, PageRequest>;
  waiting: Set<string>;
  lastAt: number;
}

function countTraffic(session: CDPSession): Traffic {
  const traffic: Traffic = { requests: new Map(), waiting: new Set(), lastAt: performance.now() };
  let from: number | undefined;
  const since = (timestamp: number): number => (timestamp - (from ?? timestamp)) * 1_000;

  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type, timestamp }) => {
    if (/^(data|blob):/.test(url)) return;

    from ??= timestamp;

    const at = since(timestamp);
    // A redirected request keeps its id.
    if (!traffic.requests.has(requestId))
      traffic.requests.set(requestId, {
        url,
        isScript: type === 'Script',
        at,
        doneAt: 0,
        bytes: 0,
        isKept: false,
      });

    traffic.waiting.add(requestId);
    traffic.lastAt = performance.now();
  });

  const note = (requestId: string, change: Partial<PageRequest>): void => {
    const request = traffic.requests.get(requestId);
    if (request) Object.assign(request, change);
  };

  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') note(requestId, { isScript: true });
    if (response.fromDiskCache || response.fromServiceWorker) note(requestId, { isKept: true });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) =>
    note(requestId, { isKept: true }),
  );

  const over = (requestId: string, bytes: number, timestamp: number): void => {
    if (!traffic.waiting.delete(requestId)) return;
    note(requestId, { bytes, doneAt: since(timestamp) });
    traffic.lastAt = performance.now();
  };

  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
    over(requestId, encodedDataLength, timestamp),
  );
  session.on('Network.loadingFailed', ({ requestId, timestamp }) => over(requestId, 0, timestamp));

  return traffic;
}

function sumUp(
  { requests }: Traffic,
  takenAt: number,
): Pick<Load, 'bytes' | 'scriptBytes' | 'requests' | 'chained'> {
  const all = [...requests.values()];
  const before = all.filter(({ at }) => at < takenAt);
  const sum = (some: readonly PageRequest[]): number =>
    some.reduce((total, { bytes }) => total + bytes, 0);
  const appAt = Math.max(
    0,
    ...before.filter(({ url }) => /\/assets\/shell-/.test(url)).map(({ doneAt }) => doneAt),
  );

  return {
    bytes: sum(all),
    scriptBytes: sum(before.filter(({ isScript }) => isScript)),
    requests: before.filter(({ isKept }) => !isKept).length,
    chained: before.filter(({ url, at }) => url.includes('/api/') && at > appAt).length,
  };
}

/** Waits until the control is ready and neither network nor processor has been busy for a while. */
async function settle(page: Page, traffic: Traffic, target: Target): Promise<PageRecord> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    await pause(LOOK_EVERY_MS);

    const seen = await look(page);
    const lastTask = seen?.noted.longTasks.at(-1);
    const isQuiet =
      traffic.waiting.size === 0 &&
      performance.now() - traffic.lastAt > QUIET_MS &&
      (!lastTask || (seen?.now ?? 0) - lastTask[0] - lastTask[1] > QUIET_MS);
    if (seen && isQuiet && seen.noted.taken !== null) return seen.noted;
    if (performance.now() > until)
      throw new errors.TimeoutError(`${target.name}: "${target.control}" was never ready`);
  }
}

/** The page's notes; null while it goes from one document to the next. */
async function look(page: Page): Promise<{ noted: PageRecord; now: number } | null> {
  return page
    .evaluate(() => ({ noted: window.noted, now: performance.now() }))
    .catch((error: Error) => {
      if (page.isClosed()) throw error;
      return null;
    });
}
