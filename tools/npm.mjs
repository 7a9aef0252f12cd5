import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { PlainError } from './repo.mjs';

/** The npm of this machine: the one beside the Node that runs this script, or on the PATH. */
export const MACHINE_NPM = ['npm'];

/** Runs npm in a folder to its end, or says in a sentence why it failed. */
export function runNpm([program, ...before], args, cwd) {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const { error, status, stderr } = spawnSync(program, [...before, ...args], {
    cwd,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error === undefined && status === 0) return;
  if (error?.code === 'ENOENT')
    throw new PlainError('Installing packages failed: npm is not on the PATH.');

  throw new PlainError(`Installing packages failed: ${error?.message ?? findReason(stderr)}`);
}

// npm reports a cause over several lines; the useful one follows the codes.
function findReason(stderr) {
  const reported = stderr.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  const lines = reported.map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim());
  const useful = lines.find(
    (line) => line !== '' && !/^(code|errno|syscall|path|dest|A complete log)\b/.test(line),
  );

  return useful ?? (stderr.trim() || 'npm wrote nothing.');
}
