import { expect, type Page } from '@playwright/test';
import { type AppProxy, startProxy } from './proxy.ts';
import { test as watched } from './watch.ts';

// The worker belongs to an address: each test has one of its own, whose line can be cut.
export const test = watched.extend<{ front: AppProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument says what a fixture needs
  front: async ({}, use) => {
    const front = await startProxy(process.env.NOREN_URL ?? '');
    await use(front);
    front.close();
  },
  baseURL: ({ front }, use) => use(front.url),
});

/** Opens a place, and waits until the worker has what it needs for a start without a network. */
export async function openWithServiceWorker(page: Page, place: string): Promise<void> {
  await page.goto(`/#${place}`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}
