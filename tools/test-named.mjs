import { join } from 'node:path';
import { runNode } from './node24.mjs';
import { repo } from './repo.mjs';
import { ensureBuilt } from './web-build.mjs';

/**
 * Runs the tests whose paths contain one of the names, of either half: those in `e2e` in a browser,
 * the others with Vitest.
 * @returns the process's exit code
 */
export async function runNamed(names) {
  const { walks, units } = splitNames(names);
  await ensureBuilt();

  const codes = [];
  if (units.length > 0)
    codes.push(await runPackage(join('vitest', 'vitest.mjs'), ['run', ...units]));
  if (walks.length > 0) codes.push(await runWalks(walks));

  return codes.find((code) => code !== 0) ?? 0;
}

/** A walk is named by its path below `e2e`. */
export function splitNames(names) {
  const isWalk = (name) => /^(\.\/)?e2e(\/|$)/.test(name);
  return { walks: names.filter(isWalk), units: names.filter((name) => !isWalk(name)) };
}

/** Runs walks with Playwright's arguments: `accessibility -g "every route"`. */
export async function runWalks(args) {
  await ensureBuilt();
  return runPackage('@playwright/test/cli.js', ['test', '-c', 'e2e', '--reporter=line', ...args]);
}

/** Runs a program of a package to its end, on this terminal; returns its exit code. */
export function runPackage(program, args, env) {
  return runNode([join(repo, 'node_modules', program), ...args], env);
}
