import { Worker as NodeWorker } from 'node:worker_threads';
import type { Worker } from 'tesseract.js';

/**
 * The thread behind a tesseract worker. The library never reports that it ended, so a job of a dead
 * one would wait forever; this file alone reads the field, and its test fails when an upgrade moves
 * it.
 */
export function requireThread(worker: Worker): NodeWorker {
  const { worker: thread } = worker as unknown as { worker?: unknown };
  if (!(thread instanceof NodeWorker))
    throw new Error('this version of tesseract.js shows no thread');
  return thread;
}
