import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, repo } from './repo.mjs';

const modules = join(repo, 'node_modules');
const stamp = join(modules, '.noren-lock');

/** Installs the pinned packages when they are missing or the lock file has changed since; says so in one line. */
export function ensureInstalled() {
  const lock = readFileSync(join(repo, 'package-lock.json'));
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!isInstalledByHand(JSON.parse(lock.toString('utf8')))) {
    const why = existsSync(modules) ? 'they are not those of package-lock.json' : 'first run';
    console.log(`Installing packages with npm ci (${why}); this takes a minute or two.`);
    rmSync(stamp, { force: true });
    installPackages();
  }
  writeFileSync(stamp, wanted);
}

/** Someone may have run `npm ci` or `npm install` already: npm writes down what it installed, once it is done. */
function isInstalledByHand(lock) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages ?? {};
  for (const [path, { version, link, optional }] of Object.entries(lock.packages)) {
    if (!path.startsWith('node_modules/')) continue;
    const found = installed[path];
    if (found === undefined ? !optional : !link && found.version !== version) return false;
  }
  return true;
}

function installPackages() {
  const args = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--include=dev', '--include=optional'];
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [program, ...before] = npm;
  const done = spawnSync(program, [...before, ...args], {
    cwd: repo,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (done.error === undefined && done.status === 0) return;
  if (done.error?.code === 'ENOENT') throw new PlainError('Installing packages failed: npm is not on the PATH.');
  throw new PlainError(`Installing packages failed: ${done.error?.message ?? reasonOf(done.stderr)}`);
}

// npm says a cause over several lines, the telling one after the codes.
function reasonOf(stderr) {
  const said = stderr.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  const lines = said.map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim());
  const telling = lines.filter((line) => line !== '' && !/^(code|errno|syscall|path|dest|A complete log)\b/.test(line));
  return telling[0] ?? stderr.trim().split('\n').pop() ?? 'npm ci said nothing.';
}
