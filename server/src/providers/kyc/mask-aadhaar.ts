import sharp from 'sharp';
import type {
  Box,
  DocumentLayout,
  MaskResult,
  OcrPage,
  OcrWord,
  Point,
} from '../../platform/ports/kyc.ts';
import { type OcrPool, sureWords } from './ocr-pool.ts';
import { drawShapes, flatPicture, greyPicture, READ_WIDTH } from './prepare-picture.ts';

const VISIBLE_DIGITS = 4;
// A number of which a few digits were not read is masked too; a PIN code or a date is shorter than
// this.
const MIN_DIGITS = 9;

/**
 * Masks all but the last four digits of each Aadhaar number in an upright picture, every virtual id
 * and every QR code (decision 028), then reads the picture again: if a number is still legible, or
 * none was found to mask, the picture must not be stored. A picture sent as a PAN card need not
 * have a number, unless it shows another card.
 * @throws KycEngineError when the engine is busy, timed out or crashed
 */
export async function maskAadhaar(
  pool: OcrPool,
  jpeg: Buffer,
  seen: DocumentLayout,
): Promise<MaskResult> {
  const { width, height } = await sharp(jpeg).metadata();
  const size = { width, height };
  const found = seen.pages.flatMap((page) => findNumbers(page, size));
  if (seen.kind !== 'panFront' && !found.some(({ isWhole }) => isWhole))
    return { ok: false, reason: 'cannot_mask' };

  const shapes = [...found.map((number) => number.corners), ...seen.codes];
  const covered = await sharp(jpeg)
    .composite([
      {
        input: drawShapes(
          await findHidden(pool, jpeg, seen, size),
          size,
          '#000000',
          legiblePrint(seen.pages, size),
        ),
      },
      { input: drawShapes(shapes, size, '#000000') },
    ])
    .jpeg({ quality: 88 })
    .toBuffer();
  const again = { jpeg: covered, codes: [] };

  for (const prepare of [greyPicture, flatPicture]) {
    const page = await pool.recognize(await prepare(again));
    if (findNumbers(page, size).length > 0) return { ok: false, reason: 'cannot_mask' };
    // One pass is enough if one pass read the whole card, and this one read its other words.
    if (seen.pages.length === 1 && sureWords(page).length >= SURE_WORDS) break;
  }

  return { ok: true, jpeg: covered };
}

const SURE_WORDS = 4;

type Size = { width: number; height: number };

/**
 * Areas that may be a code: everything dotted like one. The back of a card has a code, except on
 * the oldest; if none is found there, the whole picture may be one.
 */
async function findHidden(
  pool: OcrPool,
  jpeg: Buffer,
  seen: DocumentLayout,
  { width, height }: Size,
): Promise<Point[][]> {
  const dotted = await pool.findDotted(jpeg);
  if (seen.kind !== 'aadhaarBack' || dotted.length + seen.codes.length > 0) return dotted;

  return [
    [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ],
  ];
}

/** Words that were read surely stay visible: from a code only meaningless scraps are read. */
function legiblePrint(pages: OcrPage[], size: Size): Point[][] {
  return pages.flatMap((page) =>
    [...sureWords(page), ...digitRuns(page.words).flat()].map(({ box }) =>
      turnBack(widen(box), page, size),
    ),
  );
}

function widen({ left, top, width, height }: Box): Box {
  const margin = height * 0.15;

  return {
    left: left - margin,
    top: top - margin,
    width: width + 2 * margin,
    height: height + 2 * margin,
  };
}

/**
 * A number in the picture; `isWhole` when it has an Aadhaar number's length and is no virtual id.
 */
type FoundNumber = { isWhole: boolean; corners: Point[] };

function findNumbers(page: OcrPage, size: Size): FoundNumber[] {
  return digitRuns(page.words).map((run) => {
    const isVid = countDigits(run) > 14 || hasVidLabel(page.words, run[0]!);
    return {
      // Twelve digits, possibly with a stray mark or two.
      isWhole: !isVid && countDigits(run) >= 12,
      corners: turnBack(coverBox(run, isVid ? 0 : VISIBLE_DIGITS), page, size),
    };
  });
}

const countDigits = (run: OcrWord[]): number =>
  run.reduce((sum, word) => sum + digitsIn(word.text), 0);

function hasVidLabel(words: OcrWord[], { line }: OcrWord): boolean {
  return words.some((word) => word.line === line && /V[I1l|]D/.test(word.text));
}

/** Adjacent words of digits on one line, together long enough for an identity number. */
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

  return runs.filter((some) => countDigits(some) >= MIN_DIGITS);
}

// The slashes of a date do not count as digits; look-alike letters among digits do.
function digitsIn(text: string): number {
  if (text.includes('/')) return 0;
  return /\d/.test(text) ? text.replace(/[^0-9OIlSB|]/g, '').length : 0;
}

function coverBox(run: OcrWord[], kept: number): Box {
  let toCover = countDigits(run) - kept;
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

  return {
    left: left - margin,
    top: top - margin,
    width: right - left + margin,
    height: bottom - top + 2 * margin,
  };
}

/**
 * The box's corners in the original picture: before it was rotated about its centre and scaled to
 * reading width.
 */
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
