import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { RunningApp } from '../../tools/app.mjs';
import { listTooWide, listViolations, showWholePage } from './audit-screen.ts';
import { skipPrompts } from './skip-prompts.ts';
import { startInstallation } from './start-installation.ts';
import { textsIn } from './texts.ts';
import { noteToasts } from './toasts.ts';

const loading = textsIn('en')('ui.loading');

/** Collects the browser's errors while a walk runs. */
export interface Watch {
  /** Permits an error that the walk causes on purpose. */
  allow(fault: RegExp): void;
}

/**
 * A test that fails on a console error, a header that the browser warns of, a script error or a
 * request to another origin. An installation is `shared` by the walks of one worker.
 */
export const test = base.extend<{ watch: Watch }, { shared: RunningApp }>({
  // Here, although only the console's walks use it: Playwright starts another worker, with another
  // browser, for tests with other fixtures of a worker.
  shared: [
    async ({ browserName: _ }, use) => {
      const app = await startInstallation();
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  watch: [
    async ({ context, baseURL }, use) => {
      const faults: string[] = [];
      const allowed: RegExp[] = [];

      context.on('console', (message) => {
        const isFault = message.type() === 'error' || /Permissions-Policy/.test(message.text());
        if (isFault) faults.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (fault) => {
        faults.push(`script: ${fault.error().stack ?? fault.error().message}`);
      });
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (!['data:', 'blob:'].includes(protocol) && origin !== baseURL)
          faults.push(`elsewhere: ${request.url()}`);
      });
      await skipPrompts(context);
      await noteToasts(context);
      await use({ allow: (fault) => void allowed.push(fault) });

      // A walk may end while an answer of its own is still on the way.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      expect(faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Checks the current screen: it has a title, fits its width and passes axe. */
export async function inspect(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await settle(page);
  await expect(page).toHaveTitle(/\S/);
  await fits(page);
  await passesAxe(page);
}

/** Waits until nothing on the screen is loading. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText(loading, { exact: true })).toHaveCount(0);
}

/** Nothing is wider than the screen. */
export async function fits(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await listTooWide(page), `wider than ${width} px at ${new URL(page.url()).hash}`).toEqual(
    [],
  );
}

/** No violation of WCAG 2.2 AA that axe can find in the whole page. */
export async function passesAxe(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (size) await showWholePage(page, size.width);

  const violations = await listViolations(page);
  if (size) await page.setViewportSize(size);
  expect(violations, `axe at ${new URL(page.url()).hash}`).toEqual([]);
}

/**
 * Presses a button again until it takes effect: a tap within half a second of another is ignored by
 * design. While one is at work the button ignores more, so a slow effect is only waited for.
 */
export async function pressAgain(button: Locator, until: Locator): Promise<void> {
  await expect(async () => {
    if (!(await until.isVisible())) await button.click({ timeout: 2_000 });
    await expect(until).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 300_000 });
}
