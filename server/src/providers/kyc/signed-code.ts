import sharp from 'sharp';
import { MAX_PIXELS, sniffImage, toSharpLimit } from './image-intake.ts';
import type { CodeAnswer, CodeJob } from './signed-code-worker.ts';
import { makeWorkerThread } from './worker-thread.ts';

/** Reads what is in codes, and the photos in what they say. */
export type SignedCodes = {
  /**
   * The digits of the largest signed code on a picture as it was uploaded; null when it shows none.
   */
  read(upload: Buffer): Promise<string | null>;
  /**
   * A JPEG 2000 or JPEG photo as JPEG, large enough for the face check; null when it cannot be
   * opened.
   */
  openPhoto(photo: Buffer): Promise<Buffer | null>;
  close(): Promise<void>;
};

/** A phone's own pictures are this long; what is longer gains nothing. */
const MAX_SIDE = 4_100;
const FACE_WIDTH = 480;
/** The photo in an offline file is a stamp too. */
const MAX_PHOTO_PIXELS = 1_000_000;
/** A code without a signature, such as one of before 2018, has fewer. */
const MIN_DIGITS = 700;

/** Both in a thread of its own: what a decoder does with a hostile picture ends with its time. */
export function makeSignedCodes(limits: { waiting: number; jobMs: number }): SignedCodes {
  const thread = makeWorkerThread<CodeJob, CodeAnswer>(
    new URL('./signed-code-worker.ts', import.meta.url),
    limits,
  );

  return {
    async read(upload) {
      const picture = await readGrey(upload, limits.jobMs);
      if (!picture) return null;

      const answer = await thread.run({ work: 'read', picture });
      const signed = answer.texts?.filter(
        (text) => text.length >= MIN_DIGITS && /^[0-9]+$/.test(text),
      );
      // The small code of an e-Aadhaar lacks the photo that the large one has.
      return signed?.toSorted((one, other) => other.length - one.length)[0] ?? null;
    },
    async openPhoto(photo) {
      if (sniffImage(photo) === 'jpeg') return openJpeg(photo, limits.jobMs);

      const { pixels } = await thread.run({ work: 'photo', photo });
      if (!pixels) return null;

      const { data, ...raw } = pixels;
      const jpeg = sharp(data, { raw }).resize({ width: FACE_WIDTH }).jpeg({ quality: 92 });
      // A photo much higher than wide becomes longer than a JPEG may be.
      return jpeg.toBuffer().catch(() => null);
    },
    close: thread.close,
  };
}

/** A photo of an offline file, in the size of a code's photo. */
const openJpeg = (photo: Buffer, jobMs: number): Promise<Buffer | null> =>
  sharp(photo, { limitInputPixels: MAX_PHOTO_PIXELS })
    .timeout(toSharpLimit(jobMs))
    .rotate()
    .resize({ width: FACE_WIDTH })
    .jpeg({ quality: 92 })
    .toBuffer()
    .catch(() => null);

/**
 * The upright picture in grey, as PGM, before it is shrunk for storing; null for what the intake
 * refuses, and for what takes too long.
 */
async function readGrey(upload: Buffer, jobMs: number): Promise<Uint8Array | null> {
  if (!['jpeg', 'png', 'webp'].includes(sniffImage(upload))) return null;

  try {
    const { data, info } = await sharp(upload, { limitInputPixels: MAX_PIXELS })
      .timeout(toSharpLimit(jobMs))
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .greyscale()
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return Buffer.concat([Buffer.from(`P5\n${info.width} ${info.height}\n255\n`), data]);
  } catch {
    return null;
  }
}
