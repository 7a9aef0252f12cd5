import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, chromium, errors, type Page } from 'playwright-core';
import { QUIET_BROWSER, SMALL_PHONE } from '../phone.ts';
import { type Noted, watchPage } from './probe.ts';

/** A page to load, and the CSS selector of the control that a visitor comes for. */
export interface Target {
  readonly name: string;
  readonly url: string;
  readonly control: string;
}

/** One load. */
export interface Load extends Noted {
  /** All that came over the wire, headers included. */
  readonly bytes: number;
  readonly scriptBytes: number;
  /** Without those answered from what the browser kept. */
  readonly requests: number;
}

const QUIET_MS = 1_000;
const GIVE_UP_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** Loads a page twice in a new browser: with nothing kept, then with what the first load kept. */
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
    return { cold: await load(context, target, cpu), warm: await load(context, target, cpu) };
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function load(context: BrowserContext, target: Target, cpu: number): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const traffic = countTraffic(session);
  await page.addInitScript(watchPage, target.control);
  await page.goto(target.url, { waitUntil: 'load', timeout: GIVE_UP_MS });
  const noted = await settle(page, traffic, target);
  await page.close();
  const { bytes, scriptBytes, requests } = traffic;
  return { ...noted, bytes, scriptBytes, requests };
}

interface Traffic {
  bytes: number;
  scriptBytes: number;
  requests: number;
  waiting: Set<string>;
  lastAt: number;
}

function countTraffic(session: CDPSession): Traffic {
  const traffic: Traffic = { bytes: 0, scriptBytes: 0, requests: 0, waiting: new Set(), lastAt: performance.now() };
  const scripts = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (/^(data|blob):/.test(request.url)) return;
    // A request sent on by an answer keeps its id.
    if (!traffic.waiting.has(requestId)) traffic.requests += 1;
    traffic.waiting.add(requestId);
    if (type === 'Script') scripts.add(requestId);
    traffic.lastAt = performance.now();
  });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.add(requestId);
    if (response.fromDiskCache) traffic.requests -= 1;
  });
  session.on('Network.requestServedFromCache', () => {
    traffic.requests -= 1;
  });
  const over = (requestId: string, bytes: number): void => {
    if (!traffic.waiting.delete(requestId)) return;
    traffic.bytes += bytes;
    if (scripts.has(requestId)) traffic.scriptBytes += bytes;
    traffic.lastAt = performance.now();
  };
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => over(requestId, encodedDataLength));
  session.on('Network.loadingFailed', ({ requestId }) => over(requestId, 0));
  return traffic;
}

/** Waits until the control is ready and neither network nor processor has been busy for a while. */
async function settle(page: Page, traffic: Traffic, target: Target): Promise<Noted> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    await pause(LOOK_EVERY_MS);
    const seen = await look(page);
    const lastTask = seen?.noted.longTasks.at(-1);
    const isQuiet =
      traffic.waiting.size === 0 &&
      performance.now() - traffic.lastAt > QUIET_MS &&
      (!lastTask || (seen?.now ?? 0) - lastTask[0] - lastTask[1] > QUIET_MS);
    if (seen && isQuiet && seen.noted.ready !== null) return seen.noted;
    if (performance.now() > until) throw new errors.TimeoutError(`${target.name}: "${target.control}" was never ready`);
  }
}

/** The page's notes; null while it goes from one document to the next. */
async function look(page: Page): Promise<{ noted: Noted; now: number } | null> {
  return page
    .evaluate(() => ({ noted: window.noted, now: performance.now() }))
    .catch((error: Error) => {
      if (page.isClosed()) throw error;
      return null;
    });
}
