import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { runNode } from './node24.mjs';
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
  const wrong = names.find((name) => !KNOWN.includes(name));
  if (wrong !== undefined)
    throw new PlainError(`There is no measurement "${wrong}". Known: ${KNOWN.join(', ')}.`);

  ensureInstalled();
  await ensureBuilt();

  for (const name of names.length > 0 ? names : KNOWN) {
    const code = await runNode([join(repo, 'bench', `${name}.ts`), ...options]);
    if (code !== 0) return code;
  }

  return 0;
});
