import { startInstallation } from './start-installation.ts';
import { test as base } from './watch.ts';

/**
 * A walk in the app of an installation that is new. The walks share one network address, and only
 * 20 codes an hour are sent to it: those that ask for several bring their own.
 */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the fixtures to be destructured
  baseURL: async ({}, use) => {
    const app = await startInstallation();
    await use(app.url);
    await app.stop();
  },
});
