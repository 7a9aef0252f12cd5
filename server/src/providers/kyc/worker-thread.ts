import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { KycEngineError } from '../../platform/ports/kyc.ts';
import { makeBoundedQueue, within } from './bounded-queue.ts';

/** One thread that answers each message with one. */
export type WorkerThread<Job, Answer> = {
  /** @throws KycEngineError when too many jobs wait, one takes too long or the thread dies */
  run(job: Job): Promise<Answer>;
  close(): Promise<void>;
};

/**
 * One worker behind a bounded queue; it starts at its first job and is replaced when it times out
 * or dies.
 */
export function makeWorkerThread<Job, Answer>(
  file: URL,
  { waiting, jobMs }: { waiting: number; jobMs: number },
): WorkerThread<Job, Answer> {
  const queue = makeBoundedQueue({ slots: 1, waiting });
  let worker: Worker | undefined;

  return {
    run: (job) =>
      queue.run(async () => {
        worker ??= startWorker(file);

        const current = worker;
        try {
          const answer = once(current, 'message');
          current.postMessage(job);
          const [value] = await within(answer, jobMs);
          return value as Answer;
        } catch (cause) {
          worker = undefined;
          await current.terminate();
          throw cause instanceof KycEngineError ? cause : new KycEngineError('crashed', cause);
        }
      }),
    async close() {
      await queue.close();
      await worker?.terminate();
      worker = undefined;
    },
  };
}

function startWorker(file: URL): Worker {
  const worker = new Worker(file);
  // Between jobs there is no listener, and an unhandled 'error' event would end the process.
  worker.on('error', () => undefined);
  return worker;
}
