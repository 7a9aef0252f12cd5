import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { KycEngineError, makeBoundedQueue, within } from './bounded-queue.ts';
import type { Box } from './ocr-pool.ts';

/** Angles in radians: yaw > 0 turned to one side, pitch > 0 head down. 'live' and 'real' (0–1) are hints only. */
export type FoundFace = {
  box: Box;
  score: number;
  yaw: number;
  pitch: number;
  roll: number;
  live?: number;
  real?: number;
};

/** A selfie measured: its size as it was read, its mean light (0–255, on the face if there is one), its faces. */
export type SelfieReading = {
  width: number;
  height: number;
  light: number;
  faces: number;
  /** The largest face. */
  face?: FoundFace;
  /** Likeness to the document's photo, 0–1, where both have a face: a hint, never a decision. */
  similarity?: number;
};

export type FacePicture = { pixels: ArrayBuffer; width: number; height: number };
export type FaceRequest = { pictures: FacePicture[] };
export type FaceAnswer = { ok: true; faces: FoundFace[]; similarity?: number } | { ok: false; message: string };

type FaceEngine = {
  checkSelfie(jpeg: Buffer, options?: { documentJpeg?: Buffer }): Promise<SelfieReading>;
  warm(): Promise<void>;
  close(): Promise<void>;
};

const SELFIE_SIDE = 800;
// The photo on a card is a small part of it, so the card is read larger.
const DOCUMENT_SIDE = 1600;

/** One face worker behind a bounded queue; it starts at its first job and is replaced when it is late or dies. */
export function makeFaceEngine(options: { waiting?: number; jobMs?: number } = {}): FaceEngine {
  const queue = makeBoundedQueue({ places: 1, waiting: options.waiting ?? 64 });
  const jobMs = options.jobMs ?? 20_000;
  let worker: Worker | undefined;

  const ask = (request: FaceRequest): Promise<FaceAnswer & { ok: true }> =>
    queue.run(async () => {
      worker ??= startWorker();
      const asked = worker;
      try {
        const answer = await within(askWorker(asked, request), jobMs);
        if (!answer.ok) throw new KycEngineError('crashed', new Error(answer.message));
        return answer;
      } catch (cause) {
        worker = undefined;
        await asked.terminate();
        throw cause;
      }
    });

  return {
    async checkSelfie(jpeg, { documentJpeg } = {}) {
      const selfie = await toPixels(jpeg, SELFIE_SIDE);
      const card = documentJpeg === undefined ? [] : [await toPixels(documentJpeg, DOCUMENT_SIDE)];
      const { faces, similarity } = await ask({ pictures: [selfie, ...card] });
      const face = [...faces].sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)[0];
      return {
        width: selfie.width,
        height: selfie.height,
        light: meanLight(selfie, face?.box),
        faces: faces.length,
        ...(face === undefined ? {} : { face }),
        ...(similarity === undefined ? {} : { similarity }),
      };
    },
    warm: async () => void (await ask({ pictures: [] })),
    async close() {
      await queue.close();
      await worker?.terminate();
      worker = undefined;
    },
  };
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./face-worker.ts', import.meta.url));
  // Between jobs nobody listens, and an unheard 'error' would end the process.
  worker.on('error', () => undefined);
  return worker;
}

function askWorker(worker: Worker, request: FaceRequest): Promise<FaceAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      worker.off('message', onMessage);
      worker.off('error', onEnd);
      worker.off('exit', onEnd);
      done();
    };
    const onMessage = (answer: FaceAnswer): void => settle(() => resolve(answer));
    const onEnd = (cause: unknown): void => settle(() => reject(new KycEngineError('crashed', cause)));
    if (worker.threadId === -1) return reject(new KycEngineError('crashed'));
    worker.on('message', onMessage);
    worker.on('error', onEnd);
    worker.on('exit', onEnd);
    worker.postMessage(request);
  });
}

async function toPixels(jpeg: Buffer, side: number): Promise<FacePicture> {
  const { data, info } = await sharp(jpeg)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(data).buffer;
  return { pixels, width: info.width, height: info.height };
}

function meanLight({ pixels, width, height }: FacePicture, box?: Box): number {
  const bytes = new Uint8Array(pixels);
  const left = Math.max(0, Math.floor(box?.left ?? 0));
  const top = Math.max(0, Math.floor(box?.top ?? 0));
  const right = Math.min(width, Math.ceil(left + (box?.width ?? width)));
  const bottom = Math.min(height, Math.ceil(top + (box?.height ?? height)));
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let i = (y * width + left) * 3; i < (y * width + right) * 3; i += 3) {
      sum += 0.2126 * bytes[i]! + 0.7152 * bytes[i + 1]! + 0.0722 * bytes[i + 2]!;
    }
  }
  return sum / Math.max(1, (right - left) * (bottom - top));
}
