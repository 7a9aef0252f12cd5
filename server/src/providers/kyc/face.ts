import { Worker } from 'node:worker_threads';
import { countFaces } from '@noren/core/people/liveness';
import type { Point } from '@noren/core/people/liveness-hints';
import sharp from 'sharp';
import {
  type Box,
  type FaceComparison,
  type FoundFace,
  type FramesReading,
  KycEngineError,
  type MeasuredFrame,
} from '../../platform/ports/kyc.ts';
import { makeBoundedQueue, within } from './bounded-queue.ts';

export type FacePicture = { pixels: ArrayBuffer; width: number; height: number };
export type FaceRequest = { frames: FacePicture[]; ahead: number; card?: FacePicture };
export type SeenPicture = { faces: FoundFace[]; mesh: Point[]; likeness?: number };
export type FaceAnswer =
  | { ok: true; frames: SeenPicture[]; similarity?: number }
  | { ok: false; message: string };

type FaceEngine = {
  checkFrames(comparison: FaceComparison): Promise<FramesReading>;
  warm(): Promise<void>;
  close(): Promise<void>;
};

const FRAME_SIDE = 640;
// The photo is a small part of the card, so the card is read at a larger size.
const DOCUMENT_SIDE = 1600;
const THUMBNAIL_SIDE = 24;

/**
 * One face worker behind a bounded queue; it starts at its first job and is replaced when it times
 * out or dies.
 */
export function makeFaceEngine({
  jobMs,
  waiting = 64,
}: {
  jobMs: number;
  waiting?: number;
}): FaceEngine {
  const queue = makeBoundedQueue({ slots: 1, waiting });
  let worker: Worker | undefined;

  const run = (request: FaceRequest): Promise<FaceAnswer & { ok: true }> =>
    queue.run(async () => {
      worker ??= startWorker();

      const current = worker;
      try {
        const answer = await within(runInWorker(current, request), jobMs);
        if (!answer.ok) throw new KycEngineError('crashed', new Error(answer.message));
        return answer;
      } catch (cause) {
        worker = undefined;
        await current.terminate();
        throw cause;
      }
    });

  return {
    async checkFrames({ frames, ahead, documentJpeg }) {
      const pictures = await Promise.all(frames.map((jpeg) => toPixels(jpeg, FRAME_SIDE)));
      const card =
        documentJpeg === undefined ? {} : { card: await toPixels(documentJpeg, DOCUMENT_SIDE) };
      const thumbnails = await Promise.all(frames.map(toThumbnail));
      const { frames: seen, similarity } = await run({ frames: pictures, ahead, ...card });

      return {
        frames: pictures.map((picture, at) =>
          toFrameSeen(picture, seen[at] as SeenPicture, thumbnails[at] as Uint8Array),
        ),
        ...(similarity === undefined ? {} : { similarity }),
      };
    },
    warm: async () => void (await run({ frames: [], ahead: 0 })),
    async close() {
      await queue.close();
      await worker?.terminate();
      worker = undefined;
    },
  };
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./face-worker.ts', import.meta.url));
  // Between jobs there is no listener, and an unhandled 'error' event would end the process.
  worker.on('error', () => undefined);
  return worker;
}

function runInWorker(worker: Worker, request: FaceRequest): Promise<FaceAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      worker.off('message', onMessage);
      worker.off('error', onEnd);
      worker.off('exit', onEnd);
      done();
    };

    const onMessage = (answer: FaceAnswer): void => settle(() => resolve(answer));
    const onEnd = (cause: unknown): void =>
      settle(() => reject(new KycEngineError('crashed', cause)));

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

function toThumbnail(jpeg: Buffer): Promise<Uint8Array> {
  return sharp(jpeg)
    .greyscale()
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
}

function toFrameSeen(
  picture: FacePicture,
  { faces, mesh, likeness }: SeenPicture,
  thumbnail: Uint8Array,
): MeasuredFrame {
  const face = [...faces].sort(
    (a, b) => b.box.width * b.box.height - a.box.width * a.box.height,
  )[0];
  return {
    width: picture.width,
    height: picture.height,
    light: meanLight(picture, face?.box),
    faces: countFaces(faces.map(({ box }) => box.width)),
    mesh,
    thumbnail,
    ...(face === undefined ? {} : { face }),
    ...(likeness === undefined ? {} : { likeness }),
  };
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
