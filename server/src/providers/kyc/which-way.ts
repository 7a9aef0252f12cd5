import sharp from 'sharp';

const WIDTH = 800;
/** Rows or columns are compared in narrow bands, in which a tilted line of print is still level. */
const BAND = 50;
const STEP = 3;
// On the sample photos: at least 1.3 for horizontal lines of print, at most 0.5 for vertical ones.
const LYING_FROM = 0.8;
// Smaller steps of light are grain; greater ones are capped, or a code would outweigh the print.
const [GRAIN, STRONG] = [10, 50];

/**
 * Whether the lines of print are vertical: light then varies more along the picture's rows than
 * down its columns.
 */
export async function isOnItsSide(jpeg: Buffer): Promise<boolean> {
  const { rows, columns } = measureRoughness(await greySmall(jpeg));
  return rows < LYING_FROM * columns;
}

/**
 * The slope of the lines of print in degrees clockwise, at most 12 either way: rotated back, light
 * varies most from row to row.
 */
export async function measureSlope(jpeg: Buffer): Promise<number> {
  const grey = await greySmall(jpeg);
  let best = { degrees: 0, rows: 0 };

  for (let degrees = -STEEPEST; degrees <= STEEPEST; degrees += SLOPE_STEP) {
    const { rows } = measureRoughness(await turnGrey(grey, -degrees));
    if (rows > best.rows) best = { degrees, rows };
  }

  return best.degrees;
}

const STEEPEST = 12;
const SLOPE_STEP = 2;

type Grey = { pixels: Buffer; width: number; height: number };

async function greySmall(jpeg: Buffer): Promise<Grey> {
  const { data, info } = await sharp(jpeg)
    .greyscale()
    .resize({ width: WIDTH, height: WIDTH, fit: 'inside' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

async function turnGrey({ pixels, width, height }: Grey, degrees: number): Promise<Grey> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .rotate(degrees, { background: '#808080' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

function measureRoughness({ pixels, width, height }: Grey): { rows: number; columns: number } {
  const rows = new Float64Array(Math.ceil(width / BAND) * height);
  const columns = new Float64Array(Math.ceil(height / BAND) * width);

  for (let y = 1; y < height; y++)
    for (let x = 1; x < width; x++) {
      const at = y * width + x;
      const step =
        Math.abs(pixels[at]! - pixels[at - 1]!) + Math.abs(pixels[at]! - pixels[at - width]!);
      const print = Math.min(STRONG, Math.max(GRAIN, step)) - GRAIN;
      const [row, column] = [Math.floor(x / BAND) * height + y, Math.floor(y / BAND) * width + x];

      rows[row] = rows[row]! + print;
      columns[column] = columns[column]! + print;
    }

  return { rows: roughness(rows, height), columns: roughness(columns, width) };
}

function roughness(sums: Float64Array, length: number): number {
  let rough = 0;
  for (let i = STEP; i < sums.length; i++)
    if (i % length >= STEP) rough += (sums[i]! - sums[i - STEP]!) ** 2;
  return rough;
}
