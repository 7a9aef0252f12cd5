import sharp from 'sharp';
import type { IntakeRefusal, IntakeResult } from '../../platform/ports/kyc.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 2000;
// Less than this on the short side cannot hold a readable card or a face.
const MIN_SIDE = 160;
const MAX_SECONDS = 10;
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);

/** What the first bytes say, whatever the name or the declared type was. */
export function sniffImage(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf' | 'unknown' {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.has(bytes.toString('latin1', 8, 12))) return 'heic';
  // PDF readers allow leading rubbish before the mark, so it is looked for in the first kilobyte.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  return 'unknown';
}

/**
 * An upload made safe to read and keep: a fresh JPEG, upright, at most 2000 pixels a side,
 * with no metadata of the original, or the reason it was refused. Never throws for a bad upload.
 */
export async function takeImage(bytes: Buffer): Promise<IntakeResult> {
  if (bytes.length === 0) return refuse('empty');
  if (bytes.length > MAX_BYTES) return refuse('too_big');
  const format = sniffImage(bytes);
  if (format === 'heic' || format === 'pdf') return refuse(format);
  if (format === 'unknown') return refuse('not_an_image');
  const size = await readSize(bytes, format);
  if (size === undefined) return refuse('damaged');
  if (size.width * size.height > MAX_PIXELS) return refuse('too_many_pixels');
  if (Math.min(size.width, size.height) < MIN_SIDE) return refuse('too_small');
  return reencode(bytes);
}

const refuse = (reason: IntakeRefusal): IntakeResult => ({ ok: false, reason });

async function readSize(bytes: Buffer, format: string): Promise<{ width: number; height: number } | undefined> {
  try {
    // No pixel limit here: only the header is read, and a size too great deserves its own reason.
    const head = await sharp(bytes, { limitInputPixels: false, failOn: 'truncated' }).metadata();
    return head.format === format ? { width: head.width, height: head.height } : undefined;
  } catch {
    return undefined;
  }
}

async function reencode(bytes: Buffer): Promise<IntakeResult> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
      .timeout({ seconds: MAX_SECONDS })
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 90 })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, image: { jpeg: data, width: info.width, height: info.height } };
  } catch {
    return refuse('damaged');
  }
}
