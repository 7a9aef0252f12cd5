import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PlainError, repo } from './repo.mjs';

/** The oldest Node that runs TypeScript directly. */
const OLDEST = [22, 18];
const START_WITHIN_MS = 30_000;

let found;

/**
 * Path of a Node that runs TypeScript directly: the project's own Node 24, else this one when it is
 * new enough.
 */
export function node24() {
  found ??=
    projectNodeNames()
      .map((name) => join(repo, 'node_modules', name, 'bin', 'node'))
      .find(canStart) ?? requireNewNode();

  return found;
}

/**
 * Runs a program by the project's Node to its end, on this terminal. A signal to end is passed on to
 * it, but for a Ctrl-C, which the terminal sends to both.
 * @returns its exit code
 */
export function runNode(args, env = {}, cwd = repo) {
  const options = { cwd, env: { ...process.env, ...env }, stdio: 'inherit' };
  const child = spawn(node24(), args, options);

  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => undefined);

  return new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => ended(code ?? 1));
  });
}

/**
 * Packages that may hold the project's Node for this platform; those released later have "bin" in
 * their name.
 */
export function projectNodeNames() {
  const platform = `${process.platform}-${process.arch}`;
  return [`node-${platform}`, `node-bin-${platform}`];
}

/** Whether the Node that runs this script could run the project too. */
function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Path of the Node that runs this script; an old one is refused in a sentence. */
export function requireNewNode() {
  if (isNewEnough()) return process.execPath;
  throw new PlainError(
    `The project brings no Node 24 that starts on this machine (${process.platform}-${process.arch}), and this is Node ${process.versions.node}: install Node ${OLDEST.join('.')} or newer.`,
  );
}

/**
 * Whether a program starts here: it may be missing, built for another C library, or lie where
 * nothing may be executed.
 */
export function canStart(program, options = {}) {
  const how = { ...options, stdio: 'ignore', timeout: START_WITHIN_MS };
  return spawnSync(program, ['--version'], how).status === 0;
}
