import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { PlainError, repo, runMain } from './repo.mjs';
import { ensureBuilt } from './web-build.mjs';

const KNOWN = ['page', 'api', 'growth', 'close', 'console', 'papers'];

/**
 * Runs the measurements:
 * `npm run bench -- [page] [api] [growth] [close] [console] [papers] [--options of the script]`,
 * by default all.
 */
await runMain(async () => {
  const words = process.argv.slice(2);
  const options = words.filter((word) => word.startsWith('-'));
  const names = words.filter((word) => !word.startsWith('-'));
  const wrong = names.find((name) => !existsSync(join(repo, 'bench', `${name}.ts`)));
  if (wrong !== undefined)
    throw new PlainError(`There is no measurement "${wrong}". Known: ${KNOWN.join(', ')}.`);

  ensureInstalled();
  await ensureBuilt();

  const chromium = await ensureChromium();
  for (const name of names.length > 0 ? names : KNOWN) {
    const args = [join(repo, 'bench', `${name}.ts`), ...options];
    const status = await run(args, { ...process.env, CHROMIUM_PATH: chromium });
    if (status !== 0) return status;
  }

  return 0;
});

/** A measurement that is told to end through this process ends what it started. */
async function run(args, env) {
  const child = spawn(node24(), args, { cwd: repo, env, stdio: 'inherit' });
  const passOn = (signal) => child.kill(signal);

  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  // The terminal sends it to both.
  process.on('SIGINT', () => undefined);

  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => ended(code ?? 1));
  });
}
