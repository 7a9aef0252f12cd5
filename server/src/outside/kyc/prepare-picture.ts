import sharp from 'sharp';

/** The width a card photo is read at: its smallest print is then some 25 pixels high. */
export const READ_WIDTH = 1600;

/** Grey, stretched to the full range of light. */
export function greyPicture(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg).greyscale().resize({ width: READ_WIDTH }).normalise().png({ compressionLevel: 1 }).toBuffer();
}

/** Noise taken out, shadows lifted and edges sharpened: for the dark, grainy and soft photos the plain one fails on. */
export function evenPicture(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg)
    .greyscale()
    .resize({ width: READ_WIDTH })
    .median(3)
    .clahe({ width: 200, height: 200, maxSlope: 3 })
    .sharpen({ sigma: 1.5 })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
