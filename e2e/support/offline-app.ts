import { expect, type Page } from '@playwright/test';
import { type AppProxy, startProxy } from './proxy.ts';
import { test as watched } from './watch.ts';

// A service worker belongs to an address: each test has its own appProxy, which can be
// disconnected.
export const test = watched.extend<{ appProxy: AppProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument lists the fixtures it needs
  appProxy: async ({}, use) => {
    const appProxy = await startProxy(process.env.NOREN_URL ?? '');
    await use(appProxy);
    appProxy.close();
  },
  baseURL: ({ appProxy }, use) => use(appProxy.url),
});

/** Opens a screen and waits until the service worker can start the app without a network. */
export async function openWithServiceWorker(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
}

/**
 * Releases another version and waits until the browser finds it. The browser merges a check with
 * one of its own that is under way, which may have read the former version: so checks are repeated.
 */
export async function releaseVersion(page: Page, appProxy: AppProxy): Promise<void> {
  appProxy.change('/service-worker.js', (script) => `${script}\n// another build`);
  await expect.poll(() => page.evaluate(findVersion)).toBe(true);
}

async function findVersion(): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  return registration.installing !== null || registration.waiting !== null;
}
