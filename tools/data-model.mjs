import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { repo, runMain } from './repo.mjs';

/** Writes docs/data-model.md from the migrations: `npm run data-model`. */
await runMain(async () => {
  ensureInstalled();
  const script = join(repo, 'checks', 'data-model', 'main.ts');
  return spawnSync(node24(), [script], { cwd: repo, stdio: 'inherit' }).status ?? 1;
});
