import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { runNode } from './node24.mjs';
import { repo, runMain } from './repo.mjs';

/**
 * Runs a program of the project, or of a package, by the project's own Node, with all packages in
 * place: `node tools/run.mjs FILE ARGUMENTS`.
 */
await runMain(() => {
  ensureInstalled();

  const [file, ...args] = process.argv.slice(2);
  return runNode([join(repo, file), ...args]);
});
