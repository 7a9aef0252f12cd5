import sharp from 'sharp';
import type { Box, OcrPage, OcrPool, OcrWord } from './ocr-pool.ts';
import { evenPicture, greyPicture, READ_WIDTH } from './prepare-picture.ts';

export type MaskResult = { ok: true; jpeg: Buffer } | { ok: false; reason: 'cannot_mask' };

const KEPT_DIGITS = 4;
// A number with a few digits lost in reading is covered all the same; a PIN code or a date is shorter than this.
const LEAST_DIGITS = 9;
// Twelve, or a stray mark or two read with them; sixteen would be the virtual id, which says nothing of the number.
const isWholeNumber = ({ digits }: { digits: number }): boolean => digits >= 12 && digits <= 14;

/**
 * Covers all but the last four digits of each Aadhaar number (and virtual id) in the picture, then reads the
 * picture again: if a number is still there, or none was found to cover, the picture may not be kept.
 * Throws KycEngineError when the engine is busy, late or gone.
 */
export async function maskAadhaar(pool: OcrPool, jpeg: Buffer): Promise<MaskResult> {
  const { width, height } = await sharp(jpeg).metadata();
  const size = { width, height };
  const plain = await findNumbers(pool, await greyPicture(jpeg), size);
  const found = plain.some(isWholeNumber)
    ? plain
    : [...plain, ...(await findNumbers(pool, await evenPicture(jpeg), size))];
  if (!found.some(isWholeNumber)) return { ok: false, reason: 'cannot_mask' };
  const covered = await cover(
    jpeg,
    size,
    found.map((number) => number.corners),
  );
  const left = await findNumbers(pool, await greyPicture(covered), size);
  return left.length === 0 ? { ok: true, jpeg: covered } : { ok: false, reason: 'cannot_mask' };
}

type Size = { width: number; height: number };
type Point = { x: number; y: number };
type FoundNumber = { digits: number; corners: Point[] };

async function findNumbers(pool: OcrPool, picture: Buffer, size: Size): Promise<FoundNumber[]> {
  const page = await pool.recognise(picture);
  return digitRuns(page.words).map((run) => ({
    digits: run.reduce((sum, word) => sum + digitsIn(word.text), 0),
    corners: turnBack(coverBox(run), page, size),
  }));
}

/** Neighbouring words of one line that are digits, long enough together to be an identity number. */
function digitRuns(words: OcrWord[]): OcrWord[][] {
  const runs: OcrWord[][] = [];
  let run: OcrWord[] = [];
  for (const word of words) {
    if (run.length > 0 && run[0]!.line !== word.line) {
      runs.push(run);
      run = [];
    }
    if (digitsIn(word.text) * 2 >= word.text.length) run.push(word);
    else {
      runs.push(run);
      run = [];
    }
  }
  runs.push(run);
  return runs.filter((some) => some.reduce((sum, word) => sum + digitsIn(word.text), 0) >= LEAST_DIGITS);
}

// A day's strokes keep it from counting as digits; look-alike letters among digits do not.
function digitsIn(text: string): number {
  if (text.includes('/')) return 0;
  return /\d/.test(text) ? text.replace(/[^0-9OIlSB|]/g, '').length : 0;
}

function coverBox(run: OcrWord[]): Box {
  let toCover = run.reduce((sum, word) => sum + digitsIn(word.text), 0) - KEPT_DIGITS;
  let right = 0;
  for (const { text, box } of run) {
    if (toCover <= 0) break;
    const part = Math.min(1, toCover / digitsIn(text));
    right = box.left + box.width * part;
    toCover -= digitsIn(text);
  }
  const left = Math.min(...run.map(({ box }) => box.left));
  const top = Math.min(...run.map(({ box }) => box.top));
  const bottom = Math.max(...run.map(({ box }) => box.top + box.height));
  const margin = (bottom - top) * 0.15;
  return { left: left - margin, top: top - margin, width: right - left + margin, height: bottom - top + 2 * margin };
}

/** The box's corners in the picture as it was sent: before it was turned about its middle and brought to reading width. */
function turnBack(box: Box, page: OcrPage, size: Size): Point[] {
  const scale = size.width / READ_WIDTH;
  const middle = { x: READ_WIDTH / 2, y: (READ_WIDTH * size.height) / size.width / 2 };
  const [cos, sin] = [Math.cos(-page.turned), Math.sin(-page.turned)];
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  return [
    { x: box.left, y: box.top },
    { x: right, y: box.top },
    { x: right, y: bottom },
    { x: box.left, y: bottom },
  ].map(({ x, y }) => ({
    x: scale * (middle.x + (x - middle.x) * cos - (y - middle.y) * sin),
    y: scale * (middle.y + (x - middle.x) * sin + (y - middle.y) * cos),
  }));
}

function cover(jpeg: Buffer, size: Size, shapes: Point[][]): Promise<Buffer> {
  const polygons = shapes.map(
    (corners) => `<polygon points="${corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${polygons.join('')}</svg>`;
  return sharp(jpeg)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 88 })
    .toBuffer();
}
