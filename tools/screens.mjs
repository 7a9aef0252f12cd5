import { join } from 'node:path';
import { startApp } from './app.mjs';
import { ensureInstalled } from './install.mjs';
import { runNode } from './node24.mjs';
import { repo, runMain } from './repo.mjs';
import { ensureBuilt } from './web-build.mjs';

/**
 * Writes a picture of every screen: `npm run screens -- [--dark] [--lang es]`; of the lender's
 * console with `npm run screens -- --console [--dark]`; the pictures of the console's pages with
 * `npm run screens -- --docs`.
 */
await runMain(async () => {
  ensureInstalled();
  await ensureBuilt();

  const app = await startApp();
  try {
    const isConsole = ['--console', '--docs'].some((option) => process.argv.includes(option));
    const script = join(repo, 'e2e', 'screens', isConsole ? 'console.ts' : 'screens.ts');
    const urls = { NOREN_URL: app.url, NOREN_CONSOLE_URL: app.consoleUrl };
    const env = { ...urls, DATABASE_URL: app.databaseUrl };

    return await runNode([script, ...process.argv.slice(2)], env);
  } finally {
    await app.stop();
  }
});
