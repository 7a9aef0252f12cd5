import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, repo } from './repo.mjs';

const OLDEST = [22, 18];

let found;

/** Path of a Node that runs TypeScript directly: the project's own Node 24, else this one when it is new enough. */
export function node24() {
  found ??= findNode();
  return found;
}

function findNode() {
  const kind = `${process.platform}-${process.arch}`;
  // The packages are named after their platform, those made later with "bin" before it.
  for (const name of [`node-${kind}`, `node-bin-${kind}`]) {
    const own = join(repo, 'node_modules', name, 'bin', 'node');
    if (existsSync(own) && runs(own)) return own;
  }
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath;
  throw new PlainError(
    `The project brings no Node 24 for ${kind}, and this is Node ${process.versions.node}: install Node ${OLDEST.join('.')} or newer.`,
  );
}

function runs(program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // Another C library than it was built for, or a file system without execution.
    if (error instanceof Error) return false;
    throw error;
  }
}
