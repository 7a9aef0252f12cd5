import { ensureInstalled } from './install.mjs';
import { runMain } from './repo.mjs';
import { runWalks } from './test-named.mjs';

/**
 * Runs browser walks with Playwright's arguments: `npm run walk -- accessibility -g "every route"`.
 */
await runMain(async () => {
  ensureInstalled();
  return runWalks(process.argv.slice(2));
});
