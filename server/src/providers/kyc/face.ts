import { countFaces } from '@noren/core/people/liveness';
import type { Point } from '@noren/core/people/liveness-hints';
import sharp from 'sharp';
import type {
  Box,
  FaceComparison,
  FoundFace,
  FramesReading,
  MeasuredFrame,
} from '../../platform/ports/kyc.ts';
import { makeWorkerThread } from './worker-thread.ts';

export type FacePicture = { pixels: ArrayBuffer; width: number; height: number };
export type FaceRequest = { frames: FacePicture[]; ahead: number; card?: FacePicture };
export type SeenPicture = { faces: FoundFace[]; mesh: Point[]; likeness?: number };
export type FaceAnswer = { frames: SeenPicture[]; similarity?: number };

type FaceEngine = {
  checkFrames(comparison: FaceComparison): Promise<FramesReading>;
  warm(): Promise<void>;
  close(): Promise<void>;
};

const FRAME_SIDE = 640;
// The photo is a small part of the card, so the card is read at a larger size.
const DOCUMENT_SIDE = 1600;
const THUMBNAIL_SIDE = 24;

/** Finds and compares faces in a thread of its own. */
export function makeFaceEngine({
  jobMs,
  waiting = 64,
}: {
  jobMs: number;
  waiting?: number;
}): FaceEngine {
  const thread = makeWorkerThread<FaceRequest, FaceAnswer>(
    new URL('./face-worker.ts', import.meta.url),
    { waiting, jobMs },
  );

  return {
    async checkFrames({ frames, ahead, documentJpeg }) {
      const pictures = await Promise.all(frames.map((jpeg) => toPixels(jpeg, FRAME_SIDE)));
      const card =
        documentJpeg === undefined ? {} : { card: await toPixels(documentJpeg, DOCUMENT_SIDE) };
      const thumbnails = await Promise.all(frames.map(toThumbnail));
      const { frames: seen, similarity } = await thread.run({
        frames: pictures,
        ahead,
        ...card,
      });

      return {
        frames: pictures.map((picture, at) =>
          toFrameSeen(picture, seen[at] as SeenPicture, thumbnails[at] as Uint8Array),
        ),
        ...(similarity === undefined ? {} : { similarity }),
      };
    },
    warm: async () => void (await thread.run({ frames: [], ahead: 0 })),
    close: thread.close,
  };
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
