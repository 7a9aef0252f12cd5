import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGE_COOKIE, type Language } from '@noren/contract/languages';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium, fontEnvironment } from '../../tools/chromium.mjs';
import { auditScreen } from '../support/audit-screen.ts';
import { browserArguments } from '../support/browser-arguments.ts';
import { listClippedText } from '../support/clipped-text.ts';
import { downloadFilm } from '../support/fake-camera.ts';
import { type JourneyPoint, jump } from '../support/sandbox.ts';
import { skipPrompts } from '../support/skip-prompts.ts';
import { type TextOf, textsIn } from '../support/texts.ts';
import { usePseudoLanguage } from './pseudo.ts';
import { scenes } from './scenes.ts';

/**
 * Writes a picture of every screen in its meaningful states into `screens`, and prints texts that
 * are clipped: `npm run screens -- [--dark] [--lang es] [--width 320] [--only one,other]`.
 * `--lang pseudo`: longer words; `--check`: prints what `auditScreen` finds too.
 */
const { values: options } = parseArgs({
  options: {
    dark: { type: 'boolean', default: false },
    lang: { type: 'string', default: 'en' },
    width: { type: 'string', default: '360' },
    only: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});

/** What a scene needs to take its pictures. */
export interface ScreenshotContext {
  page: Page;
  textOf: TextOf;
  url: string;
  /** Signs in as a new person at a point of the journey, and opens a path of the app. */
  be(
    point: JourneyPoint,
    path?: string,
  ): Promise<{ userId: string; phone: string; repayId: string | null }>;
  open(path: string): Promise<void>;
  /** Takes the picture of the screen, or with `whole` of the whole page. */
  shoot(name: string, whole?: 'whole'): Promise<void>;
}

const language = options.lang as Language | 'pseudo';
const url = process.env.NOREN_URL ?? 'http://localhost:3000';
const to = new URL('../../screens/', import.meta.url).pathname;

const suffix = [
  options.dark && 'dark',
  language !== 'en' && language,
  options.width !== '360' && options.width,
];

const ending = suffix.filter(Boolean).map((word) => `-${word}`);

await takeAll();

async function takeAll(): Promise<void> {
  mkdirSync(to, { recursive: true });

  const executablePath = await ensureChromium();
  const camera = join(tmpdir(), `noren-camera-${process.pid}.mjpeg`);

  await downloadFilm({ url, film: 'right', to: camera });

  const env = { ...process.env, ...fontEnvironment() };
  const browser = await chromium.launch({ executablePath, env, args: browserArguments(camera) });
  let failed = 0;

  try {
    for (const [name, scene] of Object.entries(scenes)) {
      if (options.only && !options.only.split(',').some((part) => name.includes(part))) continue;

      const context = await browser.newContext({
        baseURL: url,
        viewport: { width: Number(options.width), height: 800 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
        locale: 'en-IN',
        // The pseudo-language changes files on their way, which a service worker would bypass.
        ...(language === 'pseudo' && { serviceWorkers: 'block' as const }),
        timezoneId: 'Asia/Kolkata',
        colorScheme: options.dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(20_000);
      await skipPrompts(context);
      if (language === 'pseudo') await usePseudoLanguage(context);
      else await chooseLanguage(context, language);

      try {
        await scene(await openScreenshotContext(context));
      } catch (error) {
        failed += 1;
        console.log(`${name}: ${(error as Error).message}`);
      } finally {
        await context.close();
      }
    }
  } finally {
    await browser.close();
    rmSync(camera, { force: true });
  }

  console.log(
    failed === 0
      ? 'All pictures are in the folder screens.'
      : `${failed} scenes could not be pictured.`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

async function openScreenshotContext(context: BrowserContext): Promise<ScreenshotContext> {
  const page = await context.newPage();

  const open = async (path: string): Promise<void> => {
    await page.goto(path.startsWith('/sandbox') ? path : `/#${path}`);
    await page.getByRole('heading').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
  };

  return {
    page,
    textOf: textsIn(language),
    url,
    open,
    async be(point, path) {
      const person = await jump(context, url, point);
      // The app keeps its session in memory: load the page again.
      await page.goto('about:blank');
      if (path !== undefined) await open(path.replace('{repayId}', person.repayId ?? ''));

      return person;
    },
    async shoot(name, whole) {
      const size = page.viewportSize();
      // A viewport as tall as the page, or the fixed action would be in the middle of the picture.
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);

      if (whole && size)
        await page.setViewportSize({ ...size, height: Math.max(size.height, tall) });
      for (const fault of await listClippedText(page)) console.log(`${name}: ${fault}`);
      await page.screenshot({ path: `${to}${name}${ending.join('')}.png` });
      if (whole && size) await page.setViewportSize(size);

      if (options.check)
        for (const fault of await auditScreen(page, { was: options.dark ? 'dark' : 'light' }))
          console.log(`${name}: ${fault}`);
    },
  };
}

/** In the cookie, which each page sets again: scenes clear the cookies. */
async function chooseLanguage(context: BrowserContext, language: Language): Promise<void> {
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url }]);
  await context.addInitScript(
    ([name, chosen]) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the app does it
      document.cookie = `${name}=${chosen}; Path=/`;
    },
    [LANGUAGE_COOKIE, language] as const,
  );
}
