import sharp from 'sharp';
import type { Point } from '../../platform/ports/kyc.ts';
import type { GreyPixels } from './find-codes.ts';
import { makeWorkerThread } from './worker-thread.ts';

/**
 * `marked`: codes with visible corner marks, without false positives. `dotted`: everything dotted
 * like a code, which sometimes includes dense print.
 */
export type SearchMode = 'marked' | 'dotted';
export type CodeFinder = {
  /** Corners of each code found, in the picture's own pixels. */
  find(jpeg: Buffer, mode: SearchMode): Promise<Point[][]>;
  close(): Promise<void>;
};

const SEARCH_WIDTH = 1600;

/** Looks for codes in a thread of its own. */
export function makeCodeFinder(limits: { waiting: number; jobMs: number }): CodeFinder {
  const thread = makeWorkerThread<{ picture: GreyPixels; mode: SearchMode }, Point[][]>(
    new URL('./code-worker.ts', import.meta.url),
    limits,
  );

  return {
    async find(jpeg, mode) {
      const image = sharp(jpeg).greyscale();
      const { width: fullWidth } = await image.metadata();
      const { data, info } = await image
        .resize({ width: SEARCH_WIDTH })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const picture = { pixels: new Uint8Array(data), width: info.width, height: info.height };

      const codes = await thread.run({ picture, mode });
      const scale = fullWidth / info.width;

      return codes.map((corners) => corners.map(({ x, y }) => ({ x: x * scale, y: y * scale })));
    },
    close: thread.close,
  };
}
