import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { repo, runMain } from './repo.mjs';

/**
 * Formats and mends what Biome can, in everything or in the paths given: `npm run format -- web`.
 */
await runMain(() => {
  ensureInstalled();

  const biome = join(repo, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [
    biome,
    'check',
    '--write',
    '--error-on-warnings',
    '--diagnostic-level=warn',
    ...process.argv.slice(2),
  ];

  return spawnSync(node24(), args, { cwd: repo, stdio: 'inherit' }).status ?? 1;
});
