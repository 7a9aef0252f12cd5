import sharp from 'sharp';
import { type IntakeRefusal, type IntakeResult, KycEngineError } from '../../platform/ports/kyc.ts';

const MAX_BYTES = 8 * 1024 * 1024;
export const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 2000;
// A shorter side below this cannot show a readable card or a face.
const MIN_SIDE = 160;
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);

/** The format by the file's first bytes; its name and declared type are ignored. */
export function sniffImage(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf' | 'unknown' {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'webp';
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.has(bytes.toString('latin1', 8, 12)))
    return 'heic';
  // PDF readers allow other bytes before the signature, so the first kilobyte is searched.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';

  return 'unknown';
}

/**
 * Re-encodes an upload so that it is safe to read and store: a new JPEG, upright, at most 2000
 * pixels a side, without metadata; or the reason it was refused. Never throws for a bad upload.
 * @param jobMs the time limit of a picture's job, in milliseconds
 * @throws KycEngineError 'timeout' when decoding takes a quarter of it
 */
export async function takeImage(bytes: Buffer, jobMs: number): Promise<IntakeResult> {
  if (bytes.length === 0) return refuse('empty');
  if (bytes.length > MAX_BYTES) return refuse('too_big');

  const format = sniffImage(bytes);
  if (format === 'heic' || format === 'pdf') return refuse(format);
  if (format === 'unknown') return refuse('not_an_image');

  const size = await readSize(bytes, format);
  if (size === undefined) return refuse('damaged');
  if (size.width * size.height > MAX_PIXELS) return refuse('too_many_pixels');
  if (shorterSideOnceShrunk(size) < MIN_SIDE) return refuse('too_small');

  return reencode(bytes, jobMs);
}

const refuse = (reason: IntakeRefusal): IntakeResult => ({ ok: false, reason });

/** A long strip has few pixels across once it fits into the largest side. */
function shorterSideOnceShrunk({ width, height }: { width: number; height: number }): number {
  return Math.min(width, height) * Math.min(1, MAX_SIDE / Math.max(width, height));
}

async function readSize(
  bytes: Buffer,
  format: string,
): Promise<{ width: number; height: number } | undefined> {
  try {
    // No pixel limit here: only the header is read, and too many pixels have their own reason.
    const head = await sharp(bytes, { limitInputPixels: false, failOn: 'truncated' }).metadata();
    return head.format === format ? { width: head.width, height: head.height } : undefined;
  } catch {
    return undefined;
  }
}

async function reencode(bytes: Buffer, jobMs: number): Promise<IntakeResult> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
      .timeout(toSharpLimit(jobMs))
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 90 })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, image: { jpeg: data, width: info.width, height: info.height } };
  } catch (cause) {
    if (isSharpTimeout(cause)) throw new KycEngineError('timeout', cause);
    return refuse('damaged');
  }
}

/**
 * To decode a picture a quarter of its job's time is enough. Sharp ends the work itself, which a
 * timer of Node could not.
 */
export const toSharpLimit = (jobMs: number): { seconds: number } => ({
  seconds: Math.ceil(jobMs / 4_000),
});

const isSharpTimeout = (cause: unknown): boolean =>
  // biome-ignore lint/plugin: an error of sharp has neither a class nor a code of its own
  cause instanceof Error && cause.message.startsWith('timeout:');
