import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { startApp } from '../../tools/app.mjs';
import { buildFloorPages } from '../pages/floor-pages.ts';
import { watchPage } from '../pages/probe.ts';
import { OFFICE, slowDown } from '../pages/slow-network.ts';
import { serveFolder } from '../pages/static-server.ts';

/**
 * How soon the console's first screen is ready, beside a bare React page, and how its longest table
 * scrolls.
 */
export interface FirstScreen {
  /** One for each run, in milliseconds. */
  readonly ready: readonly number[];
  readonly readyReact: readonly number[];
  readonly scriptKib: number;
  readonly framesASecond: number;
  /** The share of frames that took longer than one and a half of the display's. */
  readonly late: number;
}

const CPU = 2;
const SCROLLED_MS = 5_000;

const DESK = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
} as const;

/** Passkeys and secure cookies need a name; every other name is unknown. */
const BROWSER = [
  '--no-sandbox',
  '--disable-gpu',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

const TAKE_NEXT = 'main button:not([disabled])';

export async function measureFirstScreen(program: string, runs: number): Promise<FirstScreen> {
  const folder = mkdtempSync(join(tmpdir(), 'noren-bench-console-pages-'));
  const app = await startApp();
  const floor = await serveFolder(buildFloorPages(folder).react);
  const [react, ours] = await Promise.all([
    slowDown(floor.port, OFFICE),
    slowDown(Number(new URL(app.consoleUrl).port), OFFICE),
  ]);

  try {
    const [ready, readyReact]: [number[], number[]] = [[], []];
    let scriptBytes = 0;

    for (let run = 1; run <= runs; run += 1) {
      readyReact.push((await loadCold(program, `http://localhost:${react.port}/`, '#go')).ready);

      const own = await loadCold(program, `http://localhost:${ours.port}/work`, TAKE_NEXT, signIn);
      ready.push(own.ready);
      scriptBytes = own.scriptBytes;
      console.error(
        `run ${run} of ${runs}: ready after ${ready.at(-1)} ms, React ${readyReact.at(-1)} ms`,
      );
    }

    return {
      ready,
      readyReact,
      scriptKib: scriptBytes / 1_024,
      ...(await scroll(program, app.consoleUrl)),
    };
  } finally {
    await Promise.all([react.stop(), ours.stop(), floor.stop(), app.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(new URL('/assets/none', url).href);

  const status = await page.evaluate(
    async () =>
      (
        await fetch('/staff/sandbox/sign-in', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"role":"reviewer"}',
        })
      ).status,
  );
  if (status !== 200) throw new Error(`signing in was answered with ${status}`);
}

async function inBrowser<T>(
  program: string,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'noren-bench-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: program,
    headless: true,
    args: BROWSER,
    ...DESK,
  });

  try {
    return await work(context);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/**
 * Loads a page in a new browser with an empty cache.
 * @returns when its control was ready, in milliseconds
 */
function loadCold(
  program: string,
  url: string,
  control: string,
  before?: (page: Page, url: string) => Promise<void>,
): Promise<{ ready: number; scriptBytes: number }> {
  return inBrowser(program, async (context) => {
    if (before) {
      const first = await context.newPage();
      await before(first, url);
      await first.close();
    }

    const page = await context.newPage();
    const session = await context.newCDPSession(page);

    await session.send('Network.enable');
    await session.send('Network.clearBrowserCache');
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });

    const scripts = new Set<string>();
    let scriptBytes = 0;

    session.on(
      'Network.responseReceived',
      ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    await page.addInitScript(watchPage, control);
    await page.goto(url, { waitUntil: 'load' });

    const handle = await page.waitForFunction(() => window.noted.ready, undefined, {
      timeout: 60_000,
    });
    const ready = Math.round((await handle.jsonValue()) as number);

    await pause(1_000);

    return { ready, scriptBytes };
  });
}

/**
 * Scrolls the gallery's ten thousand rows as a wheel that does not stop would, on an unslowed
 * processor.
 */
function scroll(
  program: string,
  consoleUrl: string,
): Promise<Pick<FirstScreen, 'framesASecond' | 'late'>> {
  return inBrowser(program, async (context) => {
    const page = await context.newPage();
    await signIn(page, consoleUrl);
    await page.goto(`${consoleUrl}/gallery?tab=table`);
    await page.getByRole('grid').or(page.getByRole('table')).first().waitFor();
    await pause(2_000);

    return page.evaluate(scrollTable, SCROLLED_MS);
  });
}

/** Runs in the page. */
async function scrollTable(ms: number): Promise<{ framesASecond: number; late: number }> {
  const boxes = [...document.querySelectorAll<HTMLElement>('*')].filter(
    (one) => one.scrollHeight > 100_000,
  );
  const box = boxes.at(-1);
  if (!box) throw new Error('no table of ten thousand rows is shown');

  box.scrollIntoView();

  const frames: number[] = [];
  await new Promise<void>((done) => {
    const began = performance.now();
    let last = began;

    const step = (now: number): void => {
      frames.push(now - last);
      last = now;
      box.scrollTop += 120;
      if (now - began < ms) requestAnimationFrame(step);
      else done();
    };

    requestAnimationFrame(step);
  });

  const counted = frames.slice(2);
  const total = counted.reduce((sum, one) => sum + one, 0);

  return {
    framesASecond: (counted.length / total) * 1_000,
    late: counted.filter((one) => one > 25).length / counted.length,
  };
}
