import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { repo, runMain } from './repo.mjs';

/**
 * Measures the code, prints the figures, and writes them and the import law into
 * docs/architecture.md: `npm run figures`.
 */
await runMain(async () => {
  ensureInstalled();
  const program = join(repo, 'tools', 'lint-rules', 'write-figures.ts');
  return spawnSync(node24(), [program], { cwd: repo, stdio: 'inherit' }).status ?? 1;
});
