import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { KycEngineError, type Point } from '../../platform/ports/kyc.ts';
import { makeBoundedQueue, within } from './bounded-queue.ts';
import type { GreyPixels } from './find-codes.ts';

/** Codes to scan whose corner marks show, none of which is anything else; or all that is dotted as a code is, print too now and then. */
export type LookedFor = 'marked' | 'dotted';
export type CodeFinder = {
  /** Corners of what is covered of a picture, in the picture's own pixels. */
  find(jpeg: Buffer, by: LookedFor): Promise<Point[][]>;
  close(): Promise<void>;
};

const SEARCH_WIDTH = 1600;

/** One worker that looks for codes, behind a bounded queue; it starts at its first job and is replaced when it is late or dies. */
export function makeCodeFinder({ waiting, jobMs }: { waiting: number; jobMs: number }): CodeFinder {
  const queue = makeBoundedQueue({ places: 1, waiting });
  let worker: Worker | undefined;

  const ask = (picture: GreyPixels, by: LookedFor): Promise<Point[][]> =>
    queue.run(async () => {
      worker ??= startWorker();
      const asked = worker;
      try {
        const answer = once(asked, 'message');
        asked.postMessage({ picture, by });
        const [corners] = await within(answer, jobMs);
        return corners as Point[][];
      } catch (cause) {
        worker = undefined;
        await asked.terminate();
        throw cause instanceof KycEngineError ? cause : new KycEngineError('crashed', cause);
      }
    });

  return {
    async find(jpeg, by) {
      const picture = sharp(jpeg).greyscale();
      const { width: own } = await picture.metadata();
      const { data, info } = await picture.resize({ width: SEARCH_WIDTH }).raw().toBuffer({ resolveWithObject: true });
      const codes = await ask({ pixels: new Uint8Array(data), width: info.width, height: info.height }, by);
      const scale = own / info.width;
      return codes.map((corners) => corners.map(({ x, y }) => ({ x: x * scale, y: y * scale })));
    },
    async close() {
      await queue.close();
      await worker?.terminate();
      worker = undefined;
    },
  };
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./code-worker.ts', import.meta.url));
  // Between jobs nobody listens, and an unheard 'error' would end the process.
  worker.on('error', () => undefined);
  return worker;
}
