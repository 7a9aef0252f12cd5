import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** At nice level 5 a worker gets about a quarter of a contended core, and all of an idle one. */
const NICE_LEVEL = 5;

/**
 * Lowers the priority of the calling thread only: call it first in a worker thread whose load must
 * not delay answers. Linux only, where threads have their own priority; elsewhere a no-op.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, NICE_LEVEL);
}
