import { KycEngineError } from '../../platform/ports/kyc.ts';

type BoundedQueue = {
  /**
   * Runs the job in a free place (from 0), or later in turn.
   * @throws KycEngineError 'busy' when too many wait
   */
  run<T>(job: (slot: number) => Promise<T>): Promise<T>;
  /** Refuses waiting and later jobs; resolves when the running ones have ended. */
  close(): Promise<void>;
};

export function makeBoundedQueue({
  slots,
  waiting,
}: {
  slots: number;
  waiting: number;
}): BoundedQueue {
  const free = Array.from({ length: slots }, (_, i) => slots - 1 - i);
  const line: { start: (slot: number) => void; refuse: (error: KycEngineError) => void }[] = [];
  const running = new Set<Promise<unknown>>();
  let closed = false;

  const takeSlot = (): Promise<number> => {
    const slot = free.pop();
    if (slot !== undefined) return Promise.resolve(slot);
    if (line.length >= waiting) return Promise.reject(new KycEngineError('busy'));
    return new Promise((start, refuse) => line.push({ start, refuse }));
  };

  const releaseSlot = (slot: number): void => {
    const next = line.shift();
    if (next === undefined) free.push(slot);
    else next.start(slot);
  };

  return {
    async run(job) {
      if (closed) throw new KycEngineError('closed');

      const slot = await takeSlot();
      const work = job(slot);

      running.add(work);

      try {
        return await work;
      } finally {
        running.delete(work);
        releaseSlot(slot);
      }
    },
    async close() {
      closed = true;
      for (const { refuse } of line.splice(0)) refuse(new KycEngineError('closed'));
      await Promise.allSettled(running);
    },
  };
}

/**
 * The promise's own result.
 * @throws KycEngineError 'timeout' after so many milliseconds
 */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new KycEngineError('timeout')), milliseconds);
  });

  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
