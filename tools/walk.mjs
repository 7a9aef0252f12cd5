import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { repo, runMain } from './repo.mjs';
import { ensureBuilt } from './web-build.mjs';

/** Runs browser walks with Playwright's arguments: `npm run walk -- accessibility -g "every route"`. */
await runMain(async () => {
  ensureInstalled();
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
  await ensureBuilt();
  const cli = join(repo, 'node_modules', '@playwright', 'test', 'cli.js');
  const args = [cli, 'test', '-c', 'e2e', '--reporter=line', ...process.argv.slice(2)];
  return spawnSync(node24(), args, { cwd: repo, env, stdio: 'inherit' }).status ?? 1;
});
