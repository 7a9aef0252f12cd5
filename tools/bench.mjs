import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { PlainError, repo, runMain } from './repo.mjs';
import { ensureBuilt } from './web-build.mjs';

const KNOWN = ['page', 'api', 'growth', 'close', 'plans', 'ocr', 'certify', 'uploads', 'console', 'monitoring', 'load'];

/** Runs the measurements: `npm run bench -- [page] [api] [growth] [close] [plans] [ocr] [certify] [uploads] [console] [monitoring] [load] [--options of the script]`, by default all. */
await runMain(async () => {
  const words = process.argv.slice(2);
  const options = words.filter((word) => word.startsWith('-'));
  const names = words.filter((word) => !word.startsWith('-'));
  const wrong = names.find((name) => !existsSync(join(repo, 'bench', `${name}.ts`)));
  if (wrong !== undefined) throw new PlainError(`There is no measurement "${wrong}". Known: ${KNOWN.join(', ')}.`);
  ensureInstalled();
  await ensureBuilt();
  const chromium = await ensureChromium();
  for (const name of names.length > 0 ? names : KNOWN) {
    const args = [join(repo, 'bench', `${name}.ts`), ...options];
    const done = spawnSync(node24(), args, {
      cwd: repo,
      env: { ...process.env, CHROMIUM_PATH: chromium },
      stdio: 'inherit',
    });
    if (done.status !== 0) return done.status ?? 1;
  }
  return 0;
});
