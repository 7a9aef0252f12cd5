import sharp, { type Sharp } from 'sharp';
import type { Point } from './find-codes.ts';

/** The width a card photo is read at: its smallest print is then some 25 pixels high. */
export const READ_WIDTH = 1600;
/** Print is told from noise at this width: enough to see which way it stands. */
const GLANCE_WIDTH = 900;

/** How light paper is made. */
const PAPER = 215;

type Covered = { jpeg: Buffer; codes: Point[][] };

/** Grey, stretched to the full range of light. */
export async function greyPicture({ jpeg, codes }: Covered): Promise<Buffer> {
  return withoutCodes(await readGrey(sharp(jpeg).normalise()), codes);
}

/** Print against its own surroundings, near to black on white: for shadows, and for glare, under which it turns pale. */
export async function flatPicture({ jpeg, codes }: Covered): Promise<Buffer> {
  const grey = await readGrey(sharp(jpeg));
  const { pixels, raw } = grey;
  const paper = await sharp(pixels, { raw }).blur(24).raw().toColourspace('b-w').toBuffer();
  const flat = Buffer.alloc(pixels.length);
  for (let i = 0; i < pixels.length; i++) flat[i] = Math.max(0, Math.min(255, PAPER + (pixels[i]! - paper[i]!) * 3));
  return withoutCodes({ ...grey, pixels: flat }, codes);
}

/** Small and quickly read, turned by quarters: to find out which way the print stands. */
export function glancePicture(jpeg: Buffer, quarters: number): Promise<Buffer> {
  return sharp(jpeg)
    .rotate(quarters * 90)
    .greyscale()
    .resize({ width: GLANCE_WIDTH })
    .normalise()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The picture turned by quarters clockwise. */
export function turnPicture(jpeg: Buffer, quarters: number): Promise<Buffer> {
  return sharp(jpeg)
    .rotate(quarters * 90)
    .jpeg({ quality: 90 })
    .toBuffer();
}

type Grey = { pixels: Buffer; raw: { width: number; height: number; channels: 1 }; scale: number };

async function readGrey(picture: Sharp): Promise<Grey> {
  const { width } = await picture.metadata();
  const { data, info } = await picture
    .greyscale()
    .resize({ width: READ_WIDTH })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    pixels: data,
    raw: { width: info.width, height: info.height, channels: 1 },
    scale: READ_WIDTH / width,
  };
}

// To the reader a code is hundreds of tiny letters, which cost time and spoil the lines beside it.
function withoutCodes({ pixels, raw, scale }: Grey, codes: Point[][]): Promise<Buffer> {
  const shapes = codes.map((corners) => corners.map(({ x, y }) => ({ x: x * scale, y: y * scale })));
  const picture = sharp(pixels, { raw });
  if (codes.length > 0) picture.composite([{ input: drawShapes(shapes, raw, `rgb(${PAPER},${PAPER},${PAPER})`) }]);
  return picture.png({ compressionLevel: 1 }).toBuffer();
}

/** Polygons as a picture to lay over another. */
export function drawShapes(shapes: Point[][], size: { width: number; height: number }, fill: string): Buffer {
  const polygons = shapes.map(
    (corners) =>
      `<polygon fill="${fill}" points="${corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${polygons.join('')}</svg>`,
  );
}
