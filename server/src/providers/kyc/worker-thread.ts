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
 * One worker behind a bounded queue. It starts at its first job, and is replaced when it times out
 * or dies.
 */
export function makeWorkerThread<Job, Answer>(
  file: URL,
  { waiting, jobMs }: { waiting: number; jobMs: number },
): WorkerThread<Job, Answer> {
  const queue = makeBoundedQueue({ slots: 1, waiting });
  let worker: Worker | undefined;

  const startWorker = (): Worker => {
    const thread = new Worker(file);
    // Between jobs there is no other listener, and an unhandled 'error' event would end the process.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (worker === thread) worker = undefined;
    });

    return thread;
  };

  return {
    run: (job) =>
      queue.run(async () => {
        worker ??= startWorker();

        const current = worker;
        try {
          return await within(runInWorker<Answer>(current, job), jobMs);
        } catch (cause) {
          worker = undefined;
          await current.terminate();
          throw cause;
        }
      }),
    async close() {
      await queue.close();
      await worker?.terminate();
      worker = undefined;
    },
  };
}

function runInWorker<Answer>(worker: Worker, job: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      worker.off('message', onMessage);
      worker.off('error', onEnd);
      worker.off('exit', onEnd);
      done();
    };

    const onMessage = (answer: Answer): void => settle(() => resolve(answer));
    const onEnd = (cause: unknown): void =>
      settle(() => reject(new KycEngineError('crashed', cause)));

    worker.on('message', onMessage);
    worker.on('error', onEnd);
    worker.on('exit', onEnd);
    worker.postMessage(job);
  });
}
