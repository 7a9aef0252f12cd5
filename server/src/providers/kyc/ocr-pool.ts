import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker as NodeWorker } from 'node:worker_threads';
import { createWorker, OEM, PSM, type RecognizeOptions, type Worker } from 'tesseract.js';
import { KycEngineError, type OcrPage, type OcrWord, type Point } from '../../platform/ports/kyc.ts';
import { makeBoundedQueue, within } from './bounded-queue.ts';
import { makeCodeFinder } from './code-finder.ts';

/** The words that lie and that the engine was sure of; it reads those that stand on their side as well. */
export function sureWords({ words }: OcrPage): OcrWord[] {
  const isSure = ({ text, confidence, box }: OcrWord): boolean =>
    confidence >= 70 && box.width > box.height && /[A-Za-z0-9]{3}/.test(text);
  return words.filter(isSure);
}

type OcrPoolOptions = { workers?: number; waiting?: number; jobMs?: number };
type ReadOptions = {
  /** Turns the picture by the slope of its lines first; default true. */
  straighten?: boolean;
  /** Looks for print anywhere, not for columns and blocks: finds lines that the layout leaves out. */
  sparse?: boolean;
  /** Reads the picture as one line, of these characters only. */
  onlyLineOf?: string;
};
export type OcrPool = {
  linkToProvider(picture: Buffer, options?: ReadOptions): Promise<OcrPage>;
  /** The corners of each square code to scan in a picture, in the picture's own pixels. */
  findCodes(jpeg: Buffer): Promise<Point[][]>;
  /** The same of all that is dotted as a code is, with or without its marks: now and then of close print as well. */
  findDotted(jpeg: Buffer): Promise<Point[][]>;
  warm(): Promise<void>;
  close(): Promise<void>;
};

const START_MS = 30_000;
const workerPath = fileURLToPath(new URL('./ocr-worker.ts', import.meta.url));
const langPath = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
);

/** A few tesseract workers behind a bounded queue; each starts at its first job and is replaced when it is late or dies. */
export function makeOcrPool(options: OcrPoolOptions = {}): OcrPool {
  const places = options.workers ?? Math.min(2, availableParallelism());
  const waiting = options.waiting ?? 64;
  const queue = makeBoundedQueue({ places, waiting });
  const workers: (LiveWorker | undefined)[] = Array.from({ length: places }, () => undefined);
  const jobMs = options.jobMs ?? 40_000;
  const codes = makeCodeFinder({ waiting, jobMs });

  const workerAt = async (place: number): Promise<LiveWorker> => {
    const known = workers[place];
    if (known !== undefined && !known.dead) return known;
    const fresh = await startWorker();
    workers[place] = fresh;
    return fresh;
  };

  return {
    linkToProvider(picture, options = {}) {
      return queue.run(async (place) => {
        const worker = await workerAt(place);
        try {
          return await within(Promise.race([worker.linkToProvider(picture, options), worker.died]), jobMs);
        } catch (cause) {
          // Late, dead or confused: the next job gets a new one.
          workers[place] = undefined;
          await worker.stop();
          throw cause instanceof KycEngineError ? cause : new KycEngineError('crashed', cause);
        }
      });
    },
    findCodes: (jpeg) => codes.find(jpeg, 'marked'),
    findDotted: (jpeg) => codes.find(jpeg, 'dotted'),
    warm: () => queue.run(async (place) => void (await workerAt(place))),
    async close() {
      await Promise.all([queue.close(), codes.close()]);
      await Promise.all(workers.map((worker) => worker?.stop()));
    },
  };
}

type LiveWorker = {
  dead: boolean;
  died: Promise<never>;
  linkToProvider(picture: Buffer, options: ReadOptions): Promise<OcrPage>;
  stop(): Promise<void>;
};

async function startWorker(): Promise<LiveWorker> {
  // Without errorHandler the library throws a bad picture's error where nobody can catch it.
  const starting = createWorker('eng', OEM.LSTM_ONLY, {
    workerPath,
    langPath,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  });
  const worker = await within(starting, START_MS).catch((cause: unknown) => {
    starting.then((late) => late.terminate()).catch(() => undefined);
    throw cause instanceof KycEngineError ? cause : new KycEngineError('crashed', cause);
  });
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.AUTO,
    user_defined_dpi: '300',
    // Print of identity cards is dark on light: no line it doubts is read twice more to see whether it is the other way.
    invert_threshold: '0',
    // It would otherwise remark on the picture on standard error.
    debug_file: '/dev/null',
  });
  return watch(worker);
}

function watch(worker: Worker): LiveWorker {
  const thread = (worker as unknown as { worker: NodeWorker }).worker;
  let die: (cause: unknown) => void = () => undefined;
  const died = new Promise<never>((_, reject) => {
    die = (cause) => reject(new KycEngineError('crashed', cause));
  });
  died.catch(() => undefined);
  const live: LiveWorker = {
    dead: false,
    died,
    async linkToProvider(picture, { straighten = true, sparse = false, onlyLineOf }) {
      const line = { tessedit_pageseg_mode: PSM.SINGLE_LINE, tessedit_char_whitelist: onlyLineOf };
      const anywhere = { tessedit_pageseg_mode: PSM.SPARSE_TEXT };
      const set = { rotateAuto: straighten, ...(sparse && anywhere), ...(onlyLineOf !== undefined && line) };
      // The library takes the engine's parameters here too, for this picture only; its types do not say so.
      const { data } = await worker.recognize(picture, set as RecognizeOptions, { text: true, blocks: true });
      const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs).flatMap((paragraph) => paragraph.lines);
      const words = lines.flatMap((line, at) =>
        line.words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
          text,
          confidence,
          line: at,
          box: { left: x0, top: y0, width: x1 - x0, height: y1 - y0 },
        })),
      );
      return { text: data.text, confidence: data.confidence, words, turned: data.rotateRadians ?? 0 };
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
