import { KycEngineError } from '../../platform/ports/kyc.ts';

type BoundedQueue = {
  /** Runs the job in a free place (from 0), or later in turn. @throws KycEngineError 'busy' when too many wait */
  run<T>(job: (place: number) => Promise<T>): Promise<T>;
  /** Refuses waiting and later jobs; resolves when the running ones have ended. */
  close(): Promise<void>;
};

export function makeBoundedQueue({ places, waiting }: { places: number; waiting: number }): BoundedQueue {
  const free = Array.from({ length: places }, (_, i) => places - 1 - i);
  const line: { start: (place: number) => void; refuse: (error: KycEngineError) => void }[] = [];
  const running = new Set<Promise<unknown>>();
  let closed = false;

  const takePlace = (): Promise<number> => {
    const place = free.pop();
    if (place !== undefined) return Promise.resolve(place);
    if (line.length >= waiting) return Promise.reject(new KycEngineError('busy'));
    return new Promise((start, refuse) => line.push({ start, refuse }));
  };
  const givePlace = (place: number): void => {
    const next = line.shift();
    if (next === undefined) free.push(place);
    else next.start(place);
  };

  return {
    async run(job) {
      if (closed) throw new KycEngineError('closed');
      const place = await takePlace();
      const work = job(place);
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
        givePlace(place);
      }
    },
    async close() {
      closed = true;
      for (const { refuse } of line.splice(0)) refuse(new KycEngineError('closed'));
      await Promise.allSettled(running);
    },
  };
}

/** The promise's own result. @throws KycEngineError 'timeout' after so many milliseconds */
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
