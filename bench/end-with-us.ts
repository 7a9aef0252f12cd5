import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { onSignal } from '../tools/app.mjs';

/** What a measurement started and has not ended yet, the newest last. */
const started = new Set<() => void>();

/**
 * Ends something also when the measurement is ended by a signal, or fails: then nothing else of it
 * runs.
 * @returns what to call once it has ended
 */
export function endWithUs(end: () => void): () => void {
  if (started.size === 0) watch();
  started.add(end);
  return () => started.delete(end);
}

let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  onSignal(endAll);
  process.once('exit', endAll);
}

function endAll(): void {
  for (const end of [...started].reverse()) end();
  started.clear();
}

/** The same for a process that it started. */
export function endChildWithUs(child: ChildProcess): void {
  const ended = endWithUs(() => sendSignal(child.pid, 'SIGKILL'));
  child.once('exit', ended);
}

/** Ends a process that may have ended. */
export function sendSignal(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ESRCH') throw error;
  }
}

/** Removes a folder whose processes were ended just now. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
