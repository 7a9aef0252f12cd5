import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startApp } from './app.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { repo, runMain } from './repo.mjs';
import { ensureBuilt } from './web-build.mjs';

/** Writes a picture of every screen: `npm run screens -- [--dark] [--lang es]`. */
await runMain(async () => {
  ensureInstalled();
  const chromium = await ensureChromium();
  await ensureBuilt();
  const app = await startApp();
  try {
    const script = join(repo, 'e2e', 'screens', 'screens.ts');
    const env = { ...process.env, CHROMIUM_PATH: chromium, NOREN_URL: app.url, DATABASE_URL: app.databaseUrl };
    const done = spawnSync(node24(), [script, ...process.argv.slice(2)], { cwd: repo, env, stdio: 'inherit' });
    return done.status ?? 1;
  } finally {
    await app.stop();
  }
});
