import { HEADER_BYTES, type PictureHeader, readHeader } from './picture-header.ts';

const MAX_PIXELS_A_SIDE = 1600;
const MAX_BYTES = 400_000;
// A shorter side cannot show a readable card.
const MIN_PIXELS_A_SIDE = 240;
// Decoding more would exceed the memory of a small phone.
const MAX_PIXELS = 65_000_000;
const QUALITY = 0.88;
// The qualities are tried in turn until the picture is small enough. The last one is used even if the
// picture is larger, so that small print stays readable.
const QUALITIES = [QUALITY, 0.78, 0.68, 0.58] as const;

/**
 * Why a file is rejected on the phone, before it is sent. Each has a text:
 * `certification.picture_…`.
 */
export const PICTURE_FAULTS = [
  'empty',
  'pdf',
  'heic',
  'not_an_image',
  'damaged',
  'too_many_pixels',
  'too_small',
] as const;

export type PictureFault = (typeof PICTURE_FAULTS)[number];
export type PictureResult = { ok: true; picture: Blob } | { ok: false; fault: PictureFault };

/**
 * Checks a picture and makes it small enough for a slow connection: upright, a JPEG of at most 1600
 * pixels a side and about 400 kB. Any format that the browser can decode is accepted; if it cannot
 * decode pictures, the server checks.
 */
export async function preparePicture(file: Blob): Promise<PictureResult> {
  const header = readHeader(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
  const fault = findFault(file, header);
  if (fault) return { ok: false, fault };
  if (typeof createImageBitmap !== 'function') return { ok: true, picture: file };

  let bitmap: ImageBitmap;
  try {
    bitmap = await decode(file, header);
  } catch (cause) {
    console.info('The picture cannot be read here', (cause as Error).name);
    return { ok: false, fault: toPictureFault(header) };
  }

  try {
    if (Math.min(bitmap.width, bitmap.height) < MIN_PIXELS_A_SIDE)
      return { ok: false, fault: 'too_small' };

    const isSmall =
      header.size && Math.max(header.size.width, header.size.height) <= MAX_PIXELS_A_SIDE;
    const isFit = isSmall && header.format === 'jpeg' && file.size <= MAX_BYTES;

    return { ok: true, picture: isFit ? file : await shrink(bitmap) };
  } finally {
    bitmap.close();
  }
}

function findFault(file: Blob, { format, size }: PictureHeader): PictureFault | undefined {
  if (file.size === 0) return 'empty';
  if (format === 'pdf') return 'pdf';
  if (!size) return undefined;
  if (size.width * size.height > MAX_PIXELS) return 'too_many_pixels';

  return Math.min(size.width, size.height) < MIN_PIXELS_A_SIDE ? 'too_small' : undefined;
}

function toPictureFault({ format }: PictureHeader): PictureFault {
  if (format === 'heic') return 'heic';
  return format === 'unknown' ? 'not_an_image' : 'damaged';
}

/** Decodes a large picture at a reduced size: at full size 12 megapixels take 48 MB. */
async function decode(file: Blob, { size }: PictureHeader): Promise<ImageBitmap> {
  const upright = { imageOrientation: 'from-image' } as const;
  const longest = size ? Math.max(size.width, size.height) : 0;
  if (!size || longest <= MAX_PIXELS_A_SIDE) return createImageBitmap(file, upright);

  const sides = [size.width, size.height].map((side) =>
    Math.round((side * MAX_PIXELS_A_SIDE) / longest),
  );
  const decodeAt = (resizeWidth: number) =>
    createImageBitmap(file, { ...upright, resizeWidth, resizeQuality: 'high' });
  const bitmap = await decodeAt(sides[0]!);
  if (Math.max(bitmap.width, bitmap.height) >= MAX_PIXELS_A_SIDE - 1) return bitmap;

  // The header's size is before rotation, so its width may be the upright height.
  bitmap.close();

  return decodeAt(sides[1]!);
}

async function shrink(bitmap: ImageBitmap): Promise<Blob> {
  const { width, height } = bitmap;
  const scale = Math.min(1, MAX_PIXELS_A_SIDE / Math.max(width, height));
  const canvas = draw(bitmap, {
    from: { x: 0, y: 0, width, height },
    to: { width: Math.round(width * scale), height: Math.round(height * scale) },
  });
  let jpeg = await toJpeg(canvas, QUALITIES[0]);

  for (const quality of QUALITIES.slice(1)) {
    if (jpeg.size <= MAX_BYTES) break;
    jpeg = await toJpeg(canvas, quality);
  }

  // Some browsers free an unused canvas very late.
  canvas.width = 0;

  return jpeg;
}

/** A JPEG of the part of a running video that its box shows (`object-fit: cover`). */
export function grabFrame(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  const shape =
    clientWidth > 0 && clientHeight > 0 ? clientWidth / clientHeight : videoWidth / videoHeight;
  const width = Math.min(videoWidth, videoHeight * shape);
  const height = Math.min(videoHeight, videoWidth / shape);
  const from = { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height };

  return toJpeg(
    draw(video, { from, to: { width: Math.round(width), height: Math.round(height) } }),
    QUALITY,
  );
}

type Box = { x: number; y: number; width: number; height: number };

function draw(
  source: CanvasImageSource,
  { from, to }: { from: Box; to: Omit<Box, 'x' | 'y'> },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = to.width;
  canvas.height = to.height;
  canvas
    .getContext('2d')
    ?.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, canvas.width, canvas.height);

  return canvas;
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
      'image/jpeg',
      quality,
    );
  });
}
