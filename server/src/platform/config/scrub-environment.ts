import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Fields of `/proc/self/stat` after the command's name: where the first environment of the process
 * begins. Source: proc(5).
 */
const ENV_START = 47;

/**
 * Overwrites values in the environment that the kernel keeps for this process. Deleting a variable
 * takes it out of `process.env` alone: `/proc/PID/environ` shows what the process was started with,
 * to every process of its user.
 * @returns false where it cannot be done: not on Linux, or without the right to write its own
 * memory
 */
export function scrubEnvironment(isSecret: (name: string) => boolean): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const environment = readFileSync('/proc/self/environ');
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const start = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[ENV_START]);
    const memory = openSync('/proc/self/mem', 'r+');

    try {
      for (const { at, length } of findValues(environment, isSecret))
        writeSync(memory, Buffer.alloc(length), 0, length, start + at);
    } finally {
      closeSync(memory);
    }

    return findValues(readFileSync('/proc/self/environ'), isSecret).length === 0;
  } catch {
    return false;
  }
}

/** Where the values of secret variables are that are not blank. */
function findValues(
  environment: Buffer,
  isSecret: (name: string) => boolean,
): { at: number; length: number }[] {
  const found: { at: number; length: number }[] = [];
  for (let at = 0; at < environment.length; ) {
    const end = environment.indexOf(0, at);
    const entry = environment.subarray(at, end < 0 ? environment.length : end);
    const equals = entry.indexOf('=');
    const length = entry.length - equals - 1;

    if (equals > 0 && length > 0 && isSecret(entry.toString('utf8', 0, equals)))
      found.push({ at: at + equals + 1, length });
    at += entry.length + 1;
  }

  return found;
}
