import type { BrowserContext, Page } from '@playwright/test';

/**
 * The page asks for no first view, so the app sends each call of a screen by itself: for walks that
 * answer one of them.
 */
export const refuseFirstView = (page: Page | BrowserContext): Promise<unknown> =>
  page.route('**/api/user/user/firstView?*', (route) =>
    route.fulfill({ json: { code: 404, msg: '', data: null } }),
  );
