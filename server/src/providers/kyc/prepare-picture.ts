import sharp from 'sharp';
import type { Point } from '../../platform/ports/kyc.ts';

/** The width at which a card photo is read: its smallest print is then about 25 pixels high. */
export const READ_WIDTH = 1600;
/** Enough width to tell print from noise and so to see its rotation. */
const GLANCE_WIDTH = 900;

/** The level that paper is set to. */
const PAPER = 215;

type PictureWithCodes = { jpeg: Buffer; codes: Point[][] };

/** Grey, stretched to the full range of light. */
export async function greyPicture({ jpeg, codes }: PictureWithCodes): Promise<Buffer> {
  const grey = await readGrey(jpeg);
  return withoutCodes({ ...grey, pixels: stretch(grey.pixels) }, codes);
}

// The darkest and the lightest 1 % become black and white.
function stretch(pixels: Buffer): Buffer {
  const counts = new Uint32Array(256);
  for (const level of pixels) counts[level] = counts[level]! + 1;

  const levelAt = (share: number): number => {
    let left = share * pixels.length;
    return counts.findIndex((count) => {
      left -= count;
      return left < 0;
    });
  };

  const [black, white] = [levelAt(0.01), levelAt(0.99)];
  const scale = 255 / Math.max(1, white - black);
  const stretched = Uint8Array.from(counts, (_, level) =>
    Math.max(0, Math.min(255, (level - black) * scale)),
  );

  return pixels.map((level) => stretched[level]!) as Buffer;
}

/**
 * Print relative to its surroundings, near black on white: for shadows, and for glare, which makes
 * print pale.
 */
export async function flatPicture({ jpeg, codes }: PictureWithCodes): Promise<Buffer> {
  const grey = await readGrey(jpeg);
  const { pixels, raw } = grey;
  const paper = await sharp(pixels, { raw }).blur(24).raw().toColourspace('b-w').toBuffer();
  const flat = Buffer.alloc(pixels.length);

  for (let i = 0; i < pixels.length; i++)
    flat[i] = Math.max(0, Math.min(255, PAPER + (pixels[i]! - paper[i]!) * 3));

  return withoutCodes({ ...grey, pixels: flat }, codes);
}

/** Small, fast to read, rotated by quarter turns: to find the rotation of the print. */
export async function glancePicture(jpeg: Buffer, quarters: number): Promise<Buffer> {
  const { data, info } = await sharp(jpeg)
    .rotate(quarters * 90)
    .greyscale()
    .resize({ width: GLANCE_WIDTH })
    .normalise()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return toPgm(data, info);
}

/** The picture turned so many degrees clockwise. */
export function turnPicture(jpeg: Buffer, degrees: number): Promise<Buffer> {
  return sharp(jpeg).rotate(degrees, { background: '#808080' }).jpeg({ quality: 90 }).toBuffer();
}

type Grey = { pixels: Buffer; raw: { width: number; height: number; channels: 1 }; scale: number };

async function readGrey(jpeg: Buffer): Promise<Grey> {
  const picture = sharp(jpeg);
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

// OCR takes a code for hundreds of tiny letters, which cost time and corrupt the lines beside it.
async function withoutCodes({ pixels, raw, scale }: Grey, codes: Point[][]): Promise<Buffer> {
  if (codes.length === 0) return toPgm(pixels, raw);

  const shapes = codes.map((corners) =>
    corners.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
  );
  const picture = sharp(pixels, { raw }).composite([
    { input: drawShapes(shapes, raw, `rgb(${PAPER},${PAPER},${PAPER})`) },
  ]);

  return toPgm(await picture.toColourspace('b-w').raw().toBuffer(), raw);
}

// PGM: OCR takes twice as long to open a PNG.
function toPgm(pixels: Buffer, { width, height }: { width: number; height: number }): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/**
 * Polygons as an overlay picture.
 * @param open areas that the polygons do not cover
 */
export function drawShapes(
  shapes: Point[][],
  { width, height }: { width: number; height: number },
  fill: string,
  open: Point[][] = [],
): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <mask id="open"><rect width="100%" height="100%" fill="#ffffff"/>${drawPolygons(open, '#000000')}</mask>
    <g ${open.length === 0 ? '' : 'mask="url(#open)"'}>${drawPolygons(shapes, fill)}</g></svg>`,
  );
}

function drawPolygons(shapes: Point[][], fill: string): string {
  const points = (corners: Point[]): string =>
    corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return shapes.map((corners) => `<polygon fill="${fill}" points="${points(corners)}"/>`).join('');
}
