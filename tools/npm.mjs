import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { PlainError } from './repo.mjs';

/**
 * Runs npm to its end, or says in a sentence why it failed.
 * @param args arguments of npm
 * @param how `cwd`: the folder to run in; `node`: the program that runs npm; `script`: of another
 * npm than this machine's
 */
export function runNpm(args, { cwd, node, script = findNpmScript() }) {
  const [program, before] = script === undefined ? ['npm', []] : [node, [script]];
  const done = spawnSync(program, [...before, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (done.error === undefined && done.status === 0) return;
  if (done.error?.code === 'ENOENT')
    throw new PlainError('Installing packages failed: npm is not on the PATH.');

  throw new PlainError(
    `Installing packages failed: ${done.error?.message ?? findReason(done.stderr)}`,
  );
}

/**
 * Another program than npm may have started this script, or none: then npm is beside its Node or on
 * the PATH.
 */
function findNpmScript() {
  const beside = dirname(process.execPath);
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    process.env.npm_execpath ?? '',
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...folders.map((folder) => join(folder, 'npm')),
  ];
  const found = candidates.filter((path) => existsSync(path)).map((path) => realpathSync(path));

  return found.find((path) => basename(path) === 'npm-cli.js');
}

// npm reports a cause over several lines; the useful one follows the codes.
function findReason(stderr) {
  const reported = stderr.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  const lines = reported.map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim());
  const useful = lines.filter(
    (line) => line !== '' && !/^(code|errno|syscall|path|dest|A complete log)\b/.test(line),
  );

  return useful[0] ?? stderr.trim().split('\n').pop() ?? 'npm wrote nothing.';
}
