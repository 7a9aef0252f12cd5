import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How far a worker steps back: at 5 it gets about a quarter of a core that answers also want, and all of an idle one. */
const STEPS_BACK = 5;

/**
 * Lets the calling thread, and no other of the process, work only when nothing more pressing does: to be called first in a
 * worker thread whose load may not slow down other answers. On Linux, where threads have their own priority; elsewhere nothing.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, STEPS_BACK);
}
