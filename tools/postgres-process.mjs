import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What `postmaster.pid` says. Its process id may be dead, or used again by another process since. */
export function readPostmaster(data) {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const lives = Number.isInteger(pid) && pid > 1 && isAlive(pid);
  const isOurs = lives && servesFolder(pid, data);
  return { file, pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready', lives, isOurs };
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
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data);
  } catch (error) {
    // It ended between the two looks, or is another account's.
    if (error instanceof Error) return false;
    throw error;
  }
}
