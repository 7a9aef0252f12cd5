import sharp from 'sharp';
import type { PictureFault } from '../../platform/ports/kyc.ts';

const WIDTH = 800;
// Levels (0–255) and shares, chosen between sample photos that are read and degraded ones that are not.
const DARK_PAPER = 60;
const BLINDING = 252;
const BLINDED_SHARE = 0.04;
const SOFT_EDGE = 0.16;
const MIN_RANGE = 12;
const CUT_SHARE = 0.35;

/** Why a picture is illegible. Call it only for illegible ones: a dark or soft picture that reads well is fine. */
export async function findFault(jpeg: Buffer): Promise<PictureFault> {
  const { data, info } = await sharp(jpeg)
    .greyscale()
    .resize({ width: WIDTH })
    .median(3)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = { pixels: data, width: info.width, height: info.height };
  const sorted = Uint8Array.from(data).sort();
  const level = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  const paper = level(0.8);
  if (paper < DARK_PAPER) return 'too_dark';
  if (data.filter((value) => value >= BLINDING).length > BLINDED_SHARE * data.length) return 'too_bright';
  // Blank, or nothing visible.
  if (level(0.99) - level(0.01) < MIN_RANGE) return 'unreadable';
  if (sharpness(grey) < SOFT_EDGE * (level(0.95) - level(0.05))) return 'blurred';
  return leavesFrame(grey, paper) ? 'cropped' : 'unreadable';
}

type Grey = { pixels: Buffer; width: number; height: number };

// The 99th percentile of steps from pixel to pixel: even a little sharp print has steep ones.
function sharpness({ pixels, width, height }: Grey): number {
  const steps = new Uint32Array(256);
  for (let y = 1; y < height; y++)
    for (let x = 1; x < width; x++) {
      const at = y * width + x;
      const step = Math.max(Math.abs(pixels[at]! - pixels[at - 1]!), Math.abs(pixels[at]! - pixels[at - width]!));
      steps[step] = steps[step]! + 1;
    }
  let left = (width * height) / 100;
  for (let step = 255; step > 0; step--) {
    left -= steps[step]!;
    if (left <= 0) return step;
  }
  return 0;
}

// Paper as bright as the card's along much of a side: the card extends beyond the picture.
function leavesFrame({ pixels, width, height }: Grey, paper: number): boolean {
  const isPaper = (x: number, y: number): boolean => Math.abs(pixels[y * width + x]! - paper) < 0.15 * paper;
  const share = (length: number, at: (i: number) => boolean): number =>
    Array.from({ length }, (_, i) => at(i)).filter(Boolean).length / length;
  return [
    share(width, (x) => isPaper(x, 3)),
    share(width, (x) => isPaper(x, height - 4)),
    share(height, (y) => isPaper(3, y)),
    share(height, (y) => isPaper(width - 4, y)),
  ].some((cut) => cut > CUT_SHARE);
}
