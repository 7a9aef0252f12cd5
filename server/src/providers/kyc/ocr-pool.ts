import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorker, OEM, PSM, type RecognizeOptions, type Worker } from 'tesseract.js';
import {
  KycEngineError,
  type OcrPage,
  type OcrWord,
  type Point,
} from '../../platform/ports/kyc.ts';
import { makeBoundedQueue, within } from './bounded-queue.ts';
import { makeCodeFinder } from './code-finder.ts';
import { requireThread } from './ocr-thread.ts';

/** Horizontal words read with high confidence; the engine also reads vertical ones. */
export function sureWords({ words }: OcrPage): OcrWord[] {
  const isSure = ({ text, confidence, box }: OcrWord): boolean =>
    confidence >= 70 && box.width > box.height && /[A-Za-z0-9]{3}/.test(text);
  return words.filter(isSure);
}

type OcrPoolOptions = { jobMs: number; workers?: number; waiting?: number };
type ReadOptions = {
  /** Deskews the picture first; default true. */
  straighten?: boolean;
  /** Sparse-text mode: finds lines that the layout analysis misses. */
  sparse?: boolean;
  /** Reads the picture as one line with these characters only. */
  onlyLineOf?: string;
};
export type OcrPool = {
  recognize(picture: Buffer, options?: ReadOptions): Promise<OcrPage>;
  /** The corners of each QR code in a picture, in the picture's own pixels. */
  findCodes(jpeg: Buffer): Promise<Point[][]>;
  /**
   * The same for everything dotted like a code, with or without corner marks; sometimes includes
   * dense print.
   */
  findDotted(jpeg: Buffer): Promise<Point[][]>;
  warm(): Promise<void>;
  close(): Promise<void>;
};

const workerPath = fileURLToPath(new URL('./ocr-worker.ts', import.meta.url));

const langPath = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
);

/**
 * A few tesseract workers behind a bounded queue; each starts at its first job and is replaced when
 * it times out or dies.
 */
export function makeOcrPool(options: OcrPoolOptions): OcrPool {
  const { jobMs, waiting = 64 } = options;
  const slots = options.workers ?? Math.min(2, availableParallelism());
  const queue = makeBoundedQueue({ slots, waiting });
  const workers: (LiveWorker | undefined)[] = Array.from({ length: slots }, () => undefined);
  const codes = makeCodeFinder({ waiting, jobMs });

  const workerAt = async (slot: number): Promise<LiveWorker> => {
    const known = workers[slot];
    if (known !== undefined && !known.dead) return known;

    const fresh = await startWorker(jobMs);
    workers[slot] = fresh;

    return fresh;
  };

  return {
    recognize(picture, options = {}) {
      return queue.run(async (slot) => {
        const worker = await workerAt(slot);
        try {
          return await within(
            Promise.race([worker.recognize(picture, options), worker.died]),
            jobMs,
          );
        } catch (cause) {
          // Timed out, dead or in an unknown state: the next job gets a new one.
          workers[slot] = undefined;
          await worker.stop();
          throw cause instanceof KycEngineError ? cause : new KycEngineError('crashed', cause);
        }
      });
    },
    findCodes: (jpeg) => codes.find(jpeg, 'marked'),
    findDotted: (jpeg) => codes.find(jpeg, 'dotted'),
    warm: () => queue.run(async (slot) => void (await workerAt(slot))),
    async close() {
      await Promise.all([queue.close(), codes.close()]);
      await Promise.all(workers.map((worker) => worker?.stop()));
    },
  };
}

type LiveWorker = {
  dead: boolean;
  died: Promise<never>;
  recognize(picture: Buffer, options: ReadOptions): Promise<OcrPage>;
  stop(): Promise<void>;
};

async function startWorker(withinMs: number): Promise<LiveWorker> {
  // Without errorHandler the library throws a bad picture's error where it cannot be caught.
  const starting = createWorker('eng', OEM.LSTM_ONLY, {
    workerPath,
    langPath,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  });
  const worker = await within(starting, withinMs).catch((cause: unknown) => {
    starting.then((late) => late.terminate()).catch(() => undefined);
    throw cause instanceof KycEngineError ? cause : new KycEngineError('crashed', cause);
  });

  await worker.setParameters({
    tessedit_pageseg_mode: PSM.AUTO,
    user_defined_dpi: '300',
    // Identity cards are printed dark on light: uncertain lines are not read again inverted.
    invert_threshold: '0',
    // Otherwise it prints remarks about the picture to standard error.
    debug_file: '/dev/null',
  });

  return watch(worker);
}

function watch(worker: Worker): LiveWorker {
  const thread = requireThread(worker);
  let die: (cause: unknown) => void = () => undefined;
  const died = new Promise<never>((_, reject) => {
    die = (cause) => reject(new KycEngineError('crashed', cause));
  });

  died.catch(() => undefined);

  const live: LiveWorker = {
    dead: false,
    died,
    async recognize(picture, { straighten = true, sparse = false, onlyLineOf }) {
      const line = { tessedit_pageseg_mode: PSM.SINGLE_LINE, tessedit_char_whitelist: onlyLineOf };
      const anywhere = { tessedit_pageseg_mode: PSM.SPARSE_TEXT };
      const set = {
        rotateAuto: straighten,
        ...(sparse && anywhere),
        ...(onlyLineOf !== undefined && line),
      };
      // Parameters may be set for one picture here; the library's types omit it.
      const { data } = await worker.recognize(picture, set as RecognizeOptions, {
        text: true,
        blocks: true,
      });
      const lines = (data.blocks ?? [])
        .flatMap((block) => block.paragraphs)
        .flatMap((paragraph) => paragraph.lines);
      const words = lines.flatMap((line, at) =>
        line.words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
          text,
          confidence,
          line: at,
          box: { left: x0, top: y0, width: x1 - x0, height: y1 - y0 },
        })),
      );

      return {
        text: data.text,
        confidence: data.confidence,
        words,
        turned: data.rotateRadians ?? 0,
      };
    },
    stop: async () => void (await worker.terminate()),
  };

  const ended = (cause: unknown): void => {
    live.dead = true;
    die(cause);
  };

  thread.on('error', ended);
  thread.on('exit', ended);

  return live;
}
