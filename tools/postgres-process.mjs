import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The content of `postmaster.pid`. Its process may have ended, and another may have its id. */
export function readPostmaster(data) {
  const file = join(data, 'postmaster.pid');
  const content = readIfExists(file);
  if (content === undefined) return undefined;

  const lines = content.split('\n');
  const pid = Number(lines[0]);
  const isRunning = Number.isInteger(pid) && pid > 1 && isAlive(pid);
  const isOurs = isRunning && servesFolder(pid, data);

  return {
    file,
    pid,
    port: Number(lines[3]),
    isReady: lines[7]?.trim() === 'ready',
    isRunning,
    isOurs,
  };
}

/** A server that ends removes its file at any moment. */
function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a process exists. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// PostgreSQL works inside its data folder.
function servesFolder(pid, data) {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === data;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      data,
    );
  } catch {
    // It has ended meanwhile, or belongs to another account.
    return false;
  }
}
