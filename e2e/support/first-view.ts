import type { BrowserContext, Page } from '@playwright/test';

/**
 * The page asks for no first view, so the app sends each call of a screen by itself: for walks that
 * answer one of them.
 */
export const refuseFirstView = (page: Page | BrowserContext): Promise<unknown> =>
  page.route('**/api/user/user/firstView?*', (route) =>
    route.fulfill({ json: { code: 404, msg: '', data: null } }),
  );

/** Delays the app's script until the returned function is called. */
export async function holdApp(page: Page): Promise<() => void> {
  let startApp = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    startApp = resolve;
  });

  await page.route('**/assets/react-*.js', async (route) => {
    await held;
    await route.continue();
  });

  return startApp;
}

/** Present while the screen is the page's own HTML and the app has not started. */
export const isWritten = (page: Page) => page.locator('#app[data-shell]');
