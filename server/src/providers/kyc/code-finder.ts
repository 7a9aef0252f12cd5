import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { KycEngineError, type Point } from '../../platform/ports/kyc.ts';
import { makeBoundedQueue, within } from './bounded-queue.ts';
import type { GreyPixels } from './find-codes.ts';

/**
 * `marked`: codes with visible corner marks, without false positives. `dotted`: everything dotted
 * like a code, which sometimes includes dense print.
 */
export type SearchMode = 'marked' | 'dotted';
export type CodeFinder = {
  /** Corners of each code found, in the picture's own pixels. */
  find(jpeg: Buffer, by: SearchMode): Promise<Point[][]>;
  close(): Promise<void>;
};

const SEARCH_WIDTH = 1600;

/**
 * One worker that looks for codes, behind a bounded queue; it starts at its first job and is
 * replaced when it times out or dies.
 */
export function makeCodeFinder({ waiting, jobMs }: { waiting: number; jobMs: number }): CodeFinder {
  const queue = makeBoundedQueue({ slots: 1, waiting });
  let worker: Worker | undefined;

  const search = (picture: GreyPixels, by: SearchMode): Promise<Point[][]> =>
    queue.run(async () => {
      worker ??= startWorker();

      const current = worker;
      try {
        const answer = once(current, 'message');
        current.postMessage({ picture, by });
        const [corners] = await within(answer, jobMs);
        return corners as Point[][];
      } catch (cause) {
        worker = undefined;
        await current.terminate();
        throw cause instanceof KycEngineError ? cause : new KycEngineError('crashed', cause);
      }
    });

  return {
    async find(jpeg, by) {
      const picture = sharp(jpeg).greyscale();
      const { width: own } = await picture.metadata();
      const { data, info } = await picture
        .resize({ width: SEARCH_WIDTH })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const codes = await search(
        { pixels: new Uint8Array(data), width: info.width, height: info.height },
        by,
      );
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
  // Between jobs there is no listener, and an unhandled 'error' event would end the process.
  worker.on('error', () => undefined);
  return worker;
}
