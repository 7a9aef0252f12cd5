import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { repo, runMain } from './repo.mjs';

/**
 * Writes docs/openapi.json from the contract's declarations: `npm run openapi`. The same test
 * checks it in CI.
 */
await runMain(async () => {
  ensureInstalled();
  const vitest = join(repo, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--project', 'contract', 'openapi', '--update'];
  return spawnSync(node24(), args, { cwd: repo, stdio: 'inherit' }).status ?? 1;
});
