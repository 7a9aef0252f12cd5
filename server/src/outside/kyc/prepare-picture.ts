import sharp, { type Sharp } from 'sharp';
import type { Point } from './find-codes.ts';

/** The width a card photo is read at: its smallest print is then some 25 pixels high. */
export const READ_WIDTH = 1600;
/** Print is told from noise at this width: enough to see which way it stands. */
const GLANCE_WIDTH = 900;

type Covered = { jpeg: Buffer; codes: Point[][] };

/** Grey, stretched to the full range of light. */
export async function greyPicture(picture: Covered): Promise<Buffer> {
  return (await greyAtReadWidth(picture)).normalise().png({ compressionLevel: 1 }).toBuffer();
}

/** Noise taken out, shadows lifted and edges sharpened: for the dark, grainy and soft photos the plain one fails on. */
export async function evenPicture(picture: Covered): Promise<Buffer> {
  return (await greyAtReadWidth(picture))
    .median(3)
    .clahe({ width: 200, height: 200, maxSlope: 3 })
    .sharpen({ sigma: 1.5 })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Print against its own surroundings, near to black on white: for glare, under which it turns pale. */
export async function flatPicture(picture: Covered): Promise<Buffer> {
  const { data: grey, info } = await (await greyAtReadWidth(picture)).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 1 as const };
  const paper = await sharp(grey, { raw }).blur(24).raw().toColourspace('b-w').toBuffer();
  const flat = Buffer.alloc(grey.length);
  for (let i = 0; i < grey.length; i++) flat[i] = Math.max(0, Math.min(255, 215 + (grey[i]! - paper[i]!) * 3));
  return sharp(flat, { raw }).median(3).png({ compressionLevel: 1 }).toBuffer();
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

// Codes go first: to the reader they are hundreds of tiny letters.
async function greyAtReadWidth({ jpeg, codes }: Covered): Promise<Sharp> {
  const picture = sharp(jpeg);
  const { width, height } = await picture.metadata();
  const scale = READ_WIDTH / width;
  const grey = picture.greyscale().resize({ width: READ_WIDTH });
  if (codes.length === 0) return grey;
  const size = { width: READ_WIDTH, height: Math.round(height * scale) };
  const shapes = codes.map((corners) => corners.map(({ x, y }) => ({ x: x * scale, y: y * scale })));
  const clear = grey.composite([{ input: drawShapes(shapes, size, '#d8d8d8') }]);
  // What follows would otherwise be done before the codes are covered.
  const { data, info } = await clear.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).greyscale();
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
