import type { PicturePlace } from '@noren/contract/envelope';
import sharp from 'sharp';
import type { PictureFault } from '../../platform/ports/kyc.ts';
import {
  countSteps,
  cutTiles,
  findLargestGroup,
  type Grey,
  percentile,
  type Tile,
} from './picture-tiles.ts';

const LONG_SIDE = 800;

// Levels (0–255) and shares. They lie between sample photos that are read and degraded ones that
// are not.
const DARK_PAPER = 60;
const BLINDING = 252;
const BLINDED_SHARE = 0.04;
const SOFT_EDGE = 0.16;
const MIN_RANGE = 12;
/** Of the shorter side: a card is wide, and covers little of a tall photo's long sides. */
const CUT_SHARE = 0.35;
/** Share of the picture's contrast. A tile with less contrast shows no print. */
const PRINT_RANGE = 0.25;
/** Share of the printed tiles. With more soft ones, the picture counts as blurred. */
const SOFT_PRINT = 1 / 3;
/** Share of the tiles, all or printed ones. With more of them faulty, the fault is everywhere. */
const EVERYWHERE = 0.8;

/**
 * Why a picture is illegible. Call it only for illegible ones: a dark or soft picture that reads
 * well is fine.
 */
export async function findFault(jpeg: Buffer): Promise<PictureFault> {
  const grey = await readGrey(jpeg);
  const { low, high, paper, darkest, brightest } = measureLevels(grey);
  if (paper < DARK_PAPER) return 'too_dark';

  const blinded = grey.pixels.filter((value) => value >= BLINDING).length;
  if (blinded > BLINDED_SHARE * grey.pixels.length) return 'too_bright';

  // Blank, or nothing visible.
  if (brightest - darkest < MIN_RANGE) return 'unreadable';

  // Even a little sharp print has steep steps.
  const whole = { left: 0, top: 0, width: grey.width, height: grey.height };
  if (percentile(countSteps(grey, whole), 0.99) < SOFT_EDGE * (high - low)) return 'blurred';
  if (leavesFrame(grey, findPaper(grey))) return 'cropped';

  const { print, soft } = findSoftPrint(grey);
  return soft.length > SOFT_PRINT * print.length ? 'blurred' : 'unreadable';
}

/**
 * Where a picture is too bright or blurred. Null if it is so everywhere, and for faults that have no
 * place.
 */
export async function findFaultPlace(
  jpeg: Buffer,
  fault: PictureFault,
): Promise<PicturePlace | null> {
  if (fault !== 'too_bright' && fault !== 'blurred') return null;

  const grey = await readGrey(jpeg);

  if (fault === 'too_bright') {
    const tiles = cutTiles(grey);
    const blinded = tiles.filter(({ levels }) => percentile(levels, 0.5) >= BLINDING);
    return placeTiles(blinded, tiles.length, grey);
  }

  const { print, soft } = findSoftPrint(grey);
  return placeTiles(soft, print.length, grey);
}

/**
 * The box around the largest group of faulty tiles. Null if no tile is faulty, or nearly all are.
 * @param all how many tiles there are
 */
function placeTiles(
  faulty: readonly Tile[],
  all: number,
  { width, height }: Grey,
): PicturePlace | null {
  if (faulty.length === 0 || faulty.length > EVERYWHERE * all) return null;

  const group = findLargestGroup(faulty);
  const left = Math.min(...group.map((tile) => tile.left));
  const top = Math.min(...group.map((tile) => tile.top));
  const right = Math.max(...group.map((tile) => tile.left + tile.width));
  const bottom = Math.max(...group.map((tile) => tile.top + tile.height));

  return {
    left: left / width,
    top: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  };
}

/** The tiles with print, and those of them whose print is soft. */
function findSoftPrint(grey: Grey): { print: Tile[]; soft: Tile[] } {
  const { low, high } = measureLevels(grey);
  const least = Math.max(MIN_RANGE, PRINT_RANGE * (high - low));
  const contrast = ({ levels }: Tile): number =>
    percentile(levels, 0.98) - percentile(levels, 0.02);
  const print = cutTiles(grey).filter((tile) => contrast(tile) >= least);
  const soft = print.filter(
    (tile) => percentile(countSteps(grey, tile), 0.98) < SOFT_EDGE * contrast(tile),
  );

  return { print, soft };
}

async function readGrey(jpeg: Buffer): Promise<Grey> {
  const picture = sharp(jpeg)
    .greyscale()
    .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside' })
    .median(3)
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });

  return { pixels: data, width: info.width, height: info.height };
}

function measureLevels({ pixels }: Grey) {
  const sorted = Uint8Array.from(pixels).sort();
  const level = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;

  return {
    darkest: level(0.01),
    low: level(0.05),
    paper: level(0.8),
    high: level(0.95),
    brightest: level(0.99),
  };
}

/**
 * How bright the card's paper is: the middle of the levels above the one that splits all levels
 * best (Otsu). A share of all pixels would do only where the card fills the picture: in a tall
 * photo most of them are the table.
 */
function findPaper({ pixels }: Grey): number {
  const counts = new Uint32Array(256);
  for (const level of pixels) counts[level]! += 1;

  const total = counts.reduce((sum, count, level) => sum + count * level, 0);
  let [below, sumBelow, split, best] = [0, 0, 0, -1];

  for (const [level, count] of counts.entries()) {
    below += count;
    sumBelow += count * level;
    const above = pixels.length - below;
    if (below === 0 || above === 0) continue;

    const apart = sumBelow / below - (total - sumBelow) / above;
    const spread = below * above * apart * apart;
    if (spread > best) [split, best] = [level, spread];
  }

  return percentile(
    counts.map((count, level) => (level > split ? count : 0)),
    0.5,
  );
}

// Paper as bright as the card's along much of a side: the card extends beyond the picture.
function leavesFrame({ pixels, width, height }: Grey, paper: number): boolean {
  const isPaper = (x: number, y: number): boolean =>
    Math.abs(pixels[y * width + x]! - paper) < 0.15 * paper;
  const count = (length: number, at: (i: number) => boolean): number =>
    Array.from({ length }, (_, i) => at(i)).filter(Boolean).length;

  return [
    count(width, (x) => isPaper(x, 3)),
    count(width, (x) => isPaper(x, height - 4)),
    count(height, (y) => isPaper(3, y)),
    count(height, (y) => isPaper(width - 4, y)),
  ].some((cut) => cut > CUT_SHARE * Math.min(width, height));
}
