import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { repo, runMain } from './repo.mjs';

/** Sends hostile requests: `npm run fuzz -- --seed N --requests N`. */
await runMain(async () => {
  ensureInstalled();
  const script = join(repo, 'checks', 'fuzz', 'main.ts');
  const args = [script, ...process.argv.slice(2)];
  return spawnSync(node24(), args, { cwd: repo, stdio: 'inherit' }).status ?? 1;
});
