import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { QUIET_BROWSER, SMALL_PHONE } from '../phone.ts';

/** A new browser with an empty cache, whose camera plays a film, with the screen of a small phone. */
export async function openPhone(program: string, film: string): Promise<{ browser: Browser; context: BrowserContext }> {
  const browser = await chromium.launch({
    executablePath: program,
    args: [
      ...QUIET_BROWSER,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
      '--enable-precise-memory-info',
    ],
  });
  const context = await browser.newContext({ ...SMALL_PHONE, reducedMotion: 'reduce' });
  context.setDefaultTimeout(90_000);
  return { browser, context };
}
