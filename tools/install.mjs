import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallingNode } from './node-for-install.mjs';
import { runNpm } from './npm.mjs';
import { PlainError, repo } from './repo.mjs';

const modules = join(repo, 'node_modules');
const stamp = join(modules, '.noren-lock');

const INSTALL = ['ci', '--prefer-offline', '--include=dev', '--include=optional'];

/**
 * Installs the pinned packages when they are missing or the lock file has changed since; prints a
 * line when it does.
 */
export function ensureInstalled() {
  const content = readFileSync(join(repo, 'package-lock.json'));
  const wanted = `${createHash('sha256').update(content).digest('hex')} ${process.platform}-${process.arch}\n`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  const lock = JSON.parse(content.toString('utf8'));
  if (!isComplete(lock)) {
    const why = existsSync(modules) ? 'they are not those of package-lock.json' : 'first run';
    console.log(`Installing packages with npm ci (${why}); this takes a minute or two.`);
    rmSync(stamp, { force: true });
    withInstallingNode(lock, (npm) => runNpm(npm, INSTALL, repo));

    if (!isComplete(lock))
      throw new PlainError(
        'npm left out packages that this machine needs: update it with "npm install -g npm".',
      );
  }

  writeFileSync(stamp, wanted);
}

/**
 * Whether all packages of the lock file for this platform are there; someone may have run `npm ci`
 * or `npm install`. npm writes down what it installed once it is done, and an old one leaves out
 * optional packages that are needed.
 */
function isComplete(lock) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;

  const installed = JSON.parse(readFileSync(record, 'utf8')).packages ?? {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.startsWith('node_modules/')) continue;

    const found = installed[path];
    if (
      found === undefined
        ? !entry.optional || isForThisPlatform(entry)
        : !entry.link && found.version !== entry.version
    )
      return false;
  }

  return true;
}

/**
 * Packages that name no platform, such as fallbacks in WebAssembly, are left out where a native one
 * is installed.
 */
function isForThisPlatform({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined) return false;
  const isAmong = (value, list) => list === undefined || [list].flat().includes(value);
  return isAmong(process.platform, os) && isAmong(process.arch, cpu) && isAmong(findLibc(), libc);
}

function findLibc() {
  if (process.platform !== 'linux') return undefined;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}
