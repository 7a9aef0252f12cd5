import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { FACE_SVG } from './face-svg.ts';
import { addGrain } from './photo-variants.ts';

let drawn: Promise<Buffer> | undefined;

/** A selfie of the drawn face, 900 × 1200 JPEG, for the sandbox and the tests. */
export function sampleSelfie(): Promise<Buffer> {
  drawn ??= drawSelfie();
  return drawn;
}

async function drawSelfie(): Promise<Buffer> {
  const picture = new Resvg(FACE_SVG, { font: { loadSystemFonts: false } }).render().asPng();
  const { data, info } = await sharp(picture).removeAlpha().blur(1.1).raw().toBuffer({ resolveWithObject: true });
  addGrain(data, { seed: 7, strength: 14 });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
