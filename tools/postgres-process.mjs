import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The content of `postmaster.pid`. Its process may have ended, and another may have its id. */
export function readPostmaster(data) {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;

  const lines = readFileSync(file, 'utf8').split('\n');
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
  } catch (error) {
    // It has ended meanwhile, or belongs to another account.
    if (error instanceof Error) return false;
    throw error;
  }
}
